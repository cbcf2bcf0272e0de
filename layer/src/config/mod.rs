//! The settings of the layer. Setters validate their values, so a configuration is always valid.

mod apps;
pub(crate) mod constants;
mod env;
mod execution;
mod hosts;
mod limits;
mod origins;
mod timeouts;

use std::fmt;
use std::sync::Arc;

use http::{HeaderName, header};

pub use self::apps::Apps;
pub use self::execution::Execution;
pub(crate) use self::hosts::Hosts;
pub use self::limits::Limits;
pub(crate) use self::origins::Origin;
use self::origins::{parse_frame_ancestors, parse_origins};
pub use self::timeouts::Timeouts;
use crate::auth::AuthHook;
use crate::error::ConfigError;
use crate::route::Prefix;
use crate::runtime::{Background, Runtime};

/// The settings of a [`McpUiLayer`](crate::McpUiLayer).
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
/// # Ok::<(), tower_mcp_ui::ConfigError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct McpUiConfig {
    pub(crate) prefix: Prefix,
    pub(crate) title: String,
    pub(crate) project: Option<(String, Option<String>)>,
    pub(crate) theme: Theme,
    pub(crate) history: bool,
    pub(crate) history_key: Option<String>,
    pub(crate) execution: Execution,
    pub(crate) unlisted_tools: bool,
    pub(crate) auth: Option<Arc<dyn AuthHook>>,
    pub(crate) auth_for_discovery: bool,
    pub(crate) identity_header: Option<HeaderName>,
    pub(crate) hosts: Hosts,
    pub(crate) trusted_origins: Vec<Origin>,
    pub(crate) frame_ancestors: Option<String>,
    pub(crate) apps: Apps,
    pub(crate) sandbox_origin: Option<Origin>,
    pub(crate) mcp_endpoint: String,
    pub(crate) forwarded_headers: Vec<HeaderName>,
    pub(crate) limits: Limits,
    pub(crate) timeouts: Timeouts,
    pub(crate) background: Background,
    pub(crate) error: Option<ConfigError>,
}

/// The initial colour theme of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// The theme of the user's system.
    #[default]
    Auto,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl McpUiConfig {
    /// Creates the default settings, which are documented at each setter.
    pub fn new() -> Self {
        Self {
            prefix: Prefix::DEFAULT,
            title: "MCP Tool Explorer".to_owned(),
            project: None,
            theme: Theme::Auto,
            history: true,
            history_key: None,
            execution: Execution::disabled(),
            unlisted_tools: false,
            auth: None,
            auth_for_discovery: false,
            identity_header: None,
            hosts: Hosts::Unset,
            trusted_origins: Vec::new(),
            frame_ancestors: None,
            apps: Apps::new(),
            sandbox_origin: None,
            mcp_endpoint: "/mcp".to_owned(),
            forwarded_headers: vec![header::AUTHORIZATION],
            limits: Limits::new(),
            timeouts: Timeouts::new(),
            background: Background::default(),
            error: None,
        }
    }

    /// Makes the explorer respond with 500 and the error on all of its paths. For hosts that serve everything else
    /// despite a configuration error.
    ///
    /// ```
    /// use tower_mcp_ui::McpUiConfig;
    ///
    /// let config = McpUiConfig::from_env(std::env::vars()).unwrap_or_else(|error| McpUiConfig::new().refusing(error));
    /// ```
    pub fn refusing(mut self, error: ConfigError) -> Self {
        self.error = Some(error);
        self
    }

    /// Sets the path prefix of the explorer, which handles everything below it. Default `/explorer`.
    ///
    /// # Errors
    ///
    /// If `prefix` is not a percent-encoded path that begins with `/`.
    pub fn prefix(mut self, prefix: &str) -> Result<Self, ConfigError> {
        self.prefix = Prefix::parse(prefix)?;
        Ok(self)
    }

    /// Sets the page's title. Default `MCP Tool Explorer`.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the project that the page's footer names. The name becomes a link if the URL is usable as one: `http`,
    /// `https`, `mailto`, or a path on this server.
    pub fn project(mut self, name: impl Into<String>, url: Option<&str>) -> Self {
        self.project = Some((name.into(), url.map(str::to_owned)));
        self
    }

    /// Sets the initial colour theme of the page. Default [`Theme::Auto`].
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Sets whether the page stores recent calls in the browser. Default `true`.
    pub fn history(mut self, keep: bool) -> Self {
        self.history = keep;
        self
    }

    /// Sets a key that separates this server's history of calls from those of other servers that a browser reaches at
    /// the same address at other times. For a proxy, this is the URL of the upstream server. The page gets only a hash
    /// of the key. Default: none, so the history depends only on the page's origin and prefix.
    pub fn history_key(mut self, key: impl Into<String>) -> Self {
        self.history_key = Some(key.into());
        self
    }

    /// Sets the tools that may be run. Default: none.
    pub fn execution(mut self, execution: Execution) -> Self {
        self.execution = execution;
        self
    }

    /// Sets whether tools may be run that the MCP server does not list, as some servers do with tools for their apps.
    /// Requires [`Execution::all`], because the other policies decide by the description of a tool, which is missing.
    /// Default `false`.
    pub fn unlisted_tools(mut self, run: bool) -> Self {
        self.unlisted_tools = run;
        self
    }

    /// Sets the hook that decides who may call tools. Default: anybody who can reach the service.
    pub fn auth(mut self, hook: impl AuthHook) -> Self {
        self.auth = Some(Arc::new(hook));
        self
    }

    /// Sets whether the auth hook also guards the list, details, validation and resources. The page itself remains
    /// public. Default `false`.
    pub fn auth_for_discovery(mut self, extend: bool) -> Self {
        self.auth_for_discovery = extend;
        self
    }

    /// Sets the header in which a trusted proxy passes the caller's [`Identity`](crate::Identity). Default: none.
    ///
    /// A client that bypasses the proxy can claim any identity. So the explorer must be reachable only through the
    /// proxy, which must remove the header from client requests.
    ///
    /// # Errors
    ///
    /// If `name` is not a valid header name.
    pub fn identity_header(mut self, name: &str) -> Result<Self, ConfigError> {
        let wrong = |_| ConfigError::new("identity_header", name, "the name of a header");
        self.identity_header = Some(name.parse().map_err(wrong)?);
        Ok(self)
    }

    /// Sets the host names of the explorer, each with or without a port. A request for any other host gets 421.
    ///
    /// Default: only loopback names if tools may be executed, and for resources; any host otherwise.
    ///
    /// # Errors
    ///
    /// If one of them is not a host name.
    pub fn hosts<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        self.hosts = Hosts::only(names)?;
        Ok(self)
    }

    /// Accepts any host name, even if tools may be executed. Use it only behind a server that validates the host:
    /// otherwise any web page can reach the tools by DNS rebinding.
    pub fn any_host(mut self) -> Self {
        self.hosts = Hosts::Any;
        self
    }

    /// Sets other origins whose pages may send requests to the explorer. They still get no CORS headers. Default: none.
    ///
    /// # Errors
    ///
    /// If one of them is not an origin.
    pub fn trusted_origins<O: AsRef<str>>(mut self, origins: impl IntoIterator<Item = O>) -> Result<Self, ConfigError> {
        self.trusted_origins = parse_origins("trusted_origins", origins)?;
        Ok(self)
    }

    /// Sets the origins that may show the page in a frame, as sources of the CSP directive `frame-ancestors`. Empty
    /// means none.
    ///
    /// Default: `frame-ancestors 'self'`, and 403 for framed requests, so that an app cannot navigate its frame to the
    /// explorer.
    ///
    /// # Errors
    ///
    /// If a source is neither `'self'` nor `'none'` nor an origin.
    pub fn frame_ancestors<S: AsRef<str>>(mut self, sources: impl IntoIterator<Item = S>) -> Result<Self, ConfigError> {
        self.frame_ancestors = Some(parse_frame_ancestors(sources)?);
        Ok(self)
    }

    /// Sets the limits on MCP Apps.
    pub fn apps(mut self, apps: Apps) -> Self {
        self.apps = apps;
        self
    }

    /// Sets a second origin of this service, for apps that need a non-opaque origin, for example for storage. All apps
    /// share it. Default: none, and apps run in an opaque origin.
    ///
    /// On this origin, only the sandbox document is served. All other paths, including those of the wrapped service,
    /// are 404, because an app could access them as a page of the same origin.
    ///
    /// # Errors
    ///
    /// If `origin` is not an `http` or `https` origin.
    pub fn sandbox_origin(mut self, origin: &str) -> Result<Self, ConfigError> {
        let wrong = || ConfigError::new("sandbox_origin", origin, "an origin such as \"https://apps.example.com\"");
        self.sandbox_origin = Some(Origin::parse(origin).filter(Origin::is_http).ok_or_else(wrong)?);
        Ok(self)
    }

    /// Sets the path of the MCP endpoint of the inner service. Default `/mcp`.
    ///
    /// # Errors
    ///
    /// If `path` is not a path that begins with `/`, with or without a query.
    pub fn mcp_endpoint(mut self, path: &str) -> Result<Self, ConfigError> {
        if !path.starts_with('/') || path.parse::<http::uri::PathAndQuery>().is_err() {
            return Err(ConfigError::new("mcp_endpoint", path, "a path such as \"/mcp\""));
        }
        path.clone_into(&mut self.mcp_endpoint);
        Ok(self)
    }

    /// Adds headers of the caller that are forwarded to the MCP server, besides `Authorization` and trace headers. They
    /// are treated as credentials: callers that differ in one of them never share a session.
    ///
    /// # Errors
    ///
    /// If one of them is not a header name, or is a header that the MCP client sets itself.
    pub fn forwarded_headers<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        for name in names {
            let name = name.as_ref();
            let wrong = || ConfigError::new("forwarded_headers", name, "names of headers that identify the caller");
            let header = name.parse::<HeaderName>().map_err(|_| wrong())?;
            if crate::backend::mcp::is_reserved_header(&header) {
                return Err(wrong());
            }
            if !self.forwarded_headers.contains(&header) {
                self.forwarded_headers.push(header);
            }
        }
        Ok(self)
    }

    /// Sets the limits on requests, responses and caches.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns the maximum size of a response from the backend in bytes, as set with [`Limits::response_bytes`]. Custom
    /// providers must enforce it themselves.
    pub fn answer_limit(&self) -> usize {
        self.limits.response_bytes
    }

    /// Sets the timeouts.
    pub fn timeouts(mut self, timeouts: Timeouts) -> Self {
        self.timeouts = timeouts;
        self
    }

    /// Sets the runtime for timers and background tasks. Default: tokio, with the feature `tokio`.
    pub fn runtime(mut self, runtime: impl Runtime) -> Self {
        self.background = Background::new(runtime);
        self
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
