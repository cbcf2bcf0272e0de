//! The layer's settings. Setters validate their values, so a configuration is always valid.

mod access;
mod apps;
mod env;
mod execution;
mod hosts;
mod limits;
mod origins;
mod page;
mod prefix;
mod timeouts;
mod traffic;
mod uis;
mod upstream;
mod value;

use std::fmt;
use std::sync::Arc;

use http::{HeaderName, header};

pub use self::apps::Apps;
pub use self::execution::Execution;
pub(crate) use self::hosts::Hosts;
pub use self::limits::Limits;
#[doc(hidden)]
pub use self::page::HostEndpoint;
pub use self::page::Theme;
pub(crate) use self::prefix::Prefix;
pub use self::timeouts::Timeouts;
pub use self::traffic::TrafficScope;
pub use crate::auth::{AuthHook, Identity};
#[cfg(feature = "authorization")]
use crate::authorization::SignIn;
pub use crate::backend::RevisionChoice;
use crate::catalog::UiCatalog;
use crate::endpoint::MCP;
pub use crate::error::ConfigError;
use crate::origin::Origin;
use crate::runtime::{Background, Runtime};
pub use crate::setting::Setting;
use crate::setting::SettingNames;
use crate::traffic::Traffic;

/// The settings for a [`McpUiLayer`](crate::McpUiLayer).
///
/// A setter that can fail returns a `Result`, so a configuration is always valid. [`from_env`](Self::from_env) reads
/// the settings from environment variables; [`Setting`] lists all their names.
///
/// ```
/// use tower_mcp_ui::{Execution, McpUiConfig};
///
/// let config = McpUiConfig::new()
///     .prefix("/tools-ui")?
///     .title("Weather tools")
///     .project("weather", Some("https://example.com/weather"))
///     .execution(Execution::all())
///     .hosts(["tools.example.com"])?;
/// # Ok::<(), tower_mcp_ui::config::ConfigError>(())
/// ```
#[derive(Clone)]
#[must_use]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct McpUiConfig {
    pub(crate) prefix: Prefix,
    /// `None` if the page shows the server's own name.
    pub(crate) title: Option<String>,
    pub(crate) project: Option<(String, Option<String>)>,
    pub(crate) theme: Theme,
    pub(crate) history: bool,
    pub(crate) history_key: Option<String>,
    pub(crate) host_endpoints: Vec<HostEndpoint>,
    pub(crate) execution: Execution,
    pub(crate) unlisted_tools: bool,
    pub(crate) auth: Option<Arc<dyn AuthHook>>,
    /// True if the hook is that of `MCP_UI_TOKEN`.
    pub(crate) requires_token: bool,
    pub(crate) auth_for_discovery: bool,
    pub(crate) identity_header: Option<HeaderName>,
    pub(crate) hosts: Hosts,
    pub(crate) trusted_origins: Vec<Origin>,
    pub(crate) frame_ancestors: Option<String>,
    pub(crate) apps: Apps,
    pub(crate) sandbox_origin: Option<Origin>,
    pub(crate) mcp_endpoint: String,
    /// True if requests to the endpoint reach the service given to `McpUiLayer::mcp`: see `embedding::passing`.
    pub(crate) endpoint_passes: bool,
    pub(crate) forwarded_headers: Vec<HeaderName>,
    pub(crate) answer_key: Option<[u8; 32]>,
    #[cfg(feature = "authorization")]
    pub(crate) sign_in: Option<SignIn>,
    pub(crate) traffic: Traffic,
    pub(crate) see_traffic: TrafficScope,
    pub(crate) open_apps: bool,
    pub(crate) uis: Option<UiCatalog>,
    /// The pages that may show the catalog's UIs in a frame.
    pub(crate) uis_ancestors: String,
    pub(crate) limits: Limits,
    pub(crate) timeouts: Timeouts,
    pub(crate) background: Background,
    pub(crate) setting_names: SettingNames,
    /// The error that the explorer reports on every path, if any.
    pub(crate) error: Option<ConfigError>,
}

impl McpUiConfig {
    /// Creates the default settings, which are documented at each setter.
    pub fn new() -> Self {
        Self {
            prefix: Prefix::DEFAULT,
            title: None,
            project: None,
            theme: Theme::Auto,
            history: true,
            history_key: None,
            host_endpoints: Vec::new(),
            execution: Execution::disabled(),
            unlisted_tools: false,
            auth: None,
            requires_token: false,
            auth_for_discovery: false,
            identity_header: None,
            hosts: Hosts::Unset,
            trusted_origins: Vec::new(),
            frame_ancestors: None,
            apps: Apps::new(),
            sandbox_origin: None,
            mcp_endpoint: MCP.to_owned(),
            endpoint_passes: false,
            forwarded_headers: vec![header::AUTHORIZATION],
            answer_key: None,
            #[cfg(feature = "authorization")]
            sign_in: None,
            traffic: Traffic::off(),
            see_traffic: TrafficScope::Own,
            open_apps: false,
            uis: None,
            uis_ancestors: "'self'".to_owned(),
            limits: Limits::new(),
            timeouts: Timeouts::new(),
            background: Background::default(),
            setting_names: SettingNames::default(),
            error: None,
        }
    }

    /// Sets the explorer's path prefix. The explorer handles everything below it. Default `/explorer`.
    ///
    /// # Errors
    ///
    /// If `prefix` is not a percent-encoded path that starts with `/`.
    pub fn prefix(self, prefix: &str) -> Result<Self, ConfigError> {
        Ok(Self { prefix: Prefix::parse(prefix)?, ..self })
    }

    /// Sets the settings for MCP Apps: see [`Apps`].
    pub fn apps(self, apps: Apps) -> Self {
        Self { apps, ..self }
    }

    /// Sets the size limits for requests and responses: see [`Limits`].
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the timeouts: see [`Timeouts`]. They need a [`runtime`](Self::runtime).
    pub fn timeouts(self, timeouts: Timeouts) -> Self {
        Self { timeouts, ..self }
    }

    /// Sets the runtime for timers and background tasks: see [`Runtime`]. Default: tokio with the feature `tokio`.
    /// Without the feature, the default is no runtime, and nothing times out.
    pub fn runtime(self, runtime: impl Runtime) -> Self {
        Self { background: Background::new(runtime), ..self }
    }

    /// Sets the names used for settings in the explorer's messages, for a program whose users know neither the setters
    /// nor the environment variables. `None` means that the program does not have the setting, so no message advises
    /// changing it. Default: both names, as [`Setting`] is displayed.
    ///
    /// ```
    /// use tower_mcp_ui::McpUiConfig;
    /// use tower_mcp_ui::config::Setting;
    ///
    /// let config = McpUiConfig::new().setting_names(|setting| match setting {
    ///     Setting::CALL_TIMEOUT => Some("--timeout"),
    ///     _ => None,
    /// });
    /// ```
    pub fn setting_names(self, names: fn(Setting) -> Option<&'static str>) -> Self {
        Self { setting_names: SettingNames(Some(names)), ..self }
    }
}

impl Default for McpUiConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for McpUiConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpUiConfig")
            .field("prefix", &self.prefix.as_str())
            .field("title", &self.title)
            .field("execution", &self.execution)
            .field("auth", &self.auth.is_some())
            .field("hosts", &self.hosts)
            .field("trusted_origins", &self.trusted_origins)
            .field("mcp_endpoint", &self.mcp_endpoint)
            .finish_non_exhaustive()
    }
}
