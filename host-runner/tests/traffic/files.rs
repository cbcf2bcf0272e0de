//! Records from files.

use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::traffic::running::{Running, refusal};

fn file(content: impl AsRef<[u8]>) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(content.as_ref()).unwrap();
    file
}

fn records(content: &str, count: usize) -> Vec<Value> {
    let file = file(content);
    let records = Running::start(&[file.path()], &[]).records(count);
    assert!(!format!("{records:?}").contains("hunter2"), "{records:?}");
    records
}

fn kinds(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["kind"].as_str().unwrap()).collect()
}

fn message(password: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "a",
        "arguments": { "password": password } } })
}

#[test]
fn lines_are_records() {
    let request = json!({ "at": 1, "from": "client", "transport": "http", "raw": message("hunter2"), "seq": 7 });
    let response = json!({ "at": 2, "from": "server", "transport": "http", "kind": "response", "id": 1 });
    let records = records(&format!("\u{feff}{request}\r\n\nnot a record\n{{}}\n{response}\n"), 2);
    assert_eq!(kinds(&records), ["request", "response"]);
}

#[test]
fn a_har_file_brings_messages_with_their_headers() {
    let header = |name: &str, value: &str| json!({ "name": name, "value": value });
    let entry = |minute: u8, request: &Value, response: &Value| {
        json!({ "startedDateTime": format!("2025-11-24T16:0{minute}:00.250+01:00"), "time": 1500.5,
            "request": { "method": "POST", "url": "https://a.example/mcp?key=hunter2", "httpVersion": "HTTP/2",
                "headers": [header("Authorization", "hunter2"), header("Mcp-Method", "tools/call")],
                "postData": { "mimeType": "application/json", "text": request.to_string() } },
            "response": response })
    };
    let stream = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n\
        data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"token\":\"hunter2\"}}\n\n";
    let content = json!({ "mimeType": "text/event-stream", "text": stream });
    let encoded = json!({ "mimeType": "application/json", "encoding": "base64",
        "text": "eyJqc29ucnBjIjoiMi4wIiwiaWQiOjEsInJlc3VsdCI6e319" });
    let headers = [header("Content-Type", "text/event-stream"), header("Set-Cookie", "hunter2")];
    let har = json!({ "log": { "version": "1.2", "entries": [
        entry(0, &message("hunter2"), &json!({ "status": 200, "headers": headers, "content": content })),
        entry(1, &json!([message("a"), message("b")]), &json!({ "status": 200, "content": encoded })),
        entry(2, &json!({ "query": "of GraphQL" }), &json!({ "status": 200 })),
        entry(3, &message("a"), &json!({ "status": 401, "headers": [] })),
        { "hostile": true },
    ] } });
    let records = records(&serde_json::to_string_pretty(&har).unwrap(), 8);
    assert_eq!(
        kinds(&records),
        ["request", "notification", "response", "request", "request", "response", "request", "http"]
    );
    let http = json!({ "method": "POST", "path": "/mcp", "headers": { "mcp-method": "tools/call" } });
    assert_eq!((&records[0]["http"], &records[0]["at"]), (&http, &json!(1_763_996_400_250.0)));
    assert_eq!(records[2]["at"], 1_763_996_401_750.5);
    assert_eq!(records[0]["exchange"], records[2]["exchange"]);
    assert_ne!(records[2]["exchange"], records[3]["exchange"]);
    assert_eq!(records[7]["http"]["status"], 401);
}

#[test]
fn spans_of_the_file_exporter_are_one_document_on_each_line() {
    let line = |id: &str| {
        let attribute = |key: &str, value: &str| json!({ "key": key, "value": { "stringValue": value } });
        let span = json!({ "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": id, "name": "x", "kind": 2,
            "startTimeUnixNano": "1764000000000123456", "endTimeUnixNano": "1764000000000200000",
            "attributes": [attribute("mcp.method.name", "resources/read"), attribute("mcp.resource.uri", "a:b")] });
        json!({ "resourceSpans": [{ "resource": {}, "scopeSpans": [{ "spans": [span] }] }] }).to_string()
    };
    let records = records(&format!("{}\n{}\n", line("b7ad6b7169203331"), line("b7ad6b7169203332")), 4);
    assert_eq!(kinds(&records), ["request", "response", "request", "response"]);
    assert_eq!((&records[2]["name"], &records[2]["span"]["span"]), (&json!("a:b"), &json!("b7ad6b7169203332")));
    assert_eq!(records[2]["note"], "The span has no message.");
}

#[test]
fn a_larger_message_is_left_out() {
    let record = |length: usize| {
        let [begin, end] = [r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":""#, r#""}}"#];
        let message = format!("{begin}{}{end}", "x".repeat(length - begin.len() - end.len()));
        format!(r#"{{"at":1,"from":"client","transport":"http","raw":{message}}}"#)
    };
    let records = records(&format!("{}\n{}\n", record(4 << 20), record((4 << 20) + 1)), 2);
    assert_eq!(kinds(&records), ["request", "unparsed"]);
    assert!(records[0]["raw"].is_object() && records[1]["raw"].is_null());
    assert_eq!(records[1]["note"], "The message is too large to be kept.");
}

#[test]
fn files_that_cannot_be_used_say_why() {
    for (content, said) in [
        ("", "It contains no MCP traffic."),
        ("{", "It is not JSON"),
        ("PK\u{3}\u{4}", "It is not JSON"),
        (r#"{"log":{"entries":7}}"#, "not HAR 1.2"),
        (r#"{"log":{"entries":[]}}"#, "It contains no MCP traffic."),
        (r#"{"resourceSpans":[{"scopeSpans":7}]}"#, "not OTLP JSON"),
        (r#"{"at":1}"#, "The record has no member"),
    ] {
        let file = file(content);
        let ran = refusal(file.path());
        ran.failed(1, said);
        ran.failed(1, &file.path().display().to_string());
    }
    refusal(Path::new("/no such file")).failed(1, "/no such file");
}

#[test]
fn hostile_files_are_refused_before_they_fill_the_memory() {
    let objects = format!(r#"{{"log":{{"entries":[{}{{}}]}}}}"#, "{},".repeat(1_000_001));
    refusal(file(objects).path()).failed(1, "more than 1000000 JSON objects");
    let large = file("");
    large.as_file().set_len((64 << 20) + 1).unwrap();
    refusal(large.path()).failed(1, "larger than 64 MiB");
    refusal(file("{}\n".repeat(1_000_000)).path()).failed(1, "The record has no member");
    refusal(file("[".repeat(1_000_000)).path()).failed(1, "It is not JSON");
}

#[test]
fn files_of_the_page_bring_its_records_back() {
    let record = json!({ "at": 1.5, "exchange": "e", "transport": "http", "from": "client", "kind": "request",
        "caller": "77ab10ff", "revision": "2026-07-28", "bytes": 99, "_order": 0, "_body": true });
    let response = json!({ "at": 2.5, "exchange": "e", "transport": "http", "from": "server", "kind": "unparsed",
        "caller": "77ab10ff", "bytes": 7, "note": "It is compressed." });
    let har = json!({ "log": { "version": "1.2", "entries": [{ "startedDateTime": "2025-11-24T16:00:00.250Z", "time": 1,
        "request": { "method": "POST", "url": "http://localhost/", "postData": { "text": message("hunter2").to_string() } },
        "response": { "status": 200 }, "_mcp": { "records": [record.to_string(), response.to_string()] } }] } });
    let of_har = records(&har.to_string(), 2);

    let mut whole = record;
    whole["raw"] = message("hunter2");
    let event = |record: &Value| {
        let attribute = json!({ "key": "mcp_ui.record.json", "value": { "stringValue": record.to_string() } });
        json!({ "name": "mcp_ui.record", "attributes": [attribute] })
    };
    let span = json!({ "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331", "name": "x",
        "events": [event(&response), event(&whole)] });
    let of_spans = records(&json!({ "resourceSpans": [{ "scopeSpans": [{ "spans": [span] }] }] }).to_string(), 2);

    for found in [of_har, of_spans] {
        assert_eq!(kinds(&found), ["request", "unparsed"]);
        assert_eq!((&found[0]["name"], &found[0]["bytes"]), (&json!("a"), &json!(99)));
        assert_eq!(found[0]["redacted"], json!(["/params/arguments/password"]));
        assert_eq!((&found[1]["note"], &found[1]["caller"]), (&json!("It is compressed."), &json!("77ab10ff")));
    }
}
