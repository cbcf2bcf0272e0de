//! Recorded traffic as tests: a client's requests are replayed, and the results are compared with the recorded ones.

use std::collections::BTreeMap;
use std::path::Path;

use futures_util::{FutureExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::Value;
use tower_mcp_ui::traffic::TrafficEvent;
use tower_mcp_ui::{Traffic, TrafficSettings};

use super::super::json::text_of;
use super::expect::Response;
use super::outcome::Problem;
use super::test_case::Answer;
use super::values::{self, Comparison};
use crate::commands::traffic::Import;

/// The methods whose requests are replayed.
const METHODS: [&str; 4] = ["tools/call", "resources/read", "prompts/get", "completion/complete"];

/// Maximum size of a recorded message, in bytes. A request with a larger message is skipped, and a note says so.
const MESSAGE_BYTES: usize = 4 << 20;

/// Maximum size of all recorded messages together, in bytes. A larger file is refused.
const ALL_BYTES: usize = 256 << 20;

/// Maximum number of records. A file with more records is refused.
const RECORDS: usize = 100_000;

/// A recorded request.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) method: String,
    /// The method, with the requested name.
    pub(super) title: String,
    /// The params as JSON.
    pub(super) params: String,
    /// The recorded result, or the recorded JSON-RPC error.
    pub(super) response: Response,
    /// The recorded answers to the server's questions.
    pub(super) answers: Vec<Answer>,
}

/// A file's requests.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub(super) requests: Vec<Recorded>,
    /// The reasons for skipping requests, each with a count.
    left_out: BTreeMap<&'static str, usize>,
}

impl Recording {
    /// A sentence for each reason for skipping requests.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        self.left_out.iter().map(|(why, count)| format!("requests left out ({count}): {why}"))
    }
}

/// A message's record, as `docs/traffic.md` describes it.
#[derive(Deserialize)]
struct Record {
    from: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    id: Value,
    #[serde(default)]
    session: Value,
    #[serde(default)]
    exchange: Value,
    #[serde(default)]
    other: bool,
    #[serde(default)]
    redacted: Vec<String>,
    raw: Option<Value>,
}

impl Record {
    /// The key that a request and its response share: the id, with the exchange (over HTTP) or else the session.
    fn key(&self) -> String {
        let place = if self.exchange.is_null() { &self.session } else { &self.exchange };
        format!("{place} {}", self.id)
    }
}

/// A request that has no response yet.
struct Open {
    key: String,
    session: Value,
    request: Record,
    answers: Vec<Answer>,
}

/// Reads a traffic file: JSONL, HAR or OTLP.
pub(super) fn read(path: &Path) -> Result<Recording, String> {
    read_within(path, TrafficSettings::new().message_bytes(MESSAGE_BYTES).bytes(ALL_BYTES).records(RECORDS))
}

/// Reads a traffic file within these limits.
fn read_within(path: &Path, settings: TrafficSettings) -> Result<Recording, String> {
    let traffic = Traffic::new(settings);
    Import::file(path, 0, &traffic).map_err(|failure| format!("`replay`: {failure}"))?;
    let (mut events, mut records) = (traffic.subscribe(), Vec::new());
    while let Some(Some(event)) = events.next().now_or_never() {
        match event {
            TrafficEvent::Record { record, .. } => {
                records
                    .push(serde_json::from_str(record.get()).map_err(|error| format!("{}: {error}.", path.display()))?);
            }
            TrafficEvent::Missed { .. } => {
                return Err(format!("{} contains too much traffic. Split the file.", path.display()));
            }
            _ => {}
        }
    }
    let recording = requests(records);
    if recording.requests.is_empty() {
        let why: Vec<_> = recording.notes().collect();
        let methods = METHODS.join(", ");
        return Err(format!("{} has no requests to replay ({methods}). {}", path.display(), why.join(". ")));
    }
    Ok(recording)
}

fn requests(records: Vec<Record>) -> Recording {
    let (mut recording, mut open, mut asked) = (Recording::default(), Vec::<Open>::new(), BTreeMap::new());
    for record in records.into_iter().filter(|record| !record.other) {
        match (record.from.as_str(), record.kind.as_str()) {
            ("client", "request") if METHODS.contains(&record.method.as_str()) => {
                open.push(Open {
                    key: record.key(),
                    session: record.session.clone(),
                    request: record,
                    answers: Vec::new(),
                });
            }
            ("server", "request") => {
                asked.insert(format!("{} {}", record.session, record.id), record.method);
            }
            ("client", "response") => {
                let method = asked.remove(&format!("{} {}", record.session, record.id));
                let result = record.raw.as_ref().map(|raw| raw["result"].clone());
                let answer = method.zip(result).and_then(|(method, result)| Answer::of(&method, result));
                if let Some(call) = open.iter_mut().rev().find(|open| open.session == record.session) {
                    call.answers.extend(answer);
                }
            }
            ("server", "response" | "error") => {
                let key = record.key();
                if let Some(index) = open.iter().position(|open| open.key == key) {
                    recording.add(open.remove(index), record);
                }
            }
            _ => {}
        }
    }
    for _ in open {
        recording.leave_out("no response was recorded");
    }
    recording
}

impl Recording {
    fn add(&mut self, open: Open, response: Record) {
        let Open { request, answers, .. } = open;
        if !request.redacted.is_empty() || !response.redacted.is_empty() {
            return self.leave_out("secrets were removed from them");
        }
        let (Some(sent), Some(received)) = (request.raw, response.raw) else {
            return self.leave_out("a message was too large to be recorded");
        };
        let response = match (received.get("result"), received.get("error")) {
            (Some(result), _) if result["resultType"] == "input_required" => {
                return self.leave_out("they are multi round-trip requests of revision 2026-07-28");
            }
            (Some(result), _) => Response::Result(result.clone()),
            (None, Some(error)) => Response::Error(error.clone()),
            (None, None) => return self.leave_out("the response is not valid"),
        };
        let mut params = sent["params"].clone();
        if params.get("inputResponses").is_some() {
            return self.leave_out("they are multi round-trip requests of revision 2026-07-28");
        }
        if let Some(params) = params.as_object_mut() {
            // `_meta` belongs to the recorded client and connection.
            params.remove("_meta");
        }
        let name = ["name", "uri"].iter().find_map(|key| params[*key].as_str());
        let title = name.map_or_else(|| request.method.clone(), |name| format!("{} {name}", request.method));
        self.requests.push(Recorded { method: request.method, title, params: params.to_string(), response, answers });
    }

    fn leave_out(&mut self, why: &'static str) {
        *self.left_out.entry(why).or_default() += 1;
    }
}

/// Compares a response with the recorded one. `ignored` are queries for parts that may differ, besides `_meta`.
pub(super) fn problems(recorded: &Response, now: &Response, ignored: &[String]) -> Vec<Problem> {
    match (recorded, now) {
        (Response::Result(recorded), Response::Result(now)) => {
            let ignored: Vec<_> = ignored.iter().cloned().chain(["$._meta".to_owned()]).collect();
            let [recorded, now] = [recorded, now].map(values::of_server);
            match (values::without(&recorded, &ignored), values::without(&now, &ignored)) {
                (Ok(recorded), Ok(now)) => {
                    let found = values::differences("result", &recorded, &now, Comparison::Equal);
                    found.into_iter().map(Problem::from).collect()
                }
                (Err(why), _) | (_, Err(why)) => vec![Problem::new(format!("`ignore`: {why}"))],
            }
        }
        (Response::Error(recorded), Response::Error(now)) if recorded["code"] == now["code"] => Vec::new(),
        (recorded, now) => {
            vec![Problem::new(format!("recorded {}, but got {}", words(recorded), words(now)))]
        }
    }
}

fn words(response: &Response) -> String {
    match response {
        Response::Result(result) => format!("the result {}", text_of(result)),
        Response::Error(error) => format!("the error {}", text_of(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_too_much_traffic_is_refused() {
        let record = |from: &str, message: &str| {
            format!(r#"{{"at":1,"from":"{from}","transport":"http","exchange":"a","raw":{message}}}"#)
        };
        let request = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
        let response = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, format!("{}\n{}\n", record("client", request), record("server", response))).unwrap();
        let read = |settings| read_within(file.path(), settings).map(|recording| recording.requests.len());
        assert_eq!(read(TrafficSettings::new().records(2)), Ok(1));
        for settings in [TrafficSettings::new().records(1), TrafficSettings::new().bytes(100)] {
            let refused = read(settings).unwrap_err();
            assert!(refused.contains("contains too much traffic"), "{refused}");
        }
    }
}
