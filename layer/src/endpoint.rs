//! The explorer's endpoints: one table with their methods, paths and permissions, and the request matching.
//!
//! A request is matched before its body is read or the backend is asked, so that the guards for its permission run
//! first. Permissions belong to paths, not to methods: a request with a wrong method gets 405 only if the path's guards
//! let it pass.

use std::borrow::Cow;

use http::Method;
use percent_encoding::percent_decode_str;

/// An explorer endpoint. Each has one row in the table, and one arm in `Explorer::dispatch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// `GET {prefix}`: the page.
    Page,
    /// `GET {prefix}/later.js` or `GET {prefix}/traffic.js`: a part of the page's script.
    Script(ScriptPart),
    /// `GET {prefix}/tools`: the tool list.
    Tools,
    /// `GET {prefix}/tools/{name}`: one tool's description.
    Tool,
    /// `POST {prefix}/tools/{name}/call`: runs a tool.
    Call,
    /// `POST {prefix}/tools/{name}/validate`: checks arguments without running the tool.
    Validate,
    /// `POST {prefix}/findings`: the parts of a tool that clients refuse or that mislead models.
    Findings,
    /// `GET {prefix}/server`: the server's description, and the tools excluded from the list.
    Server,
    /// `GET {prefix}/resources`: the resource list.
    Resources,
    /// `GET {prefix}/resources/templates`: the resource template list.
    ResourceTemplates,
    /// `GET {prefix}/resources/read?uri={uri}`: a resource's contents.
    ReadResource,
    /// `POST {prefix}/rpc/{method}`: a request with this MCP method. The server's messages are streamed. `tools/call`
    /// runs a tool.
    Live(&'static str),
    /// `POST {prefix}/rpc/answer`: the answer to a server's request.
    Answer,
    /// `GET {prefix}/events`: changes to the tools, prompts and resources, and messages that belong to no request.
    Events,
    /// `GET {prefix}/traffic`: the recorded messages between MCP clients and the server.
    Traffic,
    /// `POST {prefix}/traffic`: records from a file, which come back without their secrets.
    RedactTraffic,
    /// `POST {prefix}/access`: credentials entered by the user, which come back sealed.
    Access,
    /// `{prefix}/authorization`: a step of the sign-in at the MCP server's authorization server.
    SignIn(SignInAction),
    /// `GET {prefix}/uis`: the UI catalog, with its stories.
    Uis,
    /// `POST {prefix}/uis/{name}/check`: checks data against a UI's schema.
    CheckUi,
    /// `POST {prefix}/uis/{name}/stories`: saves a story.
    SaveStory,
    /// `GET {prefix}/ui/runtime.js`: the runtime for UIs.
    UiRuntime,
    /// `GET {prefix}/ui/{name}`: a UI's document.
    HostedUi,
    /// `GET {prefix}/sandbox`: the document that an app runs in.
    Sandbox,
    /// `POST {prefix}/sandbox/policy`: the decision about an app's domains. POST, because the declaration can be long.
    SandboxPolicy,
}

/// A part of the page's script outside the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScriptPart {
    /// Everything that appears when the user opens a list item. The page loads it once the list is painted.
    Later,
    /// The traffic panel, which the page loads when it opens.
    Traffic,
}

/// A request in a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignInAction {
    /// `POST {prefix}/authorization`: starts a sign-in.
    Begin,
    /// `POST {prefix}/authorization/next`: continues a sign-in.
    Next,
    /// `POST {prefix}/authorization/refresh`: renews a grant.
    Refresh,
    /// `POST {prefix}/authorization/sign-out`: revokes grants.
    SignOut,
    /// `GET {prefix}/authorization/callback`: the redirect URI.
    Callback,
    /// `GET {prefix}/authorization/client.json`: the client ID metadata document.
    Client,
}

/// The permission that an endpoint requires, which determines its guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// Anybody, because the response depends only on the request and the configuration.
    Public,
    /// Anybody, for the page. It can be framed only if `frame_ancestors` is set.
    Page,
    /// Anybody, for content loaded in an app's frame.
    Frame,
    /// Callers whom the auth hook accepts, if it guards discovery.
    Discovery,
    /// Like `Discovery`, but only for a loopback host name unless `hosts` is set.
    Resources,
    /// Callers whom the auth hook accepts, but only for a loopback host name unless `hosts` is set.
    Traffic,
    /// Callers whom the auth hook accepts, if execution is enabled.
    Execution,
    /// Anybody, but only for a loopback host name unless `hosts` is set.
    SignIn,
}

/// A row of the table.
struct Row {
    method: Verb,
    path: Path,
    permission: Permission,
    endpoint: Endpoint,
}

/// A path under the prefix.
enum Path {
    Exact(&'static str),
    /// Any text, slashes included, between a prefix and a suffix.
    Named(&'static str, &'static str),
}

/// A method in the table. OPTIONS is missing, since the explorer has no CORS headers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    /// GET, and HEAD, which differs only in the missing body.
    Get,
    /// POST, which web pages may send only from the same or a trusted origin.
    Post,
}

/// All endpoints. The first row with the request's path and method determines the endpoint.
///
/// GET below `tools/` is always a tool's detail, since a tool may have any name. The detail path for a tool with an
/// empty name is `tools//`, because `tools/` is the list.
const ENDPOINTS: &[Row] = &[
    get("", Permission::Page, Endpoint::Page),
    get("later.js", Permission::Public, Endpoint::Script(ScriptPart::Later)),
    get("traffic.js", Permission::Public, Endpoint::Script(ScriptPart::Traffic)),
    get("tools", Permission::Discovery, Endpoint::Tools),
    get("tools/{name}", Permission::Discovery, Endpoint::Tool),
    post("tools/{name}/call", Permission::Execution, Endpoint::Call),
    post("tools/{name}/validate", Permission::Discovery, Endpoint::Validate),
    post("findings", Permission::Public, Endpoint::Findings),
    get("server", Permission::Discovery, Endpoint::Server),
    get("resources", Permission::Resources, Endpoint::Resources),
    get("resources/templates", Permission::Resources, Endpoint::ResourceTemplates),
    get("resources/read", Permission::Resources, Endpoint::ReadResource),
    post("rpc/tools/list", Permission::Discovery, Endpoint::Live("tools/list")),
    post("rpc/tools/call", Permission::Execution, Endpoint::Live("tools/call")),
    post("rpc/prompts/list", Permission::Discovery, Endpoint::Live("prompts/list")),
    post("rpc/prompts/get", Permission::Discovery, Endpoint::Live("prompts/get")),
    post("rpc/completion/complete", Permission::Discovery, Endpoint::Live("completion/complete")),
    post("rpc/resources/list", Permission::Resources, Endpoint::Live("resources/list")),
    post("rpc/resources/templates/list", Permission::Resources, Endpoint::Live("resources/templates/list")),
    post("rpc/resources/read", Permission::Resources, Endpoint::Live("resources/read")),
    post("rpc/logging/setLevel", Permission::Discovery, Endpoint::Live("logging/setLevel")),
    post("rpc/tasks/get", Permission::Execution, Endpoint::Live("tasks/get")),
    post("rpc/tasks/result", Permission::Execution, Endpoint::Live("tasks/result")),
    post("rpc/tasks/list", Permission::Execution, Endpoint::Live("tasks/list")),
    post("rpc/tasks/update", Permission::Execution, Endpoint::Live("tasks/update")),
    post("rpc/tasks/cancel", Permission::Execution, Endpoint::Live("tasks/cancel")),
    post("rpc/answer", Permission::Execution, Endpoint::Answer),
    get("events", Permission::Discovery, Endpoint::Events),
    get("traffic", Permission::Traffic, Endpoint::Traffic),
    post("traffic", Permission::Traffic, Endpoint::RedactTraffic),
    post("access", Permission::Public, Endpoint::Access),
    post("authorization", Permission::SignIn, Endpoint::SignIn(SignInAction::Begin)),
    post("authorization/next", Permission::SignIn, Endpoint::SignIn(SignInAction::Next)),
    post("authorization/refresh", Permission::SignIn, Endpoint::SignIn(SignInAction::Refresh)),
    post("authorization/sign-out", Permission::SignIn, Endpoint::SignIn(SignInAction::SignOut)),
    get("authorization/callback", Permission::SignIn, Endpoint::SignIn(SignInAction::Callback)),
    get("authorization/client.json", Permission::SignIn, Endpoint::SignIn(SignInAction::Client)),
    get("uis", Permission::Discovery, Endpoint::Uis),
    post("uis/{name}/check", Permission::Discovery, Endpoint::CheckUi),
    post("uis/{name}/stories", Permission::Execution, Endpoint::SaveStory),
    get("ui/runtime.js", Permission::Frame, Endpoint::UiRuntime),
    get("ui/{name}", Permission::Frame, Endpoint::HostedUi),
    get("sandbox", Permission::Frame, Endpoint::Sandbox),
    post("sandbox/policy", Permission::Public, Endpoint::SandboxPolicy),
];

/// A row for GET and HEAD. In `path`, `{name}` stands for any text.
const fn get(path: &'static str, permission: Permission, endpoint: Endpoint) -> Row {
    Row { method: Verb::Get, path: Path::of(path), permission, endpoint }
}

/// A row for POST. In `path`, `{name}` stands for any text.
const fn post(path: &'static str, permission: Permission, endpoint: Endpoint) -> Row {
    Row { method: Verb::Post, path: Path::of(path), permission, endpoint }
}

/// A request's match in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Matched<'p> {
    pub(crate) endpoint: Result<Endpoint, Mismatch>,
    /// The endpoint's permission or, if the method is not allowed, that of the path's first endpoint.
    pub(crate) permission: Permission,
    /// The text in place of `{name}`, still percent-encoded.
    name: &'p str,
}

/// The reason for a request without an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// No endpoint has the path: 404.
    UnknownPath,
    /// The path exists, but only with the methods in this `Allow` header.
    MethodNotAllowed(&'static str),
}

impl<'p> Matched<'p> {
    /// The match for a path outside the prefix.
    pub(crate) const UNKNOWN: Self =
        Self { endpoint: Err(Mismatch::UnknownPath), permission: Permission::Public, name: "" };

    /// Finds the endpoint for a method and for a path under the prefix, as [`Prefix::strip`] returns it.
    ///
    /// Without an endpoint, the permission is that of the first row with the path, or [`Permission::Public`] if no row
    /// has the path.
    ///
    /// [`Prefix::strip`]: crate::config::Prefix::strip
    pub(crate) fn of(method: &Method, path: &'p str) -> Self {
        let mut matched = Self::UNKNOWN;
        let (mut gets, mut posts) = (false, false);
        for row in ENDPOINTS {
            let Some(name) = row.path.name_in(path) else { continue };
            if row.method.is(method) {
                return Self { endpoint: Ok(row.endpoint), permission: row.permission, name };
            }
            if !(gets || posts) {
                (matched.permission, matched.name) = (row.permission, name);
            }
            gets |= row.method == Verb::Get;
            posts |= row.method == Verb::Post;
        }
        match (gets, posts) {
            (true, true) => matched.endpoint = Err(Mismatch::MethodNotAllowed("GET, HEAD, POST")),
            (true, false) => matched.endpoint = Err(Mismatch::MethodNotAllowed("GET, HEAD")),
            (false, true) => matched.endpoint = Err(Mismatch::MethodNotAllowed("POST")),
            (false, false) => {}
        }
        matched
    }

    /// Decodes the name in the path. Returns `None` if it is not UTF-8, which results in 400.
    pub(crate) fn name(&self) -> Option<Cow<'p, str>> {
        percent_decode_str(self.name).decode_utf8().ok()
    }
}

impl Path {
    /// Splits a path at `{name}`. Evaluated at compile time, because every request is compared with all rows.
    const fn of(path: &'static str) -> Self {
        let mut at = 0;
        while at < path.len() {
            if path.as_bytes()[at] == b'{' {
                let (prefix, rest) = path.split_at(at);
                return Self::Named(prefix, rest.split_at("{name}".len()).1);
            }
            at += 1;
        }
        Self::Exact(path)
    }

    /// Returns the text in place of `{name}`, which is empty for an exact path, or `None` if the path does not match.
    fn name_in<'p>(&self, path: &'p str) -> Option<&'p str> {
        match *self {
            Self::Exact(exact) => (path == exact).then_some(""),
            Self::Named(prefix, suffix) => path.strip_prefix(prefix)?.strip_suffix(suffix),
        }
    }
}

impl Verb {
    fn is(self, method: &Method) -> bool {
        match self {
            Self::Get => matches!(*method, Method::GET | Method::HEAD),
            Self::Post => *method == Method::POST,
        }
    }
}

/// The default path of the MCP endpoint.
pub(crate) const MCP: &str = "/mcp";

/// Returns whether a path is one of these MCP endpoints, or the default endpoint if they are `None`. A trailing slash
/// is ignored.
pub(crate) fn is_one_of(endpoints: Option<&[String]>, default: &str, path: &str) -> bool {
    let path = without_slash(path);
    endpoints.map_or(path == default, |endpoints| endpoints.iter().any(|endpoint| endpoint == path))
}

/// Returns a path without its trailing slash. The root stays as it is.
pub(crate) fn without_slash(path: &str) -> &str {
    path.strip_suffix('/').filter(|path| !path.is_empty()).unwrap_or(path)
}

/// Returns the tool's name if `tools/{path}` is a tool action such as a call. Actions take POST.
pub(crate) fn tool_of_action(path: &str) -> Option<&str> {
    ENDPOINTS.iter().find_map(|row| match row.path {
        Path::Named("tools/", action) if row.method == Verb::Post => path.strip_suffix(action),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
