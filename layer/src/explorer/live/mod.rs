//! Live requests: the page sends an MCP request, and gets the server's messages as they arrive, then the result.

mod body;
pub(super) mod changes;
mod event;
mod follow;
mod streams;

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, Stream, StreamExt as _};
use http::StatusCode;
use http_body::Body;

use self::body::LiveBody;
use self::event::{Abandoned, Event};
pub(super) use self::streams::Streams;
use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Explorer, app_hash, call};
use crate::backend::{Backend, CallError, ClientOptions, LiveError, LiveRequest, Message, Reception, RequestParts};
use crate::model::{RawObject, Tool};
use crate::runtime::Elapsed;
use crate::setting::Setting;

/// The maximum wait for the backend's first event before the response starts. If the backend refuses the request or
/// cannot be reached within this time, the response has an error status. Any other failure is an event.
const FIRST_MESSAGE: Duration = Duration::from_secs(1);

/// The maximum silence of a server while the user answers its question, unless the call timeout is longer. After that,
/// the request ends with an error event (504).
const ANSWER_TIME: Duration = Duration::from_secs(15 * 60);

/// Handles `POST {prefix}/rpc/{method}`.
pub(super) async fn respond<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    body: B,
    method: &'static str,
    backend: Arc<dyn Backend>,
) -> EndpointResult {
    let is_call = method == "tools/call";
    let runs_tools = is_call || method.starts_with("tasks/");
    let request = if runs_tools { explorer.authorize_call(request).await? } else { request };
    let LiveBody { params, members } = LiveBody::parse(explorer.read(body).await?).map_err(bad_request)?;
    let request = with_options(request, &members).map_err(bad_request)?;
    let tool = if is_call { Some(callable(explorer, &params, &request, &*backend).await?) } else { None };
    let output_schema = tool.as_ref().and_then(|tool| tool.get("outputSchema")).cloned();
    let live = LiveRequest { method, params, tool, request };
    let limit = explorer.config.timeouts.call;
    let patience = move |message: Option<&Message>| match message {
        Some(Message::Request(_, Reception::Asked { .. })) => limit.max(ANSWER_TIME),
        _ => limit,
    };
    let names = explorer.config.setting_names;
    let too_long = move |silence| {
        let raise = names.hint(Setting::CALL_TIMEOUT, |name| format!(" Raise {name} if it needs more time."));
        format!("The server sent nothing for {silence:?}.{raise}")
    };
    let apps = (method == "resources/read").then(|| explorer.config.apps.clone());
    let validators = Arc::clone(&explorer.validators);
    let events = follow::follow(backend, live, explorer.config.background.clone(), patience, too_long);
    let events = events.map(move |event| match event {
        Event::End(Ok(Ok(result))) if apps.as_ref().is_some_and(|apps| app_hash::check(apps, &result).is_err()) => {
            Event::End(Err(Abandoned::Failed(
                StatusCode::FORBIDDEN,
                format!("The settings {} and {} do not allow this app.", Setting::APPS_ALLOW, Setting::APPS_BLOCK),
            )))
        }
        Event::End(Ok(Ok(result))) => match validators.verdict_on_output(output_schema.as_ref(), &result) {
            Some(verdict) => Event::Checked { verdict, result },
            None => Event::End(Ok(Ok(result))),
        },
        event => event,
    });
    let (first, events) = first_event(explorer, events).await?;
    Ok(event_stream(first, events))
}

/// Waits for the first event, for a limited time, and returns it with the stream of later events.
///
/// # Errors
///
/// Returns the error response if the first event is an early backend failure.
async fn first_event<S>(explorer: &Explorer, mut events: S) -> Result<(Event, S), ExplorerResponse>
where
    S: Stream<Item = Event> + Unpin,
{
    match explorer.config.background.timeout(FIRST_MESSAGE, events.next()).await {
        Ok(Some(Event::End(Ok(Err(LiveError::Call(CallError::Tools(failure))))))) => {
            Err(response::tools_error(failure))
        }
        Ok(Some(Event::End(Ok(Err(LiveError::Call(CallError::Denied(_))))))) => Err(response::unauthorized()),
        Ok(Some(first)) => Ok((first, events)),
        Ok(None) | Err(Elapsed(_)) => Ok((Event::Heartbeat, events)),
    }
}

/// Returns the tool named in the params, if it may be called.
async fn callable(
    explorer: &Explorer,
    params: &RawObject,
    request: &RequestParts,
    backend: &dyn Backend,
) -> Result<Tool, ExplorerResponse> {
    let name = params.get_string("name").ok_or_else(|| bad_request("`params.name` must be the name of a tool."))?;
    let arguments = params.get("arguments");
    if arguments.is_some_and(|arguments| !arguments.is_object()) {
        return Err(bad_request("The arguments must be a JSON object."));
    }
    call::find_callable(explorer, &name, request, backend).await
}

/// Creates the response for these events. If the first event is the end, the response has a length, which costs the
/// connection less than a stream.
fn event_stream(first: Event, events: impl Stream<Item = Event> + Send + 'static) -> ExplorerResponse {
    if let end @ (Event::End(_) | Event::Checked { .. }) = first {
        return response::event_stream(end.into_bytes());
    }
    let events = stream::iter([first]).chain(events).map(Event::into_bytes);
    response::event_stream(events.boxed())
}

/// Replaces a request's client options with those in its body, if any.
fn with_options(mut request: RequestParts, members: &RawObject) -> Result<RequestParts, String> {
    if !ClientOptions::NAMES.iter().any(|name| members.get(name).is_some()) {
        return Ok(request);
    }
    let options = request.extensions.get::<ClientOptions>().cloned().unwrap_or_default();
    Arc::make_mut(&mut request).extensions.insert(options.overridden_by(members)?);
    Ok(request)
}

fn bad_request(why: impl AsRef<str>) -> ExplorerResponse {
    response::error(StatusCode::BAD_REQUEST, why.as_ref())
}
