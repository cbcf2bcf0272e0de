//! `GET {prefix}/events`: changes to what the MCP server offers, and its messages that belong to no request.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use event_listener::EventListener;
use futures_util::future::{self, FutureExt as _};
use futures_util::stream::{self, Stream, StreamExt as _};
use http::{Method, StatusCode};

use super::super::Explorer;
use super::super::response::{self, EndpointResult};
use super::event::Event;
use super::follow::{self, HEARTBEAT};
use crate::backend::{Backend, LISTEN, LiveRequest, Message, RequestParts};
use crate::catalog::UiCatalog;
use crate::mcp::caller_key;
use crate::model::{RawJson, RawObject};
use crate::runtime::Background;
use crate::setting::Setting;

/// Maximum number of resources, and separately of tasks, that one stream can follow. Larger requests are refused with
/// 400.
const MAX_FOLLOWED: usize = 100;

/// The time after a catalog change during which other changes join the same event.
const GATHERED: Duration = Duration::from_millis(200);

/// The polling interval for the catalog on runtimes where one request cannot wake another.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The number of polls without a change, after which a comment is sent.
const LOOKS: u32 = 15;

/// Handles `GET {prefix}/events?resource={uri}&task={id}`. Both parameters are optional and may be repeated.
///
/// The response is an event stream like that for a live request, and stays open until either side closes it. Its first
/// message is `notifications/subscriptions/acknowledged` (2026-07-28, "Subscriptions"), even if the server uses an
/// older revision. The message contains the part of the subscription that the server honors.
///
/// With a UI catalog, the stream also has an event `uis` after catalog changes. `GET {prefix}/uis` then returns the
/// new state.
///
/// 204 if the server reports no changes and there is no catalog, so that there is nothing to follow; 429 if too
/// many streams are open.
pub(in crate::explorer) async fn respond(
    explorer: &Explorer,
    request: RequestParts,
    backend: Arc<dyn Backend>,
) -> EndpointResult {
    let query = request.uri.query().unwrap_or_default();
    let params = subscription(query).map_err(super::bad_request)?;
    if request.method == Method::HEAD {
        return Ok(response::event_stream(Bytes::new()));
    }
    let caller = caller_key(&request, &explorer.config.forwarded_headers);
    let place = explorer.streams.open(caller);
    let place = place.map_err(|why| response::error(StatusCode::TOO_MANY_REQUESTS, &why))?;
    let limit = explorer.config.timeouts.list;
    let patience = move |message: Option<&Message>| if message.is_some() { Duration::MAX } else { limit };
    let names = explorer.config.setting_names;
    let too_long = move |silence| {
        let raise = names.hint(Setting::LIST_TIMEOUT, |name| format!(" Raise {name} if it needs more time."));
        format!("The server did not accept the subscription within {silence:?}.{raise}")
    };
    let live = LiveRequest { method: LISTEN, params, tool: None, request };
    let events = follow::follow(backend, live, explorer.config.background.clone(), patience, too_long);
    let holding = move |event| {
        let _open = &place;
        event
    };
    let uis = explorer.config.uis.clone().map(|catalog| changes_of(catalog, explorer.config.background.clone()));
    let (first, events) = super::first_event(explorer, events).await?;
    let reports = !matches!(&first, Event::End(Ok(Err(failure))) if failure.is_method_not_found());
    Ok(match (reports, uis) {
        (true, None) => super::event_stream(first, events.map(holding)),
        (true, Some(uis)) => super::event_stream(first, until_first_ends(events, uis).map(holding)),
        (false, Some(uis)) => super::event_stream(Event::Heartbeat, uis.map(holding)),
        (false, None) => response::no_content(),
    })
}

/// Returns an event after catalog changes, and comments in between. Never ends.
fn changes_of(catalog: UiCatalog, clock: Background) -> impl Stream<Item = Event> + Send {
    stream::unfold((catalog.changed(), catalog, clock), async |(mut changed, catalog, clock)| {
        if !has_changed(&mut changed, &clock).await {
            return Some((Event::Heartbeat, (changed, catalog, clock)));
        }
        if clock.has_clock() {
            clock.sleep(GATHERED).await;
        }
        Some((Event::UisChanged, (catalog.changed(), catalog, clock)))
    })
}

/// Waits for a change until the next comment is due, and returns whether a change occurred.
async fn has_changed(changed: &mut EventListener, clock: &Background) -> bool {
    if clock.outlives_requests() || !clock.has_clock() {
        return clock.timeout(HEARTBEAT, changed).await.is_ok();
    }
    // In a component, the request that changes the catalog cannot wake this request.
    for _ in 0..LOOKS {
        clock.sleep(LOOK_INTERVAL).await;
        if (&mut *changed).now_or_never().is_some() {
            return true;
        }
    }
    false
}

/// Merges two streams until the first one ends.
fn until_first_ends<T: Send>(
    first: impl Stream<Item = T> + Send,
    second: impl Stream<Item = T> + Send,
) -> impl Stream<Item = T> + Send {
    let first = first.map(Some).chain(stream::iter([None]));
    stream::select(first, second.map(Some)).take_while(|item| future::ready(item.is_some())).filter_map(future::ready)
}

/// Parses the query into `subscriptions/listen` params.
///
/// # Errors
///
/// Returns the reason, as a sentence, if the query has too many parameters.
fn subscription(query: &str) -> Result<RawObject, String> {
    let values = |name: &str| {
        let pairs = form_urlencoded::parse(query.as_bytes());
        let values: BTreeSet<_> = pairs.filter(|(key, _)| key == name).map(|(_, value)| value.into_owned()).collect();
        if values.len() > MAX_FOLLOWED {
            return Err(format!("The query has more than {MAX_FOLLOWED} values of `{name}`."));
        }
        Ok(values.iter().map(|value| RawJson::string(value)).collect::<Vec<_>>())
    };
    let [resources, tasks] = [values("resource")?, values("task")?];
    let changes = ["toolsListChanged", "promptsListChanged", "resourcesListChanged"];
    let mut notifications = RawObject::of(changes.map(|name| (name, RawJson::literal("true"))));
    for (name, values) in [("resourceSubscriptions", resources), ("taskIds", tasks)] {
        if !values.is_empty() {
            notifications.set(name, RawJson::array(&values));
        }
    }
    Ok(RawObject::of([("notifications", notifications.to_json())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_names_resources_and_tasks() {
        let params = |query: &str| subscription(query).map(|params| params.to_json().get().to_owned());
        let all = r#""toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true"#;
        assert_eq!(params("").unwrap(), format!(r#"{{"notifications":{{{all}}}}}"#));
        assert_eq!(
            params("resource=a%3A%2F%22&task=1&resource=b&resource=b&other=x").unwrap(),
            format!(r#"{{"notifications":{{{all},"resourceSubscriptions":["a:/\"","b"],"taskIds":["1"]}}}}"#)
        );
        let many = (0..=MAX_FOLLOWED).fold(String::new(), |query, number| query + &format!("task={number}&"));
        assert!(params(&many).is_err_and(|why| why.contains("`task`")));
    }
}
