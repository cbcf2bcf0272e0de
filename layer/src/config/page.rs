use super::McpUiConfig;

/// The page's initial color theme. The user can choose another theme, which the browser keeps.
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
    /// The user's system theme.
    #[default]
    Auto,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// An endpoint beside the explorer, answered by the program around it: for an explorer at `/weather/explorer`, the
/// endpoint `console` is at `/weather/console`. The page sends it the same credentials as the explorer. The program
/// must guard each endpoint like the explorer: against requests from other web pages, and from unauthorized callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostEndpoint {
    /// `GET console`: the server process's output and state, as server-sent events. The page shows them as its console,
    /// and reloads the tools when the process has restarted.
    ///
    /// - `state`: an object with `state` (`starting`, `ready` or `down`). If it is `ready`, `since` is the start time.
    ///   If there is a second process, `revision` is the first process's revision, `agents` the number of agents
    ///   sharing it, and `newest` the second process's state. If it is `down`, `reason` is a sentence, `time` the end
    ///   time, `stderr` the last lines, and either `restartsIn` the milliseconds until the next start, or `staysDown` a
    ///   sentence that says why the process stays down.
    /// - `lines`: an array of objects with `number` (counted from 0; a gap means lost lines), `time`, `source`
    ///   (`stderr`, `stdout` for output that is not a message, or `runner`), `level` (`info`, `warning` or `error`) and
    ///   `text`. A request with the event's id as `Last-Event-ID` gets the lines after it. The part before the id's
    ///   last `-` identifies the console, so that the page can recognize lines from an earlier console.
    ///
    /// Times are in milliseconds since 1970.
    Console,
    /// `POST mcp`: the MCP endpoint, for other clients. The page shows how to connect them.
    Mcp,
    /// `POST mcp/2026-07-28`: the MCP endpoint for a second process that speaks this revision. The page then offers
    /// that revision, although the server's shared process speaks an older one.
    Newest,
    /// `POST restart`: stops the process and starts it again. The response has any success status and no content.
    Restart,
    /// `POST doctor`: a step-by-step check of the connection to the server, as server-sent events. The page offers it
    /// when the tools cannot be listed. A `step` is an object with `step` (a name), `outcome` (`ok`, `warning` or
    /// `failed`), `milliseconds`, `seen` (the observations, as sentences) and optionally `next` (advice on what to do
    /// next). The last event is `end`.
    Doctor,
    /// `authorization`: the sign-in at the MCP server's authorization server. The page offers it when the server
    /// answers 401. Each response is an object with the `state`: `idle`, `required`, `visiting` (with the `url` to
    /// visit), `granted` (with `issuer` and optionally `scope`) or `failed` (with `code` and `message`, a sentence).
    ///
    /// - `GET`: the current state.
    /// - `POST`: starts a sign-in.
    /// - `DELETE`: forgets the grant and has it revoked.
    Authorization,
    /// `tests`: the tests in a file. The page shows them in a panel, and adds calls to them.
    ///
    /// - `GET`: an object with `file` (its path), `isWritable`, `tests` (an array of objects with `name` and `line`)
    ///   and `problem` (null, or the reason if the file cannot be read).
    /// - `POST` with `{"run": {"name": null, "accept": false}}`: runs all tests, or the named one. With `accept`, the
    ///   server's results replace the results recorded earlier. The response has `suites`, each
    ///   with `tests`: objects with `name`, `state` (`passed`, `failed` or `error`), `ms`, `problems` and `error`.
    /// - `POST` with `{"add": {"test": "- {call: add}"}}`: adds a test in YAML. The response is the same as for `GET`.
    Tests,
    /// `POST start`: exchanges a code for the page's and the agents' tokens. The code comes from the fragment `#code=…`
    /// in the page's URL. It consists of 32 hexadecimal digits, is sent in the header `Mcp-Ui-Code`, and works once.
    /// The response is an object with the members `page` and `agents`.
    ///
    /// With a random text in the header `Mcp-Ui-Nonce` instead of a code, the response is an object with the member
    /// `proof`: the SHA-256 hash of `mcp-ui start`, the page's token and that text, in hexadecimal digits. The page
    /// asks for this proof before it sends its token, because another program may have taken over the port. Each later
    /// request has the token in the header `Mcp-Ui-Token`.
    Start,
    /// `GET ../`: a page with several servers, including the one in this explorer. The explorer's page links to it.
    Servers,
}

/// The settings for the page.
impl McpUiConfig {
    /// Sets the page's title. Default: the MCP server's own name, or `MCP UI` until it is known.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Sets the project shown in the page's footer. Default: no project. The name becomes a link if the URL is usable
    /// in a link: `http`, `https`, `mailto`, or a path on this server.
    pub fn project(self, name: impl Into<String>, url: Option<&str>) -> Self {
        Self { project: Some((name.into(), url.map(str::to_owned))), ..self }
    }

    /// Sets the page's initial color theme. Default [`Theme::Auto`].
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Sets whether the page stores recent calls in the browser. Default `true`.
    pub fn history(self, keep: bool) -> Self {
        Self { history: keep, ..self }
    }

    /// Sets a key that separates this server's call history from those of other servers that use the same address at
    /// other times. For a proxy, use the upstream server's URL. The page gets only a hash of the key. Default: no key,
    /// so the history depends only on the page's origin and prefix.
    pub fn history_key(self, key: impl Into<String>) -> Self {
        Self { history_key: Some(key.into()), ..self }
    }

    /// Sets the endpoints that a program provides if it runs the server process itself, as `mcp-ui open` does: see
    /// [`HostEndpoint`]. Default: no endpoints, so the page has no console and no restart button.
    pub fn host_endpoints(self, endpoints: impl IntoIterator<Item = HostEndpoint>) -> Self {
        Self { host_endpoints: endpoints.into_iter().collect(), ..self }
    }
}
