//! `POST {prefix}/tools/{name}/call`: runs a tool.
//!
//! Checks run in the order that the MCP Embedded UI protocol prescribes: the tool must be listed for this caller (404)
//! and allowed by the execution policy (403), the auth hook must accept the caller (401), and only then is the body
//! read (413, 408, 503, 400). The explorer therefore buffers nothing for a call without permission.

use bytes::Bytes;
use http::StatusCode;
use http::header::HeaderMap;
use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::backend::{Arguments, Backend, CallError, RequestParts, ToolCall};
use crate::catch_panic::{Panicked, catch_panic};
use crate::model::{CallToolResult, RawJson, Tool};
use crate::setting::Setting;

/// Maximum number of characters to log from an app's URI, which the client chooses. Longer URIs are cut off.
const APP_CHARS: usize = 200;

/// Maximum length in bytes for an unlisted tool's name. A tool with a longer name is not found (404).
const MAX_UNLISTED_BYTES: usize = 128;

/// Handles `POST {prefix}/tools/{name}/call`. Execution must be enabled, and the request's host and origin checked.
///
/// The body contains the arguments, such as `{"city": "Oslo"}`. The response is 200 with the result, 500 with a
/// result that reports an error, 504 after [`Timeouts::call`](crate::config::Timeouts::call), or the error response
/// for a failed backend. A result always has this form:
///
/// ```json
/// {"content": [{"type": "text", "text": "20 °C"}], "isError": false, "structuredContent": {"celsius": 20}}
/// ```
///
/// A failure to reach the tool is `{"error": "…"}`.
pub(super) async fn respond<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    body: B,
    name: &str,
    backend: &dyn Backend,
) -> EndpointResult {
    let call = prepare(explorer, request, body, name, backend).await?;
    Ok(run(explorer, call, backend).await)
}

/// Performs all checks that precede a tool run, and creates the call. Nothing here has a side effect.
async fn prepare<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    body: B,
    name: &str,
    backend: &dyn Backend,
) -> Result<ToolCall, ExplorerResponse> {
    let tool = find_callable(explorer, name, &request, backend).await?;
    let request = explorer.authorize_call(request).await?;
    let body = explorer.read(body).await?;
    let arguments = arguments(body)?;
    Ok(ToolCall::new(tool, arguments).request(request))
}

/// Returns the tool with this name, if it may run.
pub(super) async fn find_callable(
    explorer: &Explorer,
    name: &str,
    request: &RequestParts,
    backend: &dyn Backend,
) -> Result<Tool, ExplorerResponse> {
    let may_be_outdated = !explorer.config.execution.depends_on_definitions();
    let list = backend.list_with(name, may_be_outdated, RequestParts::clone(request));
    let list = explorer.request_backend("list its tools", list).await?;
    let unlisted = || (backend.may_have_unlisted() && may_run_unlisted(explorer, name)).then(|| Tool::new(name, ""));
    let tool = list.get(name).cloned().or_else(unlisted).ok_or_else(|| response::tool_not_found(name))?;
    if !explorer.config.execution.allows(&tool) {
        return Err(response::execution_disabled());
    }
    if let Some(app) = app_of(&request.headers) {
        tracing::info!(tool = tool.name(), app, "tool called by an app");
    }
    Ok(tool)
}

/// Returns whether a tool with this name may run although the server does not list it. The execution policy must
/// allow all tools, because other policies decide by the tool's definition, which is missing.
fn may_run_unlisted(explorer: &Explorer, name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
    explorer.config.unlisted_tools
        && explorer.config.execution.is_for_all()
        && (1..=MAX_UNLISTED_BYTES).contains(&name.len())
        && name.bytes().all(is_plain)
}

/// Runs the tool. From here on, the call may have an effect, so nothing is retried.
async fn run(explorer: &Explorer, call: ToolCall, backend: &dyn Backend) -> ExplorerResponse {
    let tool = call.tool.clone();
    let limit = explorer.config.timeouts.call;
    let calling = catch_panic("the tool's handler", async move { backend.call(call).await });
    let Ok(result) = explorer.config.background.timeout(limit, calling).await else {
        tracing::warn!(tool = tool.name(), ?limit, "tool call timed out");
        let raise = |name| format!(" Raise {name} if it needs more time.");
        let raise = explorer.config.setting_names.hint(Setting::CALL_TIMEOUT, raise);
        let message = format!("The tool did not respond within {limit:?}.{raise}");
        return response::error(StatusCode::GATEWAY_TIMEOUT, &message);
    };
    let failure = match result {
        Ok(Ok(result)) if result.is_input_required() => return result_response(&result.into_input_required()),
        Ok(Ok(result)) => return result_response(&result),
        Ok(Err(failure)) => failure,
        Err(Panicked) => CallError::failed("The tool failed unexpectedly. See the server's log for details."),
    };
    tracing::warn!(tool = tool.name(), error = %failure, "tool call failed");
    match failure {
        CallError::Failed(error) => result_response(&CallToolResult::error(error.to_string())),
        CallError::Denied(_) => response::unauthorized(),
        CallError::Tools(failure) => response::tools_error(failure),
    }
}

/// Returns the URI for the app on whose behalf the page calls a tool. Any client can send this header, so the URI is
/// only logged.
fn app_of(headers: &HeaderMap) -> Option<String> {
    let uri = headers.get("mcp-ui-app")?.to_str().ok()?;
    Some(uri.chars().take(APP_CHARS).collect())
}

/// Parses the body as arguments. A body that is not JSON means `{}`; any JSON value but an object is an error.
///
/// The protocol treats a missing body and an unreadable one alike, so that `curl -X POST` runs a tool without
/// arguments.
fn arguments(body: Bytes) -> Result<Arguments, ExplorerResponse> {
    match RawJson::parse(without_byte_order_mark(body)) {
        Ok(json) => Arguments::new(json)
            .map_err(|_| response::error(StatusCode::BAD_REQUEST, "The arguments must be a JSON object.")),
        Err(_) => Ok(Arguments::default()),
    }
}

/// Removes a UTF-8 byte order mark, which some clients write and JSON does not allow (RFC 8259, section 8.1).
pub(super) fn without_byte_order_mark(mut body: Bytes) -> Bytes {
    if body.starts_with(b"\xef\xbb\xbf") {
        let _mark = body.split_to(3);
    }
    body
}

/// Creates the response for a result, with status 500 if the result reports an error.
fn result_response(result: &CallToolResult) -> ExplorerResponse {
    let mut out = Vec::with_capacity(256);
    result.write_to(&mut out);
    response::json(if result.is_error() { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::OK }, out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(body: &str) -> Result<String, StatusCode> {
        arguments(Bytes::copy_from_slice(body.as_bytes()))
            .map(|arguments| arguments.get().to_owned())
            .map_err(|refusal| refusal.status())
    }

    #[test]
    fn an_object_stays_as_written() {
        for body in [r#"{"n": 12345678901234567890, "x":1.0,"a":[ ]}"#, "{}", r#"{"\ud800":1}"#] {
            assert_eq!(parsed(body).as_deref(), Ok(body));
            assert_eq!(parsed(&format!("\u{feff} {body}\r\n")).as_deref(), Ok(body));
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(parsed(&deep), Ok(deep));
    }

    #[test]
    fn invalid_json_means_no_arguments_and_other_values_are_refused() {
        for body in ["", " ", "{", "nul", "{'a':1}", "{} {}", "\u{feff}"] {
            assert_eq!(parsed(body).as_deref(), Ok("{}"), "{body:?}");
        }
        assert_eq!(arguments(Bytes::from_static(b"{\"a\":\"\xff\"}")).unwrap().get(), "{}");
        for body in ["null", "[]", "1", "\"{}\"", "true"] {
            assert_eq!(parsed(body), Err(StatusCode::BAD_REQUEST), "{body:?}");
        }
    }

    #[test]
    fn the_rest_of_a_long_uri_is_cut_off() {
        let mut headers = HeaderMap::new();
        headers.insert("mcp-ui-app", "u".repeat(201).parse().unwrap());
        assert_eq!(app_of(&headers), Some("u".repeat(200)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_arguments_or_refused(body: Vec<u8>) {
            let valid = serde_json::from_slice::<serde_json::Value>(&body);
            match arguments(Bytes::from(body)) {
                Ok(arguments) => prop_assert_eq!(arguments.get().as_bytes()[0], b'{'),
                Err(_) => prop_assert!(valid.is_ok_and(|value| !value.is_object())),
            }
        }
    }
}
