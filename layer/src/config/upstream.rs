use http::HeaderName;
use http::uri::PathAndQuery;

use super::{McpUiConfig, Setting};
use crate::error::ConfigError;

/// The settings for the MCP server.
impl McpUiConfig {
    /// Sets the path of the inner service's MCP endpoint (MCP, "Transports", "Streamable HTTP"). Default `/mcp`.
    ///
    /// # Errors
    ///
    /// If `path` is not a path that begins with `/`, with or without a query.
    pub fn mcp_endpoint(mut self, path: &str) -> Result<Self, ConfigError> {
        if !path.starts_with('/') || path.parse::<PathAndQuery>().is_err() {
            return Err(ConfigError::invalid(Setting::MCP_ENDPOINT, path, "a path such as \"/mcp\""));
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
            let wrong =
                || ConfigError::invalid(Setting::FORWARDED_HEADERS, name, "names of headers that identify the caller");
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
}
