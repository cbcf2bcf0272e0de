use super::McpUiConfig;

/// The initial colour theme of the page. The user can choose another one, which the browser keeps.
///
/// ```
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::config::Theme;
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

/// Something that the program around the explorer answers itself, beside the explorer: for an explorer at
/// `/weather/explorer`, the endpoint `console` is at `/weather/console`. The page sends it the same credentials as the
/// explorer. Each endpoint must be guarded by the program like the explorer: against requests of other web pages, and
/// of callers who may not use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostEndpoint {
    /// `GET console`: the output and the state of the server's process, as server-sent events. The page shows them as
    /// its console, and loads the tools again when the process has been started again.
    ///
    /// - `state`: an object with `state` (`starting`, `ready` or `down`). If it is `ready`, `since` is the time of the
    ///   start; if there is a second process, `revision` is that of the first one, `agents` the number of agents that
    ///   share it, and `newest` the state of the second process. If it is `down`, `reason` is a sentence, `time` the time of the end, `stderr` the last lines, and either
    ///   `restartsIn` the milliseconds until the next start, or `staysDown` a sentence about why there is none.
    /// - `lines`: an array of objects with `number` (counted from 0; a gap means lost lines), `time`, `source` (`stderr`,
    ///   `stdout` for what is no message, or `runner`), `level` (`info`, `warning` or `error`) and `text`. The event has an
    ///   id; with that as `Last-Event-ID`, a later request gets the lines after it. What precedes the last `-` of the id
    ///   names the console, so that the page can tell the lines of an earlier one.
    ///
    /// Times are in milliseconds since 1970.
    Console,
    /// `POST mcp`: the MCP endpoint, for other clients. The page shows how to connect them.
    Mcp,
    /// `POST mcp/2026-07-28`: the MCP endpoint of a second process in that revision. The page offers the revision
    /// although the server's shared process speaks an older one.
    Newest,
    /// `POST restart`: ends the process, and starts it again. The response has any status of success, and no content.
    Restart,
    /// `POST doctor`: an examination of the way to the server, as server-sent events. The page offers it when the tools
    /// cannot be listed. A `step` is an object with `step` (a name), `outcome` (`ok`, `warning` or `failed`),
    /// `milliseconds`, `seen` (what was seen, as sentences) and perhaps `next` (what to do next). An event `end` is the
    /// last.
    Doctor,
    /// `authorization`: the sign-in at the authorization server of the MCP server. The page offers it when the server
    /// answers 401. Each response is an object with the `state`: `idle`, `required`, `visiting` (with the `url` to
    /// visit), `granted` (with `issuer` and perhaps `scope`) or `failed` (with `code` and `message`, a sentence).
    ///
    /// - `GET`: the present state.
    /// - `POST`: begins a sign-in.
    /// - `DELETE`: forgets the grant, and has it revoked.
    Authorization,
    /// `tests`: the tests of a file. The page shows them in a panel, and adds calls to them.
    ///
    /// - `GET`: an object with `file` (its path), `isWritable`, `tests` (an array of objects with `name` and `line`) and
    ///   `problem` (null, or the reason why the file cannot be read).
    /// - `POST` with `{"run": {"name": null, "accept": false}}`: runs the tests, or the one with this name. With `accept`, what
    ///   the server has returned becomes what is expected, as far as it is recorded. The response has `suites`, each with
    ///   `tests`: objects with `name`, `state` (`passed`, `failed` or `error`), `ms`, `problems` and `error`.
    /// - `POST` with `{"add": {"test": "- {call: add}"}}`: adds a test in YAML. The response is that of `GET`.
    Tests,
    /// `POST start`: the tokens of the page and of agents, for the code in the fragment `#code=…` of the page's
    /// address, which consists of 32 hexadecimal digits and comes in the header `Mcp-Ui-Code`. A code works once. The
    /// response is an object with the members `page` and `agents`. With a random text in the header `Mcp-Ui-Nonce` in
    /// place of a code, it is an object with the member `proof`: the SHA-256 of `mcp-ui start`, the token of the page
    /// and that text, in hexadecimal digits. The page asks for it before it sends its token to what may be another
    /// program. It sends its token in the header `Mcp-Ui-Token` of each request.
    Start,
    /// `GET ../`: a page of several servers, of which this explorer shows one. The page links to it.
    Servers,
}

/// The settings of the page.
impl McpUiConfig {
    /// Sets the page's title. Default: the name that the MCP server gives itself, or `MCP UI` until that is known.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
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

    /// Sets the endpoints of a program that runs the server's process itself, as `mcp-ui open` does: see
    /// [`HostEndpoint`]. Default: none, so the page has no console and no button for a restart.
    pub fn host_endpoints(mut self, endpoints: impl IntoIterator<Item = HostEndpoint>) -> Self {
        self.host_endpoints = endpoints.into_iter().collect();
        self
    }
}
