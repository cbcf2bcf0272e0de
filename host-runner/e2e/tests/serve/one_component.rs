//! Tools in code, in the same component as their explorer.

use mcp_ui_host_e2e::{Server, component};

fn server() -> Server {
    Server::start(&[component("one-component")], &[("MCP_UI_ALLOW_EXECUTE", "true")], &[])
}

/// Returns a call's events.
async fn call(server: &Server, tool: &str, arguments: &str) -> String {
    let body = format!(r#"{{"params":{{"name":"{tool}","arguments":{arguments}}}}}"#);
    let (status, events) = server.post("/explorer/rpc/tools/call", &body).await;
    assert_eq!(status, 200, "{events}");
    events
}

#[tokio::test]
async fn each_tool_runs_its_handler() {
    let server = server();
    let (status, page) = server.get("/explorer").await;
    assert!(status == 200 && page.contains("<!doctype html>"), "{status}");
    let (status, tools) = server.get("/explorer/tools").await;
    assert_eq!(status, 200, "{tools}");
    for name in ["duration", "agent", "brew"] {
        assert!(tools.contains(&format!(r#""name":"{name}""#)), "{tools}");
    }
    let hours = call(&server, "duration", r#"{"kilometers":300,"speed":120}"#).await;
    assert!(hours.contains(r#""text":"2.5 hours""#), "{hours}");
}

#[tokio::test]
async fn wrong_arguments_do_not_reach_the_handler() {
    let events = call(&server(), "duration", r#"{"kilometers":300,"speed":0}"#).await;
    assert!(events.contains(r#""isError":true"#) && events.contains("/speed: Must be at least 1"), "{events}");
}

#[tokio::test]
async fn reports_precede_the_result() {
    let events = call(&server(), "brew", "{}").await;
    let at = |text: &str| events.find(text).unwrap_or_else(|| panic!("{text} is missing: {events}"));
    let places = ["grind", "boil", "pour", "Coffee."].map(at);
    assert!(places.is_sorted(), "{events}");
}
