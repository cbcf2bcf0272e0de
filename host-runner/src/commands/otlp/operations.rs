//! Requests that wait for their responses, within bounds.

use std::collections::{BTreeMap, HashMap};

use opentelemetry_proto::tonic::trace::v1::Span;

use super::record::Record;
use super::spans;

/// The number of requests that may wait. Of more, the oldest ends without a response.
const OPEN: usize = 1_000;

/// The spans of one recording.
#[derive(Default)]
pub(super) struct Operations {
    with_content: bool,
    open: BTreeMap<u64, (Key, Span)>,
    numbers: HashMap<Key, u64>,
    next: u64,
    /// The time of the last record.
    now: u64,
}

/// A request, as its response names it: by its sender and id, within an exchange or on a connection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    place: String,
    is_from_client: bool,
    id: String,
}

impl Operations {
    pub(super) fn new(with_content: bool) -> Self {
        Self { with_content, ..Self::default() }
    }

    /// Reads a record, and returns the spans that end with it.
    pub(super) fn read(&mut self, json: &str) -> Vec<Span> {
        let Some(record) = Record::read(json) else { return Vec::new() };
        self.now = self.now.max(record.nanoseconds());
        match record.kind.as_str() {
            "request" => self.begin(&record).into_iter().collect(),
            "response" | "error" => self.respond(&record).into_iter().collect(),
            "http" if record.status().is_some_and(|status| status >= 400) => self.end_exchange(&record, None),
            "unparsed" if !record.is_from_client() => self.end_exchange(&record, None),
            "cut" => self.end_exchange(&record, Some("The exchange has ended before the response was complete.")),
            _ => Vec::new(),
        }
    }

    /// Ends all spans without a response.
    pub(super) fn finish(&mut self) -> Vec<Span> {
        let open = std::mem::take(&mut self.open);
        self.numbers.clear();
        let now = self.now;
        open.into_values().map(|(_, span)| ended(span, now, "mcp-ui has ended before the response.")).collect()
    }

    /// Begins the span of a request. Returns one that had to make room for it.
    fn begin(&mut self, request: &Record<'_>) -> Option<Span> {
        let key = key(request, request.is_from_client())?;
        let span = spans::begin(request, self.with_content);
        let number = self.next;
        self.next += 1;
        let replaced = self.numbers.insert(key.clone(), number);
        self.open.insert(number, (key, span));
        if let Some(number) = replaced {
            let (_, span) = self.open.remove(&number)?;
            return Some(ended(span, self.now, "Another request has the same id."));
        }
        if self.open.len() <= OPEN {
            return None;
        }
        let (_, (key, span)) = self.open.pop_first()?;
        self.numbers.remove(&key);
        Some(ended(span, self.now, "There is no response yet."))
    }

    fn respond(&mut self, response: &Record<'_>) -> Option<Span> {
        // An error without an id responds to the only request of its exchange.
        if response.id().is_none() {
            return self.end_exchange(response, None).pop();
        }
        let number = self.numbers.remove(&key(response, !response.is_from_client())?)?;
        let (_, mut span) = self.open.remove(&number)?;
        spans::respond(&mut span, response, self.with_content);
        Some(span)
    }

    /// Ends the requests of the client in an exchange, by what the record says or for a reason.
    fn end_exchange(&mut self, record: &Record<'_>, reason: Option<&str>) -> Vec<Span> {
        let Some(exchange) = &record.exchange else { return Vec::new() };
        let is_of_it = |key: &Key| key.is_from_client && key.place == *exchange;
        let numbers: Vec<_> =
            self.open.iter().filter(|(_, (key, _))| is_of_it(key)).map(|(number, _)| *number).collect();
        let open = numbers.into_iter().filter_map(|number| {
            let (key, mut span) = self.open.remove(&number)?;
            self.numbers.remove(&key);
            match reason {
                Some(reason) => spans::cut(&mut span, record.nanoseconds(), reason),
                None => spans::respond(&mut span, record, self.with_content),
            }
            Some(span)
        });
        open.collect()
    }
}

/// Returns the key of a request. The server answers in the same exchange; the client answers in another one of the
/// session.
fn key(record: &Record<'_>, is_from_client: bool) -> Option<Key> {
    let (exchange, session) = (record.exchange.as_ref(), record.session.as_ref());
    let place = if is_from_client { exchange.or(session) } else { session.or(exchange) };
    Some(Key { place: place?.clone(), is_from_client, id: record.id()?.to_owned() })
}

fn ended(mut span: Span, at: u64, reason: &str) -> Span {
    spans::cut(&mut span, at, reason);
    span
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The names and failures of the spans that end with each record, and at the end.
    fn ended(records: &[Value]) -> Vec<String> {
        let mut operations = Operations::new(false);
        let mut spans: Vec<_> = records.iter().flat_map(|record| operations.read(&record.to_string())).collect();
        spans.push(Span { name: "--".to_owned(), ..Span::default() });
        spans.extend(operations.finish());
        spans.into_iter().map(|span| span.name + if span.status.is_some() { " failed" } else { "" }).collect()
    }

    fn record(from: &str, kind: &str, place: &Value, id: i32) -> Value {
        let mut record = json!({ "at": 1, "from": from, "kind": kind, "transport": "http", "id": id, "bytes": 1 });
        if kind == "request" {
            record["method"] = format!("{from}{id}").into();
        }
        record.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        record
    }

    #[test]
    fn responses_find_their_requests_on_every_transport() {
        let (first, second) =
            (json!({ "exchange": "e1", "session": "s" }), json!({ "exchange": "e2", "session": "s" }));
        let stdio = json!({ "session": "w 1", "transport": "stdio" });
        let other = json!({ "session": "w 2", "transport": "stdio" });
        let records = [
            record("client", "request", &first, 1),
            // Asked within the first exchange, answered in another one.
            record("server", "request", &first, 1),
            record("client", "response", &second, 1),
            record("server", "response", &second, 1),
            record("server", "response", &first, 1),
            record("client", "request", &stdio, 2),
            record("server", "response", &other, 2),
            record("server", "response", &stdio, 2),
            record("server", "response", &stdio, 2),
        ];
        assert_eq!(ended(&records), ["server1", "client1", "client2", "--"]);
    }

    #[test]
    fn exchanges_that_end_without_a_response_end_their_spans() {
        let place = |exchange: &str| json!({ "exchange": exchange });
        let mut refused = record("server", "http", &place("e2"), 0);
        refused["http"] = json!({ "status": 401 });
        let records = [
            record("client", "request", &place("e1"), 1),
            record("client", "request", &place("e2"), 2),
            record("client", "request", &place("e3"), 3),
            record("client", "request", &place("e4"), 4),
            record("server", "cut", &place("e1"), 0),
            refused,
            record("server", "unparsed", &place("e3"), 0),
        ];
        assert_eq!(ended(&records), ["client1 failed", "client2 failed", "client3", "--", "client4 failed"]);
    }

    #[test]
    fn requests_without_responses_are_bounded() {
        let count = i32::try_from(OPEN).unwrap() + 2;
        let requests: Vec<_> =
            (0..count).map(|id| record("client", "request", &json!({ "exchange": format!("e{id}") }), id)).collect();
        let ended = ended(&requests);
        assert_eq!(ended[..3], ["client0 failed", "client1 failed", "--"]);
        assert_eq!(ended.len(), OPEN + 3);
    }

    #[test]
    fn what_is_no_record_is_left_out() {
        assert_eq!(ended(&[json!(7), json!({ "at": "x" }), json!({})]), ["--"]);
    }
}
