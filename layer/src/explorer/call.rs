use bytes::Bytes;
use http::StatusCode;
use http::header::HeaderMap;
use http::request::Parts;
use http_body::Body;

use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Explorer, Panicked, unwinding};
use crate::backend::{Arguments, Backend, CallError, ToolCall};
use crate::model::{CallToolResult, RawJson, Tool};

/// Characters of an app's URI that are logged.
const APP_CHARS: usize = 200;

/// Length of the name of an unlisted tool.
const MOST_UNLISTED_BYTES: usize = 128;

impl Explorer {
    /// `POST {prefix}/tools/{name}/call`, with execution enabled and the request's host and origin checked.
    pub(super) async fn call<B: Body>(
        &self,
        request: Parts,
        body: B,
        name: &str,
        backend: &dyn Backend,
    ) -> EndpointResult {
        let call = self.prepare(request, body, name, backend).await?;
        Ok(self.run(call, backend).await)
    }

    async fn prepare<B: Body>(
        &self,
        request: Parts,
        body: B,
        name: &str,
        backend: &dyn Backend,
    ) -> Result<ToolCall, ExplorerResponse> {
        let (request, list) = self.discover(request, backend).await?;
        let unlisted = || (backend.takes_unlisted() && self.runs_unlisted(name)).then(|| Tool::new(name, ""));
        let tool = list.get(name).cloned().or_else(unlisted).ok_or_else(|| response::tool_not_found(name))?;
        if !self.config.execution.allows(&tool) {
            return Err(response::execution_disabled());
        }
        if let Some(app) = app_of(&request.headers) {
            tracing::info!(tool = tool.name(), app, "an app calls a tool");
        }
        let request = if self.config.auth_for_discovery { request } else { self.authorize(request).await? };
        let body = self.read(body).await?;
        let arguments = arguments(body)?;
        Ok(ToolCall { tool, arguments, request })
    }

    /// Returns whether a tool that the server does not list may run under this name. The execution policy must be the one
    /// for all tools: nothing is known of this one that another policy could decide by.
    fn runs_unlisted(&self, name: &str) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
        self.config.unlisted_tools
            && self.config.execution.is_for_all()
            && (1..=MOST_UNLISTED_BYTES).contains(&name.len())
            && name.bytes().all(is_plain)
    }

    async fn run(&self, call: ToolCall, backend: &dyn Backend) -> ExplorerResponse {
        let tool = call.tool.clone();
        let limit = self.config.timeouts.call;
        let calling = unwinding("the tool's handler", async move { backend.call(call).await });
        let Ok(outcome) = self.config.background.timeout(limit, calling).await else {
            tracing::warn!(tool = tool.name(), ?limit, "the tool took too long");
            let message = format!("The tool did not answer within {limit:?}.");
            return response::error(StatusCode::GATEWAY_TIMEOUT, &message);
        };
        let failure = match outcome {
            Ok(Ok(result)) => return result_answer(&result),
            Ok(Err(failure)) => failure,
            Err(Panicked) => CallError::failed("The tool failed unexpectedly."),
        };
        tracing::warn!(tool = tool.name(), error = %failure, "the tool call failed");
        match failure {
            CallError::Failed(message) => result_answer(&CallToolResult::error(message)),
            CallError::Denied(_) => response::unauthorized(),
            CallError::Tools(failure) => response::tools_error(failure),
        }
    }
}

/// The app that the page calls a tool for, by its URI. Any client can send this header: it is written to the log, and
/// grants nothing.
fn app_of(headers: &HeaderMap) -> Option<String> {
    let uri = headers.get("mcp-ui-app")?.to_str().ok()?;
    Some(uri.chars().take(APP_CHARS).collect())
}

/// The body as arguments: an object as written, or `{}` when it is no JSON at all.
fn arguments(body: Bytes) -> Result<Arguments, ExplorerResponse> {
    match RawJson::parse(without_byte_order_mark(body)) {
        Ok(json) if json.is_object() => Ok(Arguments::new(json)),
        Ok(_) => Err(response::error(StatusCode::BAD_REQUEST, "The arguments must be a JSON object.")),
        Err(_) => Ok(Arguments::default()),
    }
}

pub(super) fn without_byte_order_mark(mut body: Bytes) -> Bytes {
    if body.starts_with(b"\xef\xbb\xbf") {
        let _mark = body.split_to(3);
    }
    body
}

fn result_answer(result: &CallToolResult) -> ExplorerResponse {
    let mut out = Vec::with_capacity(256);
    result.write_to(&mut out);
    response::json(if result.is_error() { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::OK }, out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn taken(body: &str) -> Result<String, StatusCode> {
        arguments(Bytes::copy_from_slice(body.as_bytes()))
            .map(|arguments| arguments.get().to_owned())
            .map_err(|refusal| refusal.status())
    }

    #[test]
    fn an_object_stays_as_written() {
        for body in [r#"{"n": 12345678901234567890, "x":1.0,"a":[ ]}"#, "{}", r#"{"\ud800":1}"#] {
            assert_eq!(taken(body).as_deref(), Ok(body));
            assert_eq!(taken(&format!("\u{feff} {body}\r\n")).as_deref(), Ok(body));
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(taken(&deep), Ok(deep));
    }

    #[test]
    fn what_is_no_json_is_no_arguments_and_what_is_no_object_is_refused() {
        for body in ["", " ", "{", "nul", "{'a':1}", "{} {}", "\u{feff}"] {
            assert_eq!(taken(body).as_deref(), Ok("{}"), "{body:?}");
        }
        assert_eq!(arguments(Bytes::from_static(b"{\"a\":\"\xff\"}")).unwrap().get(), "{}");
        for body in ["null", "[]", "1", "\"{}\"", "true"] {
            assert_eq!(taken(body), Err(StatusCode::BAD_REQUEST), "{body:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken_or_refused(body: Vec<u8>) {
            let valid = serde_json::from_slice::<serde_json::Value>(&body);
            match arguments(Bytes::from(body)) {
                Ok(arguments) => prop_assert_eq!(arguments.get().as_bytes()[0], b'{'),
                Err(_) => prop_assert!(valid.is_ok_and(|value| !value.is_object())),
            }
        }
    }
}
