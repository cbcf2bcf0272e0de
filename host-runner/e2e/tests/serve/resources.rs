//! Resources from tools components, with and without the interface `resources`.

use bytes::Bytes;
use http::Request;
use mcp_ui_host_e2e::{Server, explorer_with, middleware_before};

const APP: &str = "/explorer/resources/read?uri=ui%3A%2F%2Fweather%2Fforecast.html";

#[tokio::test]
async fn an_app_is_listed_and_read() {
    let server = Server::start(&explorer_with("tools-rust"), &[], &[]);
    let (status, listed) = server.get("/explorer/resources").await;
    assert_eq!(status, 200, "{listed}");
    assert!(listed.contains(r#""uri":"ui://weather/forecast.html""#), "{listed}");
    let (status, app) = server.get(APP).await;
    assert_eq!(status, 200, "{app}");
    assert!(app.contains("text/html;profile=mcp-app") && app.contains("<!doctype html>"), "{app}");
}

#[tokio::test]
async fn tools_without_resources_are_served_with_none() {
    let server = Server::start(&explorer_with("tools-javascript"), &[], &[]);
    assert_eq!(server.get("/explorer/resources").await, (200, "[]".to_owned()));
    assert_eq!(server.get(APP).await.0, 404);
}

#[tokio::test]
async fn agents_of_the_newest_revision_use_the_example_behind_the_middleware() {
    let server = Server::start(&middleware_before("spin-server"), &[], &[]);
    for (method, expected) in [
        ("server/discover", r#""supportedVersions":["2026-07-28"]"#),
        ("tools/list", r#""cacheScope":"public""#),
        ("resources/list", r#""cacheScope":"public""#),
    ] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{}}}}"#);
        let request = Request::post("/mcp").header("host", "localhost").header("mcp-protocol-version", "2026-07-28");
        let response = server.send(request.body(Bytes::from(message)).unwrap()).await;
        let body = String::from_utf8(response.into_body().to_vec()).unwrap();
        assert!(body.contains(expected) && body.contains(r#""resultType":"complete""#), "{method}: {body}");
    }
}
