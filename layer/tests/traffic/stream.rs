//! `GET {prefix}/traffic`, the record stream for the page.

use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyDataStream, BodyExt};
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::config::TrafficScope;
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::traffic::TrafficBody;
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Traffic, TrafficSettings};

use super::{AnyBody, json as json_response, post, traffic, whole};

/// An explorer with recorded traffic around an MCP server that answers every request with an empty list.
async fn ask(traffic: &Traffic, config: McpUiConfig, request: Request<AnyBody>) -> Response<AnyBody> {
    let server = service_fn(async |request: Request<TrafficBody<RequestBody<AnyBody>>>| {
        let body = request.into_body().collect().await.map_err(|never| match never {})?.to_bytes();
        let id = serde_json::from_slice::<Value>(&body).map_or(Value::Null, |message| message["id"].clone());
        let list = json!({ "jsonrpc": "2.0", "id": id, "result": { "tools": [], "resultType": "complete" } });
        Ok::<_, std::convert::Infallible>(json_response(list.to_string()))
    });
    let service = McpUiLayer::new(config.traffic(traffic)).layer(traffic.layer().layer(server));
    service.oneshot(request).await.unwrap().map(BodyExt::boxed)
}

fn get(path: &str) -> Request<AnyBody> {
    Request::get(path).header("host", "localhost").body(whole("")).unwrap()
}

/// Reads the first events, as names, ids and data.
async fn events<B>(response: Response<B>, count: usize) -> Vec<(String, String, Value)>
where
    B: http_body::Body<Data = Bytes, Error: std::fmt::Debug> + Unpin,
{
    assert_eq!(response.status(), StatusCode::OK);
    let (mut text, mut events) = (String::new(), Vec::new());
    let mut data = BodyDataStream::new(response.into_body());
    while events.len() < count {
        let part: Bytes = tokio::time::timeout(Duration::from_secs(10), data.next()).await.unwrap().unwrap().unwrap();
        text.push_str(std::str::from_utf8(&part).unwrap());
        while let Some((event, rest)) = text.split_once("\n\n") {
            let value = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            let data = serde_json::from_str(value("data: ")).unwrap();
            events.push((value("event: ").to_owned(), value("id: ").to_owned(), data));
            text = rest.to_owned();
        }
    }
    events.truncate(count);
    events
}

async fn follow(traffic: &Traffic, query: &str, count: usize) -> Vec<(String, String, Value)> {
    let response = ask(traffic, McpUiConfig::new(), get(&format!("/explorer/traffic{query}"))).await;
    events(response, count).await
}

#[tokio::test]
async fn the_part_of_the_script_for_the_traffic_is_served() {
    let response = ask(&traffic(), McpUiConfig::new(), get("/explorer/traffic.js")).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8");
    let script = response.collect().await.unwrap().to_bytes();
    assert!(script.starts_with(include_bytes!("../../ui/dist/traffic.js").trim_ascii_end()));
}

#[tokio::test]
async fn the_stream_begins_with_hello_and_goes_on_with_new_records() {
    let traffic = traffic();
    let hello = follow(&traffic, "", 1).await;
    assert_eq!(hello[0].0, "hello");
    assert_eq!(hello[0].2["limits"], json!({ "message_bytes": 262_144, "records": 10_000, "bytes": 67_108_864 }));
    let following = tokio::spawn({
        let traffic = traffic.clone();
        async move { follow(&traffic, "", 3).await }
    });
    ask(&traffic, McpUiConfig::new(), post(r#"{"id":1,"method":"tools/list"}"#)).await.collect().await.unwrap();
    let events = following.await.unwrap();
    let records: Vec<_> = events[1..].iter().map(|(name, id, record)| (&**name, &**id, &record["kind"])).collect();
    assert_eq!(records, [("record", "1", &json!("request")), ("record", "2", &json!("response"))]);
}

#[tokio::test]
async fn a_stream_goes_on_after_a_number_of_the_same_epoch() {
    let traffic = Traffic::new(TrafficSettings::new().records(3));
    for _ in 0..3 {
        ask(&traffic, McpUiConfig::new(), post(r#"{"id":1,"method":"a"}"#)).await.collect().await.unwrap();
    }
    let begin = follow(&traffic, "", 4).await;
    let epoch = begin[0].2["epoch"].as_str().unwrap();
    let first = |events: Vec<(String, String, Value)>| (events[1].0.clone(), events[1].1.clone(), events[1].2.clone());
    let (name, _, gap) = first(follow(&traffic, &format!("?after=1&epoch={epoch}"), 2).await);
    assert_eq!((&*name, gap), ("gap", json!({ "from": 2, "to": 3 })));
    assert_eq!(first(follow(&traffic, &format!("?after=5&epoch={epoch}"), 2).await).1, "6");
    for forged in
        ["?after=5&epoch=other", &format!("?after=7&epoch={epoch}"), &format!("?after={}&epoch={epoch}", u64::MAX)]
    {
        assert_eq!(first(follow(&traffic, forged, 2).await).1, "4", "{forged}");
    }
    let wrong = ask(&traffic, McpUiConfig::new(), get("/explorer/traffic?after=-1")).await;
    assert_eq!(wrong.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_requests_of_the_explorer_are_marked() {
    let traffic = traffic();
    ask(&traffic, McpUiConfig::new(), get("/explorer/tools")).await.collect().await.unwrap();
    ask(&traffic, McpUiConfig::new(), post(r#"{"id":1,"method":"a"}"#)).await.collect().await.unwrap();
    let events = follow(&traffic, "", 5).await;
    let marked: Vec<_> = events[1..].iter().map(|(_, _, record)| record["explorer"] == true).collect();
    assert_eq!(marked, [true, true, false, false]);
}

#[tokio::test]
async fn viewers_see_their_own_calls_or_all() {
    let traffic = traffic();
    let hook = |parts: Parts| async move { Ok::<_, std::convert::Infallible>(parts) };
    let config = || McpUiConfig::new().auth(hook).any_host();
    for caller in ["a", "b"] {
        let mut request = post(format!(r#"{{"id":1,"method":"{caller}"}}"#));
        request.headers_mut().insert("authorization", caller.parse().unwrap());
        ask(&traffic, config(), request).await.collect().await.unwrap();
    }
    let mut request = get("/explorer/traffic");
    request.headers_mut().insert("authorization", "b".parse().unwrap());
    let own = events(ask(&traffic, config(), request).await, 3).await;
    assert_eq!((&own[0].2["scope"], &own[1].2["method"], &*own[1].1), (&json!("own"), &json!("b"), "3"));
    let all = ask(&traffic, config().see_traffic(TrafficScope::All), get("/explorer/traffic")).await;
    let all = events(all, 5).await;
    assert_eq!((&all[0].2["scope"], &all[1].2["method"]), (&json!("all"), &json!("a")));
}

#[tokio::test]
async fn not_everybody_may_follow() {
    let status = async |traffic: &Traffic, config: McpUiConfig, host: &str| {
        let mut request = get("/explorer/traffic");
        request.headers_mut().insert("host", host.parse().unwrap());
        ask(traffic, config, request).await.status()
    };
    let traffic = traffic();
    assert_eq!(status(&Traffic::off(), McpUiConfig::new(), "localhost").await, StatusCode::NOT_FOUND);
    assert_eq!(status(&traffic, McpUiConfig::new(), "a.example").await, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(status(&traffic, McpUiConfig::new().any_host(), "a.example").await, StatusCode::FORBIDDEN);
    let refuse = McpUiConfig::new().auth(|_: Parts| async { Err::<Parts, _>("no") });
    assert_eq!(status(&traffic, refuse.clone(), "localhost").await, StatusCode::UNAUTHORIZED);
    let foreign = |mut request: Request<AnyBody>| {
        request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
        request
    };
    let response = ask(&traffic, McpUiConfig::new(), foreign(get("/explorer/traffic"))).await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_number_of_streams_is_limited() {
    let traffic = traffic();
    let layer = McpUiLayer::new(McpUiConfig::new().traffic(&traffic));
    let server = service_fn(async |_: Request<TrafficBody<RequestBody<AnyBody>>>| {
        Ok::<_, std::convert::Infallible>(json_response("{}"))
    });
    let service = layer.layer(traffic.layer().layer(server));
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(service.clone().oneshot(get("/explorer/traffic")).await.unwrap());
    }
    let refused = service.clone().oneshot(get("/explorer/traffic")).await.unwrap();
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    open.pop();
    assert_eq!(service.oneshot(get("/explorer/traffic")).await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn traffic_that_nothing_records_says_so() {
    let traffic = traffic();
    let has_recorder = || async {
        let service = McpUiLayer::new(McpUiConfig::new().traffic(&traffic)).layer(axum::Router::new());
        let response = service.oneshot(get("/explorer/traffic")).await.unwrap();
        events(response, 1).await[0].2["recorder"].take()
    };
    assert_eq!(has_recorder().await, false);
    drop(traffic.layer());
    assert_eq!(has_recorder().await, true);
}

#[tokio::test]
async fn the_number_of_streams_is_limited_for_all_callers_together() {
    let traffic = traffic();
    let service = McpUiLayer::new(McpUiConfig::new().traffic(&traffic)).layer(axum::Router::new());
    let open = |caller: usize| {
        let mut request = get("/explorer/traffic");
        request.headers_mut().insert("authorization", caller.to_string().parse().unwrap());
        service.clone().oneshot(request)
    };
    let mut streams = Vec::new();
    for number in 0..16 {
        let stream = open(number).await.unwrap();
        assert_eq!(stream.status(), StatusCode::OK, "{number}");
        streams.push(stream);
    }
    assert_eq!(open(16).await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    streams.pop();
    assert_eq!(open(16).await.unwrap().status(), StatusCode::OK);
}
