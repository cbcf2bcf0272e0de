//! The UIs for tools that have none, in the explorer.

use super::McpUiConfig;
use super::origins::parse_frame_ancestors;
#[cfg(feature = "uis")]
use crate::catalog::UiCatalog;
use crate::error::ConfigError;
use crate::setting::Setting;

impl McpUiConfig {
    /// Shows a catalog of UIs in the explorer, with their stories and what became of the results of their tools, and
    /// serves their documents below `{prefix}/ui/`. Default: none.
    ///
    /// [`McpUiLayer::uis`](crate::McpUiLayer::uis) does this, and also gives the UIs to the tools. This setting is for
    /// UIs that an [`AugmentLayer`](crate::uis::AugmentLayer) adds at another place of the stack, or
    /// [`UiCatalog::link`].
    #[cfg(feature = "uis")]
    pub fn uis(mut self, catalog: &UiCatalog) -> Self {
        self.uis = Some(catalog.clone());
        self
    }

    /// Sets the origins that may show the UIs of the catalog in a frame, as sources of the directive `frame-ancestors`
    /// (CSP Level 3, section 6.4.2). `*` alone means every page; the UIs then also have CORS headers. Default `'self'`.
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
