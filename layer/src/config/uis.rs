//! The settings for UIs given to tools without a UI.

use super::McpUiConfig;
use super::origins::parse_frame_ancestors;
#[cfg(feature = "uis")]
use crate::catalog::UiCatalog;
use crate::error::ConfigError;
use crate::setting::Setting;

impl McpUiConfig {
    /// Shows a UI catalog in the explorer, with its stories and the outcomes for the tools' results, and serves its
    /// documents below `{prefix}/ui/`. Default: no catalog.
    ///
    /// [`McpUiLayer::uis`](crate::McpUiLayer::uis) does this, and also gives the UIs to the tools. This setting is for
    /// UIs added by an [`AugmentLayer`](crate::uis::AugmentLayer) at another place in the stack, or by
    /// [`UiCatalog::link`].
    #[cfg(feature = "uis")]
    pub fn uis(self, catalog: &UiCatalog) -> Self {
        Self { uis: Some(catalog.clone()), ..self }
    }

    /// Sets the origins that may show the catalog's UIs in a frame, as sources for the directive `frame-ancestors` (CSP
    /// Level 3, section 6.4.2). `*` alone means every page; the UIs then also have CORS headers. Default `'self'`.
    ///
    /// # Errors
    ///
    /// If a source is neither `'self'` nor `'none'` nor an origin, or `'none'` or `*` is not the only source.
    pub fn uis_ancestors<S: AsRef<str>>(mut self, sources: impl IntoIterator<Item = S>) -> Result<Self, ConfigError> {
        let sources: Vec<S> = sources.into_iter().collect();
        self.uis_ancestors = match sources.as_slice() {
            [all] if all.as_ref() == "*" => "*".to_owned(),
            _ => parse_frame_ancestors(Setting::UIS_ANCESTORS, sources)?,
        };
        Ok(self)
    }
}
