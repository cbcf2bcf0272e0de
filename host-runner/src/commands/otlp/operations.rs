//! Requests awaiting their responses, within bounds.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use opentelemetry_proto::tonic::trace::v1::Span;

use super::record::Record;
use super::spans;

/// Maximum number of waiting requests. When full, the oldest request ends without a response.
const OPEN: usize = 1_000;

/// Maximum number of sessions with other servers whose names are remembered. When full, all of them are forgotten.
const OTHERS: usize = 1_000;

/// Maximum length of a server name, in characters. The rest is cut off.
const NAME: usize = 200;

/// The name for a server that has not given its own.
const NAMELESS: &str = "mcp-server";

/// An ended span, with its server's name.
pub(super) type Ended = (Arc<str>, Span);

/// The spans for one recording.
#[derive(Default)]
pub(super) struct Operations {
    with_content: bool,
    names: Names,
    open: BTreeMap<u64, Open>,
    numbers: HashMap<Key, u64>,
    next: u64,
    /// The latest record time.
    now: u64,
}

/// A request awaiting its response.
struct Open {
    key: Key,
    span: Span,
    other: Option<String>,
}

/// The names of the opened server, and of other servers that agents have sessions with.
#[derive(Default)]
struct Names {
    own: Option<Arc<str>>,
    others: HashMap<String, Arc<str>>,
}

impl Names {
    /// Learns a server's name from a response. `other` is the session if the server is not the opened one.
    fn learn(&mut self, other: Option<&String>, response: &Record<'_>) {
        let is_known = match other {
            Some(session) => self.others.contains_key(session),
            None => self.own.is_some(),
        };
        let Some(name) = (!is_known).then(|| response.message().server_name()).flatten() else { return };
        let name: Arc<str> = name.chars().take(NAME).collect::<String>().into();
        match other {
            Some(session) => {
                if self.others.len() >= OTHERS {
                    self.others.clear();
                }
                self.others.insert(session.clone(), name);
            }
            None => self.own = Some(name),
        }
    }

    fn get(&self, other: Option<&String>) -> Arc<str> {
        let known = match other {
            Some(session) => self.others.get(session),
            None => self.own.as_ref(),
        };
        known.cloned().unwrap_or_else(|| NAMELESS.into())
    }
}

/// The identity that links a request to its response: sender and id, within an exchange or on a connection.
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

    /// Reads a record, and returns the spans that it ends.
    pub(super) fn read(&mut self, json: &str) -> Vec<Ended> {
        let Some(record) = Record::read(json) else { return Vec::new() };
        self.now = self.now.max(record.nanoseconds());
        match record.kind.as_str() {
            "request" => self.begin(&record).into_iter().collect(),
            "response" | "error" => self.respond(&record).into_iter().collect(),
            "http" if record.status().is_some_and(|status| status >= 400) => self.end_exchange(&record, None),
            "unparsed" if !record.is_from_client() => self.end_exchange(&record, None),
            "cut" => self.end_exchange(&record, Some("The exchange ended before the response was complete.")),
            _ => Vec::new(),
        }
    }

    /// Ends all open spans without a response.
    pub(super) fn finish(&mut self) -> Vec<Ended> {
        let open = std::mem::take(&mut self.open);
        self.numbers.clear();
        open.into_values().map(|open| self.cut(open, self.now, "mcp-ui ended before the response.")).collect()
    }

    fn end(&self, Open { span, other, .. }: Open) -> Ended {
        (self.names.get(other.as_ref()), span)
    }

    fn cut(&self, mut open: Open, at: u64, reason: &str) -> Ended {
        spans::cut(&mut open.span, at, reason);
        self.end(open)
    }

    /// Starts a request's span. Returns the span that it displaced, if any.
    fn begin(&mut self, request: &Record<'_>) -> Option<Ended> {
        let key = key(request, request.is_from_client())?;
        let span = spans::begin(request, self.with_content);
        let number = self.next;
        self.next += 1;
        let replaced = self.numbers.insert(key.clone(), number);
        let other = request.session.clone().filter(|_| request.other);
        self.open.insert(number, Open { key, span, other });
        if let Some(number) = replaced {
            let open = self.open.remove(&number)?;
            return Some(self.cut(open, self.now, "Another request has the same id."));
        }
        if self.open.len() <= OPEN {
            return None;
        }
        let (_, open) = self.open.pop_first()?;
        self.numbers.remove(&open.key);
        Some(self.cut(open, self.now, "There is no response yet."))
    }

    fn respond(&mut self, response: &Record<'_>) -> Option<Ended> {
        // An error without an id responds to the only request in its exchange.
        if response.id().is_none() {
            return self.end_exchange(response, None).pop();
        }
        let number = self.numbers.remove(&key(response, !response.is_from_client())?)?;
        let mut open = self.open.remove(&number)?;
        spans::respond(&mut open.span, response, self.with_content);
        if open.key.is_from_client {
            self.names.learn(open.other.as_ref(), response);
        }
        Some(self.end(open))
    }

    /// Ends the client's requests in an exchange: with the record's outcome, or as cut off if there is a `reason`.
    fn end_exchange(&mut self, record: &Record<'_>, reason: Option<&str>) -> Vec<Ended> {
        let Some(exchange) = &record.exchange else { return Vec::new() };
        let is_of_it = |key: &Key| key.is_from_client && key.place == *exchange;
        let numbers: Vec<_> =
            self.open.iter().filter(|(_, open)| is_of_it(&open.key)).map(|(number, _)| *number).collect();
        let ended = numbers.into_iter().filter_map(|number| {
            let mut open = self.open.remove(&number)?;
            self.numbers.remove(&open.key);
            match reason {
                Some(reason) => spans::cut(&mut open.span, record.nanoseconds(), reason),
                None => spans::respond(&mut open.span, record, self.with_content),
            }
            Some(self.end(open))
        });
        ended.collect()
    }
}

/// Returns a request's key. The server answers in the same exchange, the client in another exchange within the session.
fn key(record: &Record<'_>, is_from_client: bool) -> Option<Key> {
    let (exchange, session) = (record.exchange.as_ref(), record.session.as_ref());
    let place = if is_from_client { exchange.or(session) } else { session.or(exchange) };
    Some(Key { place: place?.clone(), is_from_client, id: record.id()?.to_owned() })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_mcp_ui::traffic::conventions::ARGUMENTS;

    use super::*;

    /// The names and failures of spans: first those that the records end, then `--`, then those open at the end.
    fn ended(records: &[Value]) -> Vec<String> {
        let mut operations = Operations::new(false);
        let mut spans: Vec<_> = records.iter().flat_map(|record| operations.read(&record.to_string())).collect();
        spans.push((NAMELESS.into(), Span { name: "--".to_owned(), ..Span::default() }));
        spans.extend(operations.finish());
        spans.into_iter().map(|(_, span)| span.name + if span.status.is_some() { " failed" } else { "" }).collect()
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
            // Asked in the first exchange, answered in another.
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
    fn spans_have_the_name_that_their_server_gives_itself() {
        let place = json!({ "exchange": "e", "session": "s" });
        let other = json!({ "session": "w 1", "transport": "stdio", "other": true });
        let named = |place: &Value, id, result: Value| {
            let mut response = record("server", "response", place, id);
            response["raw"] = json!({ "jsonrpc": "2.0", "id": id, "result": result });
            response
        };
        let meta = json!({ "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "weather" } } });
        let records = [
            record("client", "request", &place, 1),
            named(&place, 1, json!({ "tools": [] })),
            record("client", "request", &other, 2),
            record("client", "request", &place, 3),
            named(&place, 3, meta),
            // A server cannot change its name, or take another server's name.
            record("client", "request", &place, 4),
            named(&place, 4, json!({ "serverInfo": { "name": "/etc/other" } })),
            named(&other, 2, json!({ "serverInfo": { "name": "notes" } })),
            record("client", "request", &place, 5),
        ];
        let mut operations = Operations::new(false);
        let mut ended: Vec<_> = records.iter().flat_map(|record| operations.read(&record.to_string())).collect();
        ended.extend(operations.finish());
        let services: Vec<_> = ended.iter().map(|(service, span)| (&**service, span.name.as_str())).collect();
        let expected = [
            (NAMELESS, "client1"),
            ("weather", "client3"),
            ("weather", "client4"),
            ("notes", "client2"),
            ("weather", "client5"),
        ];
        assert_eq!(services, expected);
    }

    #[test]
    fn what_is_no_record_is_left_out() {
        assert_eq!(ended(&[json!(7), json!({ "at": "x" }), json!({})]), ["--"]);
    }

    #[test]
    fn long_texts_are_cut_and_large_contents_left_out() {
        let place = json!({ "exchange": "e" });
        let (mut request, mut response) =
            (record("client", "request", &place, 1), record("server", "error", &place, 1));
        let arguments = json!({ "text": "x".repeat(64 * 1024) });
        request["method"] = "tools/call".into();
        request["raw"] =
            json!({ "id": 1, "method": "tools/call", "params": { "name": "echo", "arguments": arguments } });
        let meta = json!({ "io.modelcontextprotocol/serverInfo": { "name": "n".repeat(NAME + 1) } });
        let error = json!({ "code": -32603, "message": "é".repeat(1024) });
        response["raw"] = json!({ "id": 1, "error": error });
        let mut named = record("server", "response", &place, 2);
        named["raw"] = json!({ "id": 2, "result": { "_meta": meta } });
        let mut operations = Operations::new(true);
        let records = [request, response, record("client", "request", &place, 2), named];
        let ended: Vec<_> = records.iter().flat_map(|record| operations.read(&record.to_string())).collect();
        let [(_, failed), (service, _)] = &*ended else { panic!("{ended:?}") };
        assert_eq!(failed.status.as_ref().unwrap().message, "é".repeat(512));
        assert!(failed.attributes.iter().all(|attribute| attribute.key != ARGUMENTS), "{failed:?}");
        assert_eq!(service.len(), NAME);
    }

    #[test]
    fn the_names_of_too_many_other_servers_are_forgotten() {
        let place = |session: usize| json!({ "session": format!("w {session}"), "transport": "stdio", "other": true });
        let named = |session, id| {
            let mut response = record("server", "response", &place(session), id);
            response["raw"] = json!({ "id": id, "result": { "serverInfo": { "name": format!("server {session}") } } });
            [record("client", "request", &place(session), id), response]
        };
        let mut operations = Operations::new(false);
        for record in (0..=OTHERS).flat_map(|session| named(session, 1)) {
            operations.read(&record.to_string());
        }
        let mut service = |session| {
            let records =
                [record("client", "request", &place(session), 2), record("server", "response", &place(session), 2)];
            let ended: Vec<_> = records.iter().flat_map(|record| operations.read(&record.to_string())).collect();
            ended[0].0.to_string()
        };
        assert_eq!([service(0), service(OTHERS)], [NAMELESS.to_owned(), format!("server {OTHERS}")]);
    }
}
