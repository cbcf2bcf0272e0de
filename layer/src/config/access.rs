use std::sync::Arc;

use super::hosts::Hosts;
use super::origins::{Origin, parse_frame_ancestors, parse_origins};
use super::{Execution, McpUiConfig, Setting};
use crate::auth::AuthHook;
use crate::error::ConfigError;

/// The settings that decide which tools may run, and for whom.
impl McpUiConfig {
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
        let wrong = |_| ConfigError::invalid(Setting::IDENTITY_HEADER, name, "the name of a header");
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
        self.trusted_origins = parse_origins(Setting::TRUSTED_ORIGINS, origins)?;
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
        let wrong =
            || ConfigError::invalid(Setting::SANDBOX_ORIGIN, origin, "an origin such as \"https://apps.example.com\"");
        self.sandbox_origin = Some(Origin::parse(origin).filter(Origin::is_http).ok_or_else(wrong)?);
        Ok(self)
    }
}
