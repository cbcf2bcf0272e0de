//! Resources from tools components, with and without the interface `resources`.

use mcp_ui_host_e2e::{Server, explorer_with};

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
