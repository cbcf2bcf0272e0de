use http::{HeaderMap, Uri};
use mcp_ui_host::StdioCommand;

use super::SignInArgs;

/// An MCP server: a command that starts it, or its URL.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Command(StdioCommand),
    /// The server at a URL, with the headers that every request gets.
    Url {
        url: Uri,
        headers: HeaderMap,
        sign_in: Box<SignInArgs>,
        /// The URL for people, if it has variables whose values may be secrets.
        shown: Option<String>,
    },
}

impl Target {
    /// The name of the server, for the title of the page. The page needs no token, so the name holds no secrets.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Command(command) => command.name(),
            Self::Url { shown: Some(shown), .. } if shown.contains("${") => shown.clone(),
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
