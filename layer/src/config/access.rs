use std::sync::Arc;

use super::hosts::Hosts;
use super::origins::{parse_frame_ancestors, parse_origins};
use super::{Execution, McpUiConfig};
use crate::auth::AuthHook;
use crate::error::ConfigError;
use crate::origin::Origin;
use crate::setting::Setting;

/// The settings that decide which tools may run, and for whom.
impl McpUiConfig {
    /// Sets the tools that may be run: see [`Execution`]. Other tools are listed, but calling them results in 403.
    /// Default: no tools.
    pub fn execution(self, execution: Execution) -> Self {
        Self { execution, ..self }
    }

    /// Sets whether tools missing from the MCP server's list may run. Some servers do not list the tools that are only
    /// for their apps. Requires [`Execution::all`], because the other policies decide by the tool's definition, which
    /// is missing. Default `false`.
    pub fn unlisted_tools(self, run: bool) -> Self {
        Self { unlisted_tools: run, ..self }
    }

    /// Sets the hook that decides who may call tools: see [`AuthHook`]. Other callers get 401.
    /// [`Timeouts::list`](crate::config::Timeouts::list) limits the hook's time. Default: anybody who can reach the
    /// service may call tools.
    ///
    /// `MCP_UI_TOKEN` sets a hook that requires this bearer token (RFC 6750, section 2.1).
    pub fn auth(mut self, hook: impl AuthHook) -> Self {
        self.auth = Some(Arc::new(hook));
        self.requires_token = false;
        self
    }

    /// Sets whether the auth hook also guards the list, details, validation and resources. The page itself remains
    /// public. Default `false`.
    pub fn auth_for_discovery(self, extend: bool) -> Self {
        Self { auth_for_discovery: extend, ..self }
    }

    /// Sets the header in which a trusted proxy passes the caller's [`Identity`](crate::config::Identity). Default: no
    /// header.
    ///
    /// A client that bypasses the proxy can claim any identity. So the explorer must be reachable only through the
    /// proxy, which must remove the header from client requests.
    ///
    /// # Errors
    ///
    /// If `name` is not a valid header name.
    pub fn identity_header(mut self, name: &str) -> Result<Self, ConfigError> {
        let wrong = |_| ConfigError::invalid(Setting::IDENTITY_HEADER, name, "the name of a header");
        self.identity_header = Some(name.parse().map_err(wrong)?);
        Ok(self)
    }

    /// Sets the explorer's host names, each with or without a port. A request for any other host gets 421 (RFC 9110,
    /// section 15.5.20), which protects against DNS rebinding (MCP, "Transports", "Security Warning").
    ///
    /// Default: any host, except that requests for resources, traffic and sign-ins, and all requests if tools may be
    /// executed, must use a loopback name.
    ///
    /// # Errors
    ///
    /// If a name is not a valid host name.
    pub fn hosts<N: AsRef<str>>(self, names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        Ok(Self { hosts: Hosts::only(names)?, ..self })
    }

    /// Accepts any host name, even if tools may be executed. Use it only behind a server that validates the host:
    /// otherwise any web page can reach the tools through DNS rebinding.
    pub fn any_host(self) -> Self {
        Self { hosts: Hosts::Any, ..self }
    }

    /// Sets other origins (RFC 6454) whose pages may send requests to the explorer. The responses still have no CORS
    /// headers. Pages from all other origins get 403. Default: no other origins.
    ///
    /// ```
    /// # use tower_mcp_ui::McpUiConfig;
    /// let config = McpUiConfig::new().trusted_origins(["https://portal.example.com"])?;
    /// # Ok::<(), tower_mcp_ui::config::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an item is not an origin: scheme, host and optional port, without a path.
    pub fn trusted_origins<O: AsRef<str>>(self, origins: impl IntoIterator<Item = O>) -> Result<Self, ConfigError> {
        Ok(Self { trusted_origins: parse_origins(Setting::TRUSTED_ORIGINS, origins)?, ..self })
    }

    /// Sets the origins that may show the page in a frame, as sources for the directive `frame-ancestors` (CSP Level 3,
    /// section 6.4.2). An empty list allows no origin.
    ///
    /// ```
    /// # use tower_mcp_ui::McpUiConfig;
    /// let config = McpUiConfig::new().frame_ancestors(["'self'", "https://*.example.com"])?;
    /// # Ok::<(), tower_mcp_ui::config::ConfigError>(())
    /// ```
    ///
    /// Default: `frame-ancestors 'self'`, and 403 for framed requests, so that an app cannot navigate its frame to the
    /// explorer.
    ///
    /// # Errors
    ///
    /// If a source is neither `'self'` nor `'none'` nor an origin, or `'none'` is not the only source.
    pub fn frame_ancestors<S: AsRef<str>>(self, sources: impl IntoIterator<Item = S>) -> Result<Self, ConfigError> {
        Ok(Self { frame_ancestors: Some(parse_frame_ancestors(Setting::FRAME_ANCESTORS, sources)?), ..self })
    }

    /// Sets a second origin for this service, for apps that need a non-opaque origin, for example for storage. All apps
    /// share it. Default: no second origin, and apps run in an opaque origin.
    ///
    /// On this origin, only the sandbox document is served. All other paths, including the wrapped service's, get 404,
    /// because an app could access them as a page on the same origin.
    ///
    /// # Errors
    ///
    /// If `origin` is not an `http` or `https` origin.
    pub fn sandbox_origin(mut self, origin: &str) -> Result<Self, ConfigError> {
        let wrong =
            || ConfigError::invalid(Setting::SANDBOX_ORIGIN, origin, "an origin such as \"https://apps.example.com\"");
        self.sandbox_origin = Some(Origin::parse(origin).filter(Origin::is_http).ok_or_else(wrong)?);
        Ok(self)
    }
}
