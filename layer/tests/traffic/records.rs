//! The members in records.

use futures_util::StreamExt as _;
use http::Request;
use serde_json::{Value, json};
use tower_mcp_ui::Traffic;
use tower_mcp_ui::traffic::StdioMessage;

use super::{events, json as json_response, parts, post, recorded, records, send, traffic, whole};

/// Returns the record without the members that differ each time.
fn stable(mut record: Value) -> Value {
    let members = record.as_object_mut().unwrap();
    assert!(members.remove("at").unwrap().as_f64().unwrap() > 1.7e12);
    assert_eq!(members.remove("caller").unwrap().as_str().unwrap().len(), 8);
    members.remove("exchange");
    record
}

#[tokio::test]
async fn a_request_and_its_response_are_two_records_of_one_exchange() {
    let traffic = traffic();
    let service =
        recorded(&traffic, |_| json_response(r#"{"jsonrpc":"2.0","id":1,"result":{"big":12345678901234567890}}"#));
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{}}}"#;
    let mut request = post(call);
    let headers = request.headers_mut();
    headers.insert("mcp-method", "tools/call".parse().unwrap());
    headers.insert("mcp-protocol-version", "2026-07-28".parse().unwrap());
    headers.insert("x-other", "not kept".parse().unwrap());
    send(&service, request).await;
    let records = records(&traffic, 2).await;
    assert_eq!(records[0]["exchange"], records[1]["exchange"]);
    let [request, response]: [Value; 2] = records.into_iter().map(stable).collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(
        request,
        json!({
            "from": "client", "kind": "request", "method": "tools/call", "name": "greet", "id": 1, "transport": "http",
            "revision": "2026-07-28", "bytes": call.len(), "raw": serde_json::from_str::<Value>(call).unwrap(),
            "http": { "method": "POST", "path": "/mcp", "headers": {
                "content-type": "application/json", "mcp-method": "tools/call", "mcp-protocol-version": "2026-07-28",
            } },
        })
    );
    assert_eq!(
        (&response["from"], &response["kind"], &response["id"], &response["http"]["status"]),
        (&json!("server"), &json!("response"), &json!(1), &json!(200))
    );
}

#[tokio::test]
async fn messages_keep_their_digits_and_their_order() {
    let traffic = traffic();
    let service =
        recorded(&traffic, |_| json_response("{\"id\":1,\n\"result\":{\"b\":12345678901234567890,\"a\":1.0}}"));
    send(&service, post(r#"{"id":1,"method":"ping"}"#)).await;
    let mut events = traffic.subscribe().skip(1);
    let record = format!("{:?}", events.next().await.unwrap());
    assert!(record.contains(r#""raw":{"id":1, "result":{"b":12345678901234567890,"a":1.0}}"#), "{record}");
}

#[tokio::test]
async fn each_event_of_a_stream_is_a_record() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| {
        events([
            ": hello\n\ndata: {\"method\":\"notifications/progress\",\"params\":{}}\n",
            "\ndata: {\"id\":9,\"method\":\"elicitation/create\"}\n\nid: 3\nda",
            "ta: {\"id\":1,\"result\":{}}\n\n",
        ])
    });
    send(&service, post(r#"{"id":1,"method":"tools/call","params":{"name":"a"}}"#)).await;
    let records = records(&traffic, 4).await;
    let kinds: Vec<_> = records.iter().map(|record| record["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["request", "notification", "request", "response"]);
    assert!(records.iter().all(|record| record["exchange"] == records[0]["exchange"]));
}

#[tokio::test]
async fn the_client_of_a_session_is_remembered() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| {
        let mut response = json_response(r#"{"id":1,"result":{}}"#);
        response.headers_mut().insert("mcp-session-id", "the session".parse().unwrap());
        response
    });
    let begin = r#"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"2"}}}"#;
    send(&service, post(begin)).await;
    let mut later = post(r#"{"id":2,"method":"tools/list"}"#);
    later.headers_mut().insert("mcp-session-id", "the session".parse().unwrap());
    send(&service, later).await;
    let records = records(&traffic, 4).await;
    assert!(records.iter().all(|record| record["client"] == json!({ "name": "c", "version": "2" })), "{records:#?}");
    let session = records[1]["session"].as_str().unwrap();
    assert!(session.len() == 8 && records[2]["session"] == session && records[3]["session"] == session);
    assert!(!records.iter().any(|record| record.to_string().contains("the session")));
}

#[tokio::test]
async fn exchanges_without_messages_have_records_of_their_own() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| {
        let mut response = super::Response::new(whole("<h1>Bad gateway</h1>"));
        *response.status_mut() = http::StatusCode::BAD_GATEWAY;
        response
    });
    send(&service, Request::delete("/mcp/").body(whole("")).unwrap()).await;
    send(&service, Request::get("/other").body(whole("")).unwrap()).await;
    send(&service, Request::options("/mcp").body(whole("")).unwrap()).await;
    let records = records(&traffic, 2).await;
    assert_eq!((&records[0]["kind"], &records[0]["http"]["method"]), (&json!("http"), &json!("DELETE")));
    assert_eq!((&records[1]["kind"], &records[1]["http"]["status"]), (&json!("http"), &json!(502)));
    assert_eq!(records[1]["bytes"], 20);
}

#[tokio::test]
async fn what_ends_too_early_is_cut() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| events(["data: {\"method\":\"notifications/message\"}\n\n", "data: {\"id"]));
    let response = tower::ServiceExt::oneshot(service.clone(), post(r#"{"id":1,"method":"a"}"#)).await.unwrap();
    drop(response);
    send(&service, post(r#"{"id":2,"method":"a"}"#)).await;
    drop(tower::Service::call(&mut service.clone(), post(r#"{"id":3,"method":"a"}"#)));
    let records = records(&traffic, 7).await;
    let cut = records.iter().filter(|record| record["kind"] == "cut");
    let notes: Vec<_> =
        cut.map(|record| (record["from"].as_str().unwrap(), record["note"].as_str().unwrap())).collect();
    assert_eq!(
        notes,
        [
            ("client", "The client closed the connection before the response was complete."),
            ("server", "The event stream ended without a response."),
            ("client", "The request was not read to its end."),
            ("client", "The client closed the connection before the response."),
        ]
    );
}

#[tokio::test]
async fn a_request_in_parts_is_one_message() {
    let traffic = traffic();
    let service = recorded(&traffic, |_| json_response("{}"));
    let text = format!(r#"{{"id":1,"method":"{}"}}"#, "m".repeat(1_000));
    let request = Request::post("/mcp").body(parts(text.bytes().map(|byte| vec![byte]))).unwrap();
    send(&service, request).await;
    assert_eq!(records(&traffic, 1).await[0]["bytes"], text.len());
}

#[tokio::test]
async fn messages_over_stdio_are_recorded() {
    let traffic = traffic();
    let at = std::time::UNIX_EPOCH + std::time::Duration::from_micros(1_700_000_000_000_123);
    let line = r#"{"id":1,"method":"initialize","params":{"clientInfo":{"name":"c"}}}"#;
    let send = |is_of_other: bool, is_from_client: bool, text: &'static str, bytes: usize| {
        let bytes = bytes as u64;
        traffic.record_stdio(StdioMessage { session: "s", is_of_other, is_from_client, at, text: text.into(), bytes });
    };
    send(false, true, line, line.len());
    send(false, false, "{\"id\":1,\"result\":{}}\n", 23);
    send(true, false, "{\"id\":2,\"res", 1_000);
    let records = records(&traffic, 3).await;
    assert_eq!([&records[0]["other"], &records[2]["other"]], [&Value::Null, &json!(true)]);
    assert_eq!((&records[2]["kind"], &records[2]["bytes"]), (&json!("unparsed"), &json!(1_000)));
    assert_eq!(records[1]["from"], "server");
    for record in records {
        assert_eq!(
            (&record["transport"], &record["session"], &record["at"], &record["client"]["name"]),
            (&json!("stdio"), &json!("s"), &json!(1_700_000_000_000.123), &json!("c"))
        );
    }
}

#[tokio::test]
async fn nothing_is_recorded_when_it_is_off() {
    let traffic = Traffic::off();
    send(&recorded(&traffic, |_| json_response("{}")), post(r#"{"id":1,"method":"a"}"#)).await;
    assert!(traffic.subscribe().next().await.is_none());
}
