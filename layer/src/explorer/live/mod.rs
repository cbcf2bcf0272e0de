//! Live requests: the page sends a request with any MCP method, and gets the server's messages as they arrive, then the
//! result.

mod body;
mod event;

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use http::StatusCode;
use http_body::Body;

use self::body::LiveBody;
use self::event::{Abandoned, Event};
use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Explorer, Panicked, app_hash, catch_panic};
use crate::backend::{
    Backend, CallError, ClientOptions, Exchange, LiveError, LiveRequest, Message, Messages, Reception, Reply,
    RequestParts,
};
use crate::model::{RawObject, Tool};
use crate::runtime::{Background, Elapsed};
use crate::setting::Setting;

/// The time that the backend has for a first event before the response begins. If the backend refuses the request or
/// cannot be reached within this time, the response has an error status; any other failure is an event.
const FIRST_MESSAGE: Duration = Duration::from_secs(1);

/// The time without messages after which a comment in the event stream keeps the connection alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The time for which a server may be silent while a person answers its question, if that is longer than the time for a
/// call.
const ANSWER_TIME: Duration = Duration::from_secs(15 * 60);

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
        let LiveBody { params, members } = LiveBody::parse(self.read(body).await?).map_err(bad_request)?;
        let request = with_options(request, &members).map_err(bad_request)?;
        let tool = if is_call { Some(self.callable(&params, &request, &*backend).await?) } else { None };
        let live = LiveRequest { method, params, tool, request };
        let limit = self.config.timeouts.call;
        let raise = |name| format!(" Raise {name} if it needs longer.");
        let raise = self.config.setting_names.hint(Setting::CALL_TIMEOUT, raise);
        let too_long = move |silence| format!("The server sent nothing for {silence:?}.{raise}");
        let apps = (method == "resources/read").then(|| self.config.apps.clone());
        let events = follow(backend, live, self.config.background.clone(), limit, too_long);
        let mut events = events.map(move |event| match event {
            Event::End(Ok(Ok(result))) if apps.as_ref().is_some_and(|apps| app_hash::check(apps, &result).is_err()) => {
                Event::End(Err(Abandoned::Failed(
                    StatusCode::FORBIDDEN,
                    format!("The settings {} and {} do not allow this app.", Setting::APPS_ALLOW, Setting::APPS_BLOCK),
                )))
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

/// Replaces the client options of a request by those in its body.
fn with_options(mut request: RequestParts, members: &RawObject) -> Result<RequestParts, String> {
    let options = request.extensions.get::<ClientOptions>().cloned().unwrap_or_default();
    Arc::make_mut(&mut request).extensions.insert(options.overridden_by(members)?);
    Ok(request)
}

/// Runs a live request, and returns its events. `too_long` has the message for a server that is silent for longer than
/// `limit`.
fn follow(
    backend: Arc<dyn Backend>,
    live: LiveRequest,
    clock: Background,
    limit: Duration,
    too_long: impl Fn(Duration) -> String + Send + Sync + 'static,
) -> impl stream::Stream<Item = Event> + Send + 'static {
    let exchange = Exchange::new(|events: Messages<Event>| async move {
        let following = catch_panic("the backend", async {
            let mut exchange = backend.live(live);
            let (mut silent, mut silence) = (Duration::ZERO, limit);
            loop {
                let pause = HEARTBEAT.min(silence.saturating_sub(silent));
                match clock.timeout(pause, exchange.next()).await {
                    Ok(Some(Reply::Message(message))) => {
                        let waits = matches!(message, Message::Request(_, Reception::Asked { .. }));
                        (silent, silence) = (Duration::ZERO, if waits { limit.max(ANSWER_TIME) } else { limit });
                        events.send(Event::Message(message)).await;
                    }
                    Ok(Some(Reply::Result(result))) => return Ok(result),
                    Ok(None) => return Err(Abandoned::Panicked),
                    Err(Elapsed(_)) => {
                        silent += pause;
                        if silent >= silence {
                            return Err(Abandoned::Failed(StatusCode::GATEWAY_TIMEOUT, too_long(silence)));
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

fn bad_request(why: impl AsRef<str>) -> ExplorerResponse {
    response::error(StatusCode::BAD_REQUEST, why.as_ref())
}
