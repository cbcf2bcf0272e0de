use http::{HeaderMap, Uri};
use mcp_ui_host::StdioCommand;

use super::SignInArgs;

/// An MCP server: a command that starts it, or its URL.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Command(StdioCommand),
    /// A server at a URL, with headers for every request.
    Url {
        url: Uri,
        headers: HeaderMap,
        sign_in: Box<SignInArgs>,
        /// The URL for display, if it has variables whose values may be secrets.
        shown: Option<String>,
    },
}

impl Target {
    /// The server's name, for the page title. The page needs no token, so the name contains no secrets.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Command(command) => command.name(),
            Self::Url { shown: Some(shown), .. } if shown.contains("${") => shown.clone(),
            // The query may contain credentials.
            Self::Url { url, .. } => format!("{}{}", url.authority().map_or("", |it| it.as_str()), url.path()),
        }
    }

    /// The key for the server's history in the browser. The browser gets only the key's hash.
    pub(crate) fn history_key(&self) -> String {
        match self {
            Self::Command(command) => format!("command {command}"),
            Self::Url { url, .. } => url.to_string(),
        }
    }
}
