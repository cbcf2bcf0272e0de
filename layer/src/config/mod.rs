//! Every setting of the layer. There is no invalid configuration: a setter that can fail says so when it is called.

mod apps;
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

/// The colours that the page starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// As the reader's system has it.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl McpUiConfig {
    /// The defaults, named at each setter.
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

    /// Lets the explorer answer each of its paths with 500 and what is wrong, for a host that goes on with everything
    /// else though its settings are wrong.
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

    /// The path under which the explorer lives; everything below it belongs to the layer. Default `/explorer`.
    ///
    /// # Errors
    ///
    /// When `prefix` is not a percent-encoded path that begins with `/`.
    pub fn prefix(mut self, prefix: &str) -> Result<Self, ConfigError> {
        self.prefix = Prefix::parse(prefix)?;
        Ok(self)
    }

    /// The page's title. Default `MCP Tool Explorer`.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The project that the page names at its foot. A URL that is not usable as a link (`http`, `https`, `mailto`, or
    /// a path on this server) leaves the name as plain text.
    pub fn project(mut self, name: impl Into<String>, url: Option<&str>) -> Self {
        self.project = Some((name.into(), url.map(str::to_owned)));
        self
    }

    /// The colours that the page starts with. Default [`Theme::Auto`].
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Whether the page keeps the last calls in the browser. Default `true`.
    pub fn history(mut self, keep: bool) -> Self {
        self.history = keep;
        self
    }

    /// The text that tells this server's history of calls from those of other servers that the same browser finds at
    /// the same address, one after the other: the URL of the server behind a proxy, for instance. The page gets no more
    /// than a hash of it. Default: none, and the history belongs to the page's origin and prefix.
    pub fn history_key(mut self, key: impl Into<String>) -> Self {
        self.history_key = Some(key.into());
        self
    }

    /// Which tools may be run. Default: none.
    pub fn execution(mut self, execution: Execution) -> Self {
        self.execution = execution;
        self
    }

    /// Runs tools that the MCP server leaves out of its list but answers for, as some servers do with tools for their
    /// apps. Needs [`Execution::all`]: nothing is known of such a tool that another policy could decide by. Default
    /// `false`.
    pub fn unlisted_tools(mut self, run: bool) -> Self {
        self.unlisted_tools = run;
        self
    }

    /// Who may call tools. Default: whoever reaches the service.
    pub fn auth(mut self, hook: impl AuthHook) -> Self {
        self.auth = Some(Arc::new(hook));
        self
    }

    /// Extends the auth hook from calls to list, detail, validate and resources; the page itself stays open. Default `false`.
    pub fn auth_for_discovery(mut self, extend: bool) -> Self {
        self.auth_for_discovery = extend;
        self
    }

    /// The header in which a trusted proxy says who the caller is: its text is the request's
    /// [`Identity`](crate::Identity). Default none. Whoever reaches the explorer past the proxy can claim to be
    /// anybody, so the proxy must be the only way, and must take the header out of what clients send.
    ///
    /// # Errors
    ///
    /// When it is not the name of a header.
    pub fn identity_header(mut self, name: &str) -> Result<Self, ConfigError> {
        let wrong = |_| ConfigError::new("identity_header", name, "the name of a header");
        self.identity_header = Some(name.parse().map_err(wrong)?);
        Ok(self)
    }

    /// The host names under which the explorer answers, each with a port or without. Requests for any other get 421.
    ///
    /// Default: the loopback names where tools may be executed, and for resources; any host for all else.
    ///
    /// # Errors
    ///
    /// When one of them is not a host name.
    pub fn hosts<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        self.hosts = Hosts::only(names)?;
        Ok(self)
    }

    /// Lets the explorer answer under any host name, also where tools may be executed. Only behind something that
    /// checks the host itself: else any web page can reach the tools, by pointing its own name at this machine.
    pub fn any_host(mut self) -> Self {
        self.hosts = Hosts::Any;
        self
    }

    /// Foreign origins whose pages may send requests to the explorer. They still get no CORS headers. Default: none.
    ///
    /// # Errors
    ///
    /// When one of them is not an origin.
    pub fn trusted_origins<O: AsRef<str>>(mut self, origins: impl IntoIterator<Item = O>) -> Result<Self, ConfigError> {
        self.trusted_origins = parse_origins("trusted_origins", origins)?;
        Ok(self)
    }

    /// Who may show the page in a frame: sources of CSP's `frame-ancestors`; empty means nobody.
    ///
    /// Default: `'self'` in the policy, and 403 for every frame: an app that navigates its own gets no further.
    ///
    /// # Errors
    ///
    /// When a source is neither `'self'` nor `'none'` nor an origin.
    pub fn frame_ancestors<S: AsRef<str>>(mut self, sources: impl IntoIterator<Item = S>) -> Result<Self, ConfigError> {
        self.frame_ancestors = Some(parse_frame_ancestors(sources)?);
        Ok(self)
    }

    /// What apps may ask of the page.
    pub fn apps(mut self, apps: Apps) -> Self {
        self.apps = apps;
        self
    }

    /// A second origin under which this service is reached, for apps that need an origin of their own, for storage for
    /// instance. All apps share it. On its host every path but that of the document that holds an app is 404, the wrapped
    /// service's paths included: an app there could act as the service's own page. Default: none, and apps run in an
    /// opaque origin.
    ///
    /// # Errors
    ///
    /// When it is not an `http` or `https` origin.
    pub fn sandbox_origin(mut self, origin: &str) -> Result<Self, ConfigError> {
        let wrong = || ConfigError::new("sandbox_origin", origin, "an origin such as \"https://apps.example.com\"");
        self.sandbox_origin = Some(Origin::parse(origin).filter(Origin::is_http).ok_or_else(wrong)?);
        Ok(self)
    }

    /// The path at which the inner service speaks MCP. Default `/mcp`.
    ///
    /// # Errors
    ///
    /// When it is not a path that begins with `/`, with a query or without.
    pub fn mcp_endpoint(mut self, path: &str) -> Result<Self, ConfigError> {
        if !path.starts_with('/') || path.parse::<http::uri::PathAndQuery>().is_err() {
            return Err(ConfigError::new("mcp_endpoint", path, "a path such as \"/mcp\""));
        }
        path.clone_into(&mut self.mcp_endpoint);
        Ok(self)
    }

    /// Headers of the caller that go along to the MCP server, besides `Authorization` and trace headers. They count
    /// as credentials: callers who differ in one of them never share a session.
    ///
    /// # Errors
    ///
    /// When one of them is not a header name, or one that the MCP client sets itself.
    pub fn forwarded_headers<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        for name in names {
            let name = name.as_ref();
            let wrong = || ConfigError::new("forwarded_headers", name, "names of headers that say who the caller is");
            let header = name.parse::<HeaderName>().map_err(|_| wrong())?;
            if crate::backend::mcp::is_own_header(&header) {
                return Err(wrong());
            }
            if !self.forwarded_headers.contains(&header) {
                self.forwarded_headers.push(header);
            }
        }
        Ok(self)
    }

    /// What the explorer takes in at most.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The most that a source of tools may answer with: what [`Limits::answer_bytes`] has set. For sources that are no
    /// MCP servers and keep to it themselves.
    pub fn answer_limit(&self) -> usize {
        self.limits.answer_bytes
    }

    /// How long the explorer waits.
    pub fn timeouts(mut self, timeouts: Timeouts) -> Self {
        self.timeouts = timeouts;
        self
    }

    /// The clock and the background tasks. Default: tokio's, with the feature `tokio`.
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
