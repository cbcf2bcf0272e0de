//! Live requests: the page sends a request with any MCP method, and gets the server's messages as they arrive, then the
//! result.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt as _};
use http::StatusCode;
use http_body::Body;

use super::call::without_byte_order_mark;
use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Explorer, Panicked, app_hash, catch_panic};
use crate::backend::{Backend, CallError, Exchange, LiveError, LiveRequest, LiveResult, Messages, Reply, RequestParts};
use crate::model::{ObjectWriter, RawJson, RawObject, Tool};
use crate::runtime::{Background, Elapsed};
use crate::setting::Setting;

/// The time that the backend has for a first event before the response begins. If the backend refuses the request or
/// cannot be reached within this time, the response has an error status; any other failure is an event.
const FIRST_MESSAGE: Duration = Duration::from_secs(1);

/// The time without messages after which a comment in the event stream keeps the connection alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The body of a live request.
#[derive(Debug)]
struct LiveBody {
    params: RawObject,
    capabilities: Option<RawObject>,
}

/// An event of a live response.
enum Event {
    /// A notification or a request of the server.
    Message(RawJson),
    Heartbeat,
    End(Result<LiveResult, Abandoned>),
}

/// The reason why a live request was given up.
enum Abandoned {
    Panicked,
    Silent(Duration),
    /// The resource is an app that the settings exclude by its hash.
    AppNotAllowed,
}

impl Explorer {
    /// Handles `POST {prefix}/rpc/{method}`.
    pub(super) async fn live<B: Body>(
        &self,
        request: RequestParts,
        body: B,
        method: &'static str,
        backend: Arc<dyn Backend>,
    ) -> EndpointResult {
        let is_call = method == "tools/call";
        let request = if is_call { self.authorize_call(request).await? } else { request };
        let LiveBody { params, capabilities } = LiveBody::parse(self.read(body).await?)?;
        let tool = if is_call { Some(self.callable(&params, &request, &*backend).await?) } else { None };
        let live = LiveRequest { method, params, tool, capabilities, request };
        let silence = self.config.timeouts.call;
        let apps = (method == "resources/read").then(|| self.config.apps.clone());
        let events = follow(backend, live, self.config.background.clone(), silence);
        let mut events = events.map(move |event| match event {
            Event::End(Ok(Ok(result))) if apps.as_ref().is_some_and(|apps| app_hash::check(apps, &result).is_err()) => {
                Event::End(Err(Abandoned::AppNotAllowed))
            }
            event => event,
        });
        let first = self.config.background.timeout(FIRST_MESSAGE, events.next()).await;
        let first = match first {
            Ok(Some(Event::End(Ok(Err(LiveError::Call(CallError::Tools(failure))))))) => {
                return Err(response::tools_error(failure));
            }
            Ok(Some(Event::End(Ok(Err(LiveError::Call(CallError::Denied(_))))))) => {
                return Err(response::unauthorized());
            }
            Ok(first) => first,
            Err(Elapsed(_)) => Some(Event::Heartbeat),
        };
        let events = stream::iter(first).chain(events).map(Event::into_bytes);
        Ok(response::event_stream(events.boxed()))
    }

    /// Returns the tool that the params name, if it may be called.
    async fn callable(
        &self,
        params: &RawObject,
        request: &RequestParts,
        backend: &dyn Backend,
    ) -> Result<Tool, ExplorerResponse> {
        let name = params.get_string("name").ok_or_else(|| bad_request("`params.name` must be the name of a tool."))?;
        let arguments = params.get("arguments");
        if arguments.is_some_and(|arguments| !arguments.is_object()) {
            return Err(bad_request("The arguments must be a JSON object."));
        }
        self.find_callable(&name, request, backend).await
    }
}

/// Runs a live request, and returns its events.
fn follow(
    backend: Arc<dyn Backend>,
    live: LiveRequest,
    clock: Background,
    silence: Duration,
) -> impl stream::Stream<Item = Event> + Send + 'static {
    let exchange = Exchange::new(|events: Messages<Event>| async move {
        let following = catch_panic("the backend", async {
            let mut exchange = backend.live(live);
            let mut silent = Duration::ZERO;
            loop {
                let pause = HEARTBEAT.min(silence.saturating_sub(silent));
                match clock.timeout(pause, exchange.next()).await {
                    Ok(Some(Reply::Message(message))) => {
                        silent = Duration::ZERO;
                        events.send(Event::Message(message)).await;
                    }
                    Ok(Some(Reply::Result(result))) => return Ok(result),
                    Ok(None) => return Err(Abandoned::Panicked),
                    Err(Elapsed(_)) => {
                        silent += pause;
                        if silent >= silence {
                            return Err(Abandoned::Silent(silence));
                        }
                        events.send(Event::Heartbeat).await;
                    }
                }
            }
        });
        following.await.unwrap_or_else(|Panicked| Err(Abandoned::Panicked))
    });
    exchange.map(|reply| match reply {
        Reply::Message(event) => event,
        Reply::Result(end) => Event::End(end),
    })
}

impl LiveBody {
    fn parse(body: Bytes) -> Result<Self, ExplorerResponse> {
        let invalid = |error: serde_json::Error| {
            let form =
                r#"{"params": {…}, "capabilities": {…}, "resume": {"inputResponses": {…}, "requestState": "…"}}"#;
            bad_request(&format!("The body must be JSON of the form {form}: {error}"))
        };
        let members = RawJson::parse(without_byte_order_mark(body)).and_then(|json| RawObject::parse(&json));
        let members = members.map_err(invalid)?;
        let object = |key| match members.get(key) {
            Some(value) if !value.is_null() => RawObject::parse(value).map(Some).map_err(invalid),
            _ => Ok(None),
        };
        let mut params = object("params")?.unwrap_or_default();
        // The server must read the same name as the execution policy, which is checked here.
        if params.repeats_key() {
            return Err(bad_request("`params` must not repeat a member."));
        }
        if let Some(resume) = object("resume")? {
            for member in ["inputResponses", "requestState"] {
                if let Some(value) = resume.get(member) {
                    params.set(member, value.clone());
                }
            }
        }
        Ok(Self { params, capabilities: object("capabilities")? })
    }
}

impl Event {
    /// Serializes the event (HTML Living Standard, "Server-sent events").
    fn into_bytes(self) -> Bytes {
        match self {
            Self::Heartbeat => Bytes::from_static(b": \n\n"),
            Self::Message(message) => {
                let is_request = RawObject::parse(&message).is_ok_and(|members| members.get("id").is_some());
                event(if is_request { "request" } else { "notification" }, message.get())
            }
            Self::End(Ok(Ok(result))) => event("result", response_with("result", result.as_bytes()).get()),
            Self::End(Ok(Err(LiveError::Rpc(error)))) => event("error", response_with("error", error.as_bytes()).get()),
            Self::End(Ok(Err(LiveError::Call(failure)))) => {
                let (status, message) = match failure {
                    CallError::Failed(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
                    CallError::Denied(_) => (StatusCode::UNAUTHORIZED, "Unauthorized".to_owned()),
                    CallError::Tools(failure) => {
                        let (status, message, _) = failure.into_parts();
                        (status, message)
                    }
                };
                failed(status, &message)
            }
            Self::End(Err(Abandoned::Panicked)) => {
                failed(StatusCode::INTERNAL_SERVER_ERROR, "The tool failed unexpectedly.")
            }
            Self::End(Err(Abandoned::AppNotAllowed)) => {
                let (allow, block) = (Setting::APPS_ALLOW, Setting::APPS_BLOCK);
                failed(StatusCode::FORBIDDEN, &format!("The settings {allow} and {block} do not allow this app."))
            }
            Self::End(Err(Abandoned::Silent(limit))) => failed(
                StatusCode::GATEWAY_TIMEOUT,
                &format!("The server sent nothing for {limit:?}. Raise {} if it needs longer.", Setting::CALL_TIMEOUT),
            ),
        }
    }
}

/// Serializes a failure of the explorer itself, with the status that a plain response would have.
fn failed(status: StatusCode, message: &str) -> Bytes {
    let data = serde_json::json!({ "code": -32603, "message": message, "data": { "status": status.as_u16() } });
    event("error", response_with("error", data.to_string().as_bytes()).get())
}

fn response_with(member: &'static str, value: &[u8]) -> RawJson {
    let mut out = Vec::with_capacity(value.len() + 32);
    let mut object = ObjectWriter::begin(&mut out);
    object.member("jsonrpc", br#""2.0""#);
    object.member("id", b"1");
    object.member(member, value);
    object.end();
    RawJson::from_written(out)
}

/// Serializes an event. Line breaks in the data can only be white space between JSON tokens.
fn event(name: &str, data: &str) -> Bytes {
    let mut out = String::with_capacity(data.len() + 32);
    out.push_str("event: ");
    out.push_str(name);
    for line in data.split(['\n', '\r']) {
        out.push_str("\ndata: ");
        out.push_str(line);
    }
    out.push_str("\n\n");
    out.into()
}

fn bad_request(message: &str) -> ExplorerResponse {
    response::error(StatusCode::BAD_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_several_lines_are_one_event() {
        assert_eq!(event("result", "{\n\"a\":\r\n1}"), "event: result\ndata: {\ndata: \"a\":\ndata: \ndata: 1}\n\n");
    }

    #[test]
    fn answers_are_added_to_the_params_as_written() {
        let body =
            r#"{"params":{"name":"t","n":1.0},"resume":{"inputResponses":{"a":{"b":1e2}},"requestState":"é\u0000"}}"#;
        let body = LiveBody::parse(Bytes::from_static(body.as_bytes())).unwrap();
        let expected = r#"{"name":"t","n":1.0,"inputResponses":{"a":{"b":1e2}},"requestState":"é\u0000"}"#;
        assert_eq!(body.params.to_json().get(), expected);
        for wrong in ["", "[]", r#"{"params":[]}"#, r#"{"resume":1}"#, r#"{"capabilities":"all"}"#] {
            let refused = LiveBody::parse(Bytes::from_static(wrong.as_bytes())).unwrap_err();
            assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{wrong}");
        }
    }
}
