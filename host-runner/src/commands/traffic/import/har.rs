//! The records in a HAR 1.2 file: a browser's requests with JSON-RPC bodies, and their responses.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use chrono::DateTime;
use futures_util::{FutureExt as _, StreamExt as _};
use http::Uri;
use http_body_util::Full;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use sse_stream::SseStream;
use tower_mcp_ui::{RawJson, Traffic};

use super::record::{Record, append};
use super::{Import, check_objects};
use crate::commands::Failure;

/// Maximum number of events in a response, and of messages in a batch. The rest is skipped.
const MESSAGES: usize = 10_000;

/// Maximum size in bytes of the headers of a request or a response, which the record of each message repeats.
/// Additional headers are omitted.
const HEADER_BYTES: usize = 8 * 1024;

#[derive(Deserialize)]
struct Log<'h> {
    #[serde(borrow)]
    entries: Vec<&'h RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    started_date_time: String,
    #[serde(default)]
    time: f64,
    request: Request,
    response: Response,
    /// The entry's records, if the page wrote the entry.
    #[serde(rename = "_mcp")]
    own: Option<Own>,
}

/// Records as JSON. Their messages are in the entry itself.
#[derive(Deserialize)]
struct Own {
    records: Vec<String>,
}

/// The members that tell which message belongs to a record.
#[derive(Deserialize)]
struct OwnRecord {
    from: String,
    #[serde(default, rename = "_body")]
    has_message: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    method: String,
    url: String,
    #[serde(default)]
    headers: Vec<Header>,
    post_data: Option<Content>,
}

#[derive(Deserialize)]
struct Response {
    status: i64,
    #[serde(default)]
    headers: Vec<Header>,
    content: Option<Content>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Content {
    #[serde(default)]
    mime_type: String,
    #[serde(default)]
    text: String,
    encoding: Option<String>,
}

/// The member that identifies JSON-RPC.
#[derive(Deserialize)]
struct Probe {
    #[serde(rename = "jsonrpc")]
    _version: IgnoredAny,
}

/// Adds a log's records. `number` keeps exchanges from different files apart.
pub(super) fn read(import: &mut Import, log: &str, number: usize, traffic: &Traffic) -> Result<(), Failure> {
    check_objects(log.as_bytes())?;
    let log: Log<'_> =
        serde_json::from_str(log).map_err(|error| Failure::new(format!("The file is not HAR 1.2: {error}.")))?;
    for (at, entry) in log.entries.iter().enumerate() {
        match serde_json::from_str::<Entry>(entry.get()) {
            Ok(entry) => match entry.records(&format!("har-{number}-{at}")) {
                Some(records) => records.into_iter().try_for_each(|record| import.find(record))?,
                None => import.others += 1,
            },
            Err(error) => import.refuse(format!("Entry {at} of the file is not a HAR 1.2 entry: {error}.")),
        }
    }
    import.store(traffic);
    Ok(())
}

impl Entry {
    /// The entry's records as JSON, if it has MCP messages.
    fn records(&self, exchange: &str) -> Option<Vec<RawJson>> {
        let sent = self.request.post_data.as_ref().map(|content| messages(&content.text)).unwrap_or_default();
        let received = self.response.content.as_ref().map(Content::messages).unwrap_or_default();
        if let Some(own) = &self.own {
            return Some(own.records(sent, received));
        }
        let made = self.make(exchange, sent, received)?;
        made.iter().map(|record| RawJson::from_serialize(record).ok()).collect()
    }

    fn make(&self, exchange: &str, sent: Vec<Box<RawValue>>, received: Vec<Box<RawValue>>) -> Option<Vec<Record>> {
        let begin = DateTime::parse_from_rfc3339(&self.started_date_time).ok()?.timestamp_micros();
        #[expect(clippy::cast_precision_loss, reason = "a double represents microseconds exactly until the year 2255")]
        let begin = (begin as f64 / 1_000.0).max(0.0);
        let end = begin + if self.time.is_finite() { self.time.max(0.0) } else { 0.0 };
        let path = self.request.url.parse::<Uri>().map(|url| url.path().to_owned()).unwrap_or_default();
        let of_request =
            json!({ "method": self.request.method, "path": path, "headers": headers(&self.request.headers) });
        let of_response = json!({ "status": self.response.status, "headers": headers(&self.response.headers) });
        let record = |from: &'static str, at: f64, raw: Option<Box<RawValue>>| Record {
            at,
            from,
            transport: "http",
            exchange: Some(exchange.to_owned()),
            http: Some(if from == "client" { of_request.clone() } else { of_response.clone() }),
            raw,
            ..Record::default()
        };
        let mut records: Vec<_> = sent.into_iter().map(|message| record("client", begin, Some(message))).collect();
        if records.is_empty() {
            return None;
        }
        if received.is_empty() {
            records.push(Record { kind: Some("http"), ..record("server", end, None) });
        }
        records.extend(received.into_iter().map(|message| record("server", end, Some(message))));
        Some(records)
    }
}

impl Own {
    fn records(&self, sent: Vec<Box<RawValue>>, received: Vec<Box<RawValue>>) -> Vec<RawJson> {
        let (mut sent, mut received) = (sent.into_iter(), received.into_iter());
        let records = self.records.iter().filter_map(|text| {
            let record = RawValue::from_string(text.clone()).ok()?;
            let OwnRecord { from, has_message } = serde_json::from_str(text).ok()?;
            let messages = if from == "client" { &mut sent } else { &mut received };
            let message = if has_message { messages.next() } else { None };
            let whole = message.map_or_else(|| record.clone(), |message| append(&record, "raw", &message));
            RawJson::parse(String::from(Box::<str>::from(whole))).ok()
        });
        records.collect()
    }
}

impl Content {
    /// The messages in a response, which may be an event stream.
    fn messages(&self) -> Vec<Box<RawValue>> {
        let decoded = match self.encoding.as_deref() {
            Some("base64") => BASE64_STANDARD.decode(&self.text).ok().and_then(|text| String::from_utf8(text).ok()),
            _ => Some(self.text.clone()),
        };
        let Some(text) = decoded else { return Vec::new() };
        if !self.mime_type.starts_with("text/event-stream") {
            return messages(&text);
        }
        let mut events = SseStream::new(Full::new(Bytes::from(text)));
        // Limited, because the stream does not end by itself if an event has no data.
        let events = std::iter::from_fn(|| events.next().now_or_never()?).take(MESSAGES);
        events.filter_map(|event| event.ok()?.data).flat_map(|data| messages(&data)).collect()
    }
}

/// The JSON-RPC messages in a string: one, or a batch.
fn messages(text: &str) -> Vec<Box<RawValue>> {
    let batch: Vec<&RawValue> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).unwrap_or_default()
    } else {
        serde_json::from_str(text).into_iter().collect()
    };
    let is_message = |json: &&&RawValue| serde_json::from_str::<Probe>(json.get()).is_ok();
    batch.iter().filter(is_message).take(MESSAGES).map(|json| (*json).to_owned()).collect()
}

/// Headers by name. If a name occurs several times, its first value is used.
fn headers(headers: &[Header]) -> Value {
    let mut named = Map::new();
    let mut room = HEADER_BYTES;
    for Header { name, value } in headers {
        let Some(left) = room.checked_sub(name.len() + value.len()) else { break };
        room = left;
        named.entry(name.to_ascii_lowercase()).or_insert_with(|| value.as_str().into());
    }
    Value::Object(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_headers_are_left_out() {
        let header = |name: &str, length| Header { name: name.to_owned(), value: "v".repeat(length) };
        let named = headers(&[header("A", 10), header("b", HEADER_BYTES), header("c", 10)]);
        assert_eq!(named, json!({ "a": "v".repeat(10) }));
    }

    #[test]
    fn only_the_first_messages_of_a_batch_and_a_stream_are_read() {
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let batch = format!("[{message}{}]", format!(",{message}").repeat(MESSAGES));
        assert_eq!(messages(&batch).len(), MESSAGES);
        let stream = Content {
            mime_type: "text/event-stream".to_owned(),
            text: format!("data: {message}\n\n").repeat(MESSAGES + 1),
            encoding: None,
        };
        assert_eq!(stream.messages().len(), MESSAGES);
    }
}
