//! `GET {prefix}/traffic`: recorded messages between MCP clients and the server, as server-sent events. `POST
//! {prefix}/traffic`: removes the secrets from records that the page has read from a file.

use std::sync::Once;
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use futures_util::stream::{self, Stream, StreamExt as _};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method, StatusCode};
use http_body::Body;

use super::Explorer;
use super::guard;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::backend::RequestParts;
use crate::config::TrafficScope;
use crate::mcp::caller_key;
use crate::model::{ObjectWriter, RawJson};
use crate::origin::is_loopback;
use crate::runtime::Background;
use crate::setting::Setting;
use crate::traffic::{Batch, Caller, Traffic};

/// The idle time before a comment is sent, which keeps the connection alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Ensures that the warning about traffic that nothing records is logged only once.
static UNRECORDED: Once = Once::new();

/// Handles `GET {prefix}/traffic?after={number}&epoch={epoch}`.
///
/// The first event is `hello`. `record` events follow, starting after the given number if the epoch is unchanged, or
/// else with the oldest record. A `gap` event replaces records that were dropped before they could be sent.
///
/// 404 if nothing is recorded, 403 if the caller may not see the records, and 429 if too many streams are open.
pub(super) fn respond(explorer: &Explorer, request: &RequestParts) -> EndpointResult {
    let traffic = &explorer.config.traffic;
    if !traffic.is_on() {
        return Err(response::not_found());
    }
    check_viewer(explorer, request)?;
    let position = Position::parse(request.uri.query().unwrap_or_default());
    let position = position.map_err(|why| response::error(StatusCode::BAD_REQUEST, &why))?;
    if request.method == Method::HEAD {
        return Ok(response::event_stream(Bytes::new()));
    }
    let caller = caller_key(request, &explorer.config.forwarded_headers);
    let place = explorer.traffic_streams.open(caller);
    let place = place.map_err(|why| response::error(StatusCode::TOO_MANY_REQUESTS, &why))?;
    let caller = match explorer.config.see_traffic {
        TrafficScope::Own => traffic.caller(&request.headers),
        TrafficScope::All => None,
    };
    let events = events(traffic.clone(), &position, caller, explorer.config.background.clone());
    let events = events.map(move |bytes| {
        let _open = &place;
        bytes
    });
    Ok(response::event_stream(events.boxed()))
}

/// Handles `POST {prefix}/traffic`: each body line is a record, and each response line is that record without
/// secrets. Nothing is stored.
///
/// 400 if a line is not a record. The error gives the first such line.
pub(super) async fn redact<B: Body>(explorer: &Explorer, request: &RequestParts, body: B) -> EndpointResult {
    let traffic = &explorer.config.traffic;
    if !traffic.is_on() {
        return Err(response::not_found());
    }
    check_viewer(explorer, request)?;
    let body = explorer.read(body).await?;
    let mut out = Vec::with_capacity(body.len());
    for (at, line) in body.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.trim_ascii().is_empty()) {
        let parsed = RawJson::parse(body.slice_ref(line)).map_err(|error| error.to_string());
        let record = parsed.and_then(|record| traffic.redacted(&record).map_err(|error| error.to_string()));
        let record = record.map_err(|why| {
            response::error(StatusCode::BAD_REQUEST, &format!("Line {} is not a traffic record: {why}", at + 1))
        })?;
        out.extend_from_slice(&record);
        out.push(b'\n');
    }
    let response = response::json(StatusCode::OK, out);
    Ok(response::with_header(response, CONTENT_TYPE, HeaderValue::from_static("application/jsonl")))
}

/// Refuses viewers from outside this machine if there is no auth hook, since they would all count as one caller.
fn check_viewer(explorer: &Explorer, request: &RequestParts) -> Result<(), ExplorerResponse> {
    let is_local = guard::authority_of(request).is_none_or(|authority| is_loopback(authority.host()));
    if is_local || explorer.config.auth.is_some() {
        return Ok(());
    }
    let names = explorer.config.setting_names;
    let set = names.hint(Setting::AUTH, |name| format!(" Set {name}, so that callers can be told apart."));
    let message = format!("Traffic is shown to viewers on this machine only.{set}");
    Err(response::error(StatusCode::FORBIDDEN, &message))
}

/// The position after which a stream starts.
#[derive(Debug, Default, PartialEq, Eq)]
struct Position {
    after: u64,
    epoch: String,
}

impl Position {
    /// Parses the query.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence, if a number is malformed.
    fn parse(query: &str) -> Result<Self, String> {
        let mut position = Self::default();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*key {
                "after" => {
                    position.after = value.parse().map_err(|_| "`after` must be the number of a record.".to_owned())?;
                }
                "epoch" => position.epoch = value.into_owned(),
                _ => {}
            }
        }
        Ok(position)
    }
}

/// Returns the event stream for one caller, or for all.
fn events(
    traffic: Traffic,
    position: &Position,
    caller: Option<Caller>,
    clock: Background,
) -> impl Stream<Item = Bytes> + Send + 'static {
    let hello = traffic.hello();
    let is_known = position.epoch == hello.epoch && position.after <= hello.newest;
    let next = if is_known { position.after + 1 } else { hello.oldest };
    let scope = if caller.is_some() { "own" } else { "all" };
    if !hello.has_recorder {
        UNRECORDED.call_once(|| {
            tracing::warn!(
                "the explorer shows traffic, but nothing records it: use `McpUiLayer::traffic`, or add `Traffic::layer`"
            );
        });
    }
    let hello = serde_json::json!({
        "epoch": hello.epoch,
        "oldest": hello.oldest,
        "newest": hello.newest,
        "scope": scope,
        "replicas": hello.has_replicas,
        "recorder": hello.has_recorder,
        "limits": { "message_bytes": hello.message_bytes, "records": hello.records, "bytes": hello.bytes },
    });
    let hello = Bytes::from(format!("event: hello\ndata: {hello}\n\n"));
    let records = stream::unfold((traffic, next, clock), move |(traffic, next, clock)| async move {
        loop {
            let changed = traffic.changed();
            let batch = traffic.read(next, caller);
            if !batch.records.is_empty() || batch.missed.is_some() {
                let next = batch.next;
                return Some((written(&batch), (traffic, next, clock)));
            }
            let next = batch.next;
            if clock.timeout(HEARTBEAT, changed).await.is_err() {
                return Some((Bytes::from_static(b": \n\n"), (traffic, next, clock)));
            }
        }
    });
    stream::iter([hello]).chain(records)
}

/// Serializes records as events.
fn written(batch: &Batch) -> Bytes {
    let size: usize = batch.records.iter().map(|(_, record)| record.len() + 64).sum();
    let mut out = BytesMut::with_capacity(size + 128);
    if let Some((from, to)) = batch.missed {
        let mut gap = Vec::new();
        let mut object = ObjectWriter::begin(&mut gap);
        object.member("from", from.to_string().as_bytes());
        object.member("to", to.to_string().as_bytes());
        object.end();
        for part in [b"event: gap\ndata: ".as_slice(), &gap, b"\n\n"] {
            out.put_slice(part);
        }
    }
    for (number, record) in &batch.records {
        out.put_slice(format!("event: record\nid: {number}\ndata: ").as_bytes());
        out.put_slice(record);
        out.put_slice(b"\n\n");
    }
    out.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_a_number_and_an_epoch() {
        let position = |query: &str| Position::parse(query);
        assert_eq!(position(""), Ok(Position::default()));
        assert_eq!(position("epoch=a%20b&after=7&x=1"), Ok(Position { after: 7, epoch: "a b".to_owned() }));
        for wrong in ["after=-1", "after=x", "after=99999999999999999999", "after="] {
            assert!(position(wrong).is_err(), "{wrong}");
        }
    }
}
