use http::{HeaderMap, Uri};
use mcp_ui_host::StdioCommand;

/// An MCP server: a command that starts it, or its URL.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Command(StdioCommand),
    /// The server at a URL, with the headers that every request gets.
    Url {
        url: Uri,
        headers: HeaderMap,
    },
}

impl Target {
    /// The name of the server, for the title of the page. The page needs no token, so the name holds no secrets.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Command(command) => command.name(),
            // A query may have credentials.
            Self::Url { url, .. } => format!("{}{}", url.authority().map_or("", |it| it.as_str()), url.path()),
        }
    }

    /// The key of the server's history in the browser, which gets only its hash.
    pub(crate) fn history_key(&self) -> String {
        match self {
            Self::Command(command) => format!("command {command}"),
            Self::Url { url, .. } => url.to_string(),
        }
    }
}
