use super::McpUiConfig;

/// The initial colour theme of the page. The user can choose another one, which the browser keeps.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, Theme};
///
/// let config = McpUiConfig::new().theme(Theme::Dark);
/// ```
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

/// The settings of the page.
impl McpUiConfig {
    /// Sets the page's title. Default `MCP Tool Explorer`.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the project that the page's footer names. Default: none. The name becomes a link if the URL is usable as
    /// one: `http`, `https`, `mailto`, or a path on this server.
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

    /// Sets a key that separates this server's history of calls from the histories of other servers that a browser
    /// reaches at the same address at other times. For a proxy, this is the URL of the upstream server. The page gets
    /// only a hash of the key. Default: none, so the history depends only on the page's origin and prefix.
    pub fn history_key(mut self, key: impl Into<String>) -> Self {
        self.history_key = Some(key.into());
        self
    }
}
