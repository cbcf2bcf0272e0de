use http::HeaderName;
use http::uri::PathAndQuery;

use super::McpUiConfig;
use crate::error::ConfigError;
use crate::setting::Setting;

/// Headers that cannot be forwarded: the MCP client sets them itself, they belong to the connection, or they are
/// forwarded anyway. MCP headers, which start with `mcp-`, cannot be forwarded either.
const RESERVED: [&str; 12] = [
    "accept",
    "baggage",
    "connection",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "origin",
    "te",
    "traceparent",
    "tracestate",
    "transfer-encoding",
];

fn forwardable(name: &str) -> Result<HeaderName, ConfigError> {
    let is_reserved = |header: &HeaderName| RESERVED.contains(&header.as_str()) || header.as_str().starts_with("mcp-");
    let header = name.parse().ok().filter(|header| !is_reserved(header));
    let allowed = "names of headers that identify the caller";
    header.ok_or_else(|| ConfigError::invalid(Setting::FORWARDED_HEADERS, name, allowed))
}

/// The settings for the MCP server.
impl McpUiConfig {
    /// Sets the path to the inner service's MCP endpoint (MCP, "Transports", "Streamable HTTP"). Default `/mcp`.
    ///
    /// # Errors
    ///
    /// If `path` is not a path that starts with `/`, with or without a query.
    pub fn mcp_endpoint(mut self, path: &str) -> Result<Self, ConfigError> {
        if !path.starts_with('/') || path.parse::<PathAndQuery>().is_err() {
            return Err(ConfigError::invalid(Setting::MCP_ENDPOINT, path, "a path such as \"/mcp\""));
        }
        path.clone_into(&mut self.mcp_endpoint);
        Ok(self)
    }

    /// Adds caller headers that are forwarded to the MCP server, besides `Authorization` and trace headers. They are
    /// treated as credentials: callers that differ in any such header never share a session.
    ///
    /// # Errors
    ///
    /// If a name is not a header name, or the header cannot be forwarded, such as `Host`, `Accept` and MCP headers.
    pub fn forwarded_headers<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        for name in names {
            let header = forwardable(name.as_ref())?;
            if !self.forwarded_headers.contains(&header) {
                self.forwarded_headers.push(header);
            }
        }
        Ok(self)
    }

    /// Sets the key for the tokens in users' answers to questions from MCP servers (elicitation, sampling, roots).
    /// Default: a random key for each layer.
    ///
    /// With a key, the page keeps and sends credentials entered under "Access" only in a form sealed with this key: a
    /// program that later listens at the same address cannot open them. Without a key, the page sends the credentials
    /// themselves.
    ///
    /// Servers that use revision 2026-07-28 need no tokens. Set a key if the answer may reach a different instance from
    /// the one that asked the user: behind a load balancer, and in components. Without a key, components do not let
    /// servers that use an older revision ask questions.
    pub fn answer_key(self, key: [u8; 32]) -> Self {
        Self { answer_key: Some(key), ..self }
    }
}
