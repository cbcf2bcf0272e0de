//! A request's purpose, as far as it concerns UIs.

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, header};

use super::call::Call;
use super::known::Known;
use crate::backend::Arguments;
use crate::catalog::{Contents, Entry};
use crate::model::{APPS, RawJson, RawObject};

const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// The first revision with a method header in requests and a `resultType` in results.
const WITH_METHOD: &[u8] = b"2026-07-28";

/// The `_meta` member in a request that holds the client's capabilities (2026-07-28).
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The first decision about a request, from its headers.
pub(super) enum Decision {
    /// The request does not concern UIs.
    Pass,
    /// The headers suffice to determine the request's purpose.
    Plan(Plan),
    /// The body must be read.
    Read,
}

/// The purpose of a request that concerns UIs.
pub(super) enum Plan {
    /// `initialize` or `server/discover`, which return the server's capabilities. `shows_apps` is true if the client
    /// announces MCP Apps in `initialize`.
    Capabilities { shows_apps: bool },
    /// `tools/list`.
    Tools,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    Templates,
    /// `resources/read` for a UI, with the request's ID.
    Read { entry: Arc<Entry>, id: RawJson },
    /// `tools/call` for a tool with a UI.
    Call(Arc<Call>),
    /// `tasks/result` or `tasks/get` for a call to a tool with a UI.
    Task(Arc<Call>),
}

/// Returns whether results have the 2026-07-28 form.
pub(super) fn is_stateless(headers: &HeaderMap) -> bool {
    headers.get(REVISION).is_some_and(|revision| revision.as_bytes() >= WITH_METHOD)
}

/// Decides about a POST to an MCP endpoint based on its headers, looking up only those that matter. Allocates nothing
/// for requests that do not concern UIs.
///
/// `reads_calls` is true if all calls to tools with a UI must be read, even if the UI does not derive its data.
pub(super) fn by_headers(
    header: impl Fn(&HeaderName) -> Option<HeaderValue>,
    contents: &Contents,
    reads_calls: bool,
) -> Decision {
    match by_method(&header, contents, reads_calls) {
        // An encoded body cannot be read.
        Decision::Read | Decision::Plan(_) if header(&header::CONTENT_ENCODING).is_some() => Decision::Pass,
        decision => decision,
    }
}

fn by_method(header: impl Fn(&HeaderName) -> Option<HeaderValue>, contents: &Contents, reads_calls: bool) -> Decision {
    let Some(method) = header(&METHOD) else { return Decision::Read };
    let name = header(&NAME).filter(|name| !name.as_bytes().starts_with(b"=?"));
    let name = || name.as_ref().and_then(|name| name.to_str().ok());
    match method.as_bytes() {
        b"server/discover" => Decision::Plan(Plan::Capabilities { shows_apps: false }),
        b"tools/list" => Decision::Plan(Plan::Tools),
        b"resources/list" => Decision::Plan(Plan::Resources),
        b"resources/templates/list" => Decision::Plan(Plan::Templates),
        b"resources/read" => match name() {
            Some(uri) if contents.with_uri(uri).is_none() => Decision::Pass,
            _ => Decision::Read,
        },
        b"tools/call" => match name().map(|tool| (tool, contents.for_tool(tool))) {
            Some((_, None)) => Decision::Pass,
            Some((tool, Some(entry))) if !reads_calls && !entry.derives() => {
                let (entry, tool) = (Arc::clone(entry), tool.to_owned());
                Decision::Plan(Plan::Call(Arc::new(Call {
                    entry,
                    tool,
                    arguments: Arguments::default(),
                    shows_apps: true,
                })))
            }
            _ => Decision::Read,
        },
        b"initialize" | b"tasks/get" | b"tasks/result" => Decision::Read,
        _ => Decision::Pass,
    }
}

/// Decides about a request based on its body. Returns `None` if the request does not concern UIs.
pub(super) fn by_message(body: &RawJson, headers: &HeaderMap, contents: &Contents, known: &Known) -> Option<Plan> {
    let message = RawObject::parse(body).ok().filter(|message| !message.repeats_key())?;
    let id = message.get("id").filter(|id| !id.is_null())?;
    let params = message.get("params").and_then(|params| RawObject::parse(params).ok()).unwrap_or_default();
    let plan = match message.get_string("method")?.as_str() {
        "initialize" => Plan::Capabilities { shows_apps: params.get("capabilities").is_some_and(announces_apps) },
        "server/discover" => Plan::Capabilities { shows_apps: false },
        "tools/list" => Plan::Tools,
        "resources/list" => Plan::Resources,
        "resources/templates/list" => Plan::Templates,
        "resources/read" => {
            let entry = Arc::clone(contents.with_uri(&params.get_string("uri")?)?);
            Plan::Read { entry, id: id.clone() }
        }
        "tools/call" => {
            let tool = params.get_string("name")?;
            let entry = Arc::clone(contents.for_tool(&tool)?);
            let arguments = params.get("arguments").and_then(|arguments| Arguments::new(arguments.clone()).ok());
            let shows_apps = shows_apps(&params, headers, known);
            Plan::Call(Arc::new(Call { entry, tool, arguments: arguments.unwrap_or_default(), shows_apps }))
        }
        "tasks/get" | "tasks/result" => Plan::Task(known.task(&params.get_string("taskId")?)?),
        _ => return None,
    };
    Some(plan)
}

/// Returns whether a request's client shows MCP Apps.
fn shows_apps(params: &RawObject, headers: &HeaderMap, known: &Known) -> bool {
    let meta = params.get("_meta").and_then(|meta| RawObject::parse(meta).ok());
    match meta.as_ref().and_then(|meta| meta.get(CLIENT_CAPABILITIES)) {
        Some(capabilities) => announces_apps(capabilities),
        None => headers.get(SESSION_ID).is_some_and(|id: &HeaderValue| known.has_session(id.as_bytes())),
    }
}

/// Returns whether a client's capabilities include MCP Apps.
fn announces_apps(capabilities: &RawJson) -> bool {
    let extensions = RawObject::parse(capabilities).ok().and_then(|capabilities| {
        let extensions = capabilities.get("extensions").or_else(|| capabilities.get("experimental"))?;
        RawObject::parse(extensions).ok()
    });
    extensions.is_some_and(|extensions| APPS.iter().any(|name| extensions.get(name).is_some()))
}
