//! Tools in each language that ask questions, and that report their progress.

use mcp_ui_host_e2e::{Server, explorer_with};

const LANGUAGES: [&str; 3] = ["tools-rust", "tools-javascript", "tools-python"];

/// Every request gets a fresh instance, which knows nothing about the instance that asked the question.
fn server(tools: &str) -> Server {
    let env = [("MCP_UI_ALLOW_EXECUTE", "true")];
    Server::start(&explorer_with(tools), &env, &["--requests-per-instance", "1"])
}

/// Returns a call's events.
async fn call(server: &Server, tool: &str, resume: &str) -> String {
    let body = format!(r#"{{"params":{{"name":"{tool}","arguments":{{}}}}{resume}}}"#);
    let (status, events) = server.post("/explorer/rpc/tools/call", &body).await;
    assert_eq!(status, 200, "{events}");
    events
}

#[tokio::test]
async fn a_tool_gets_the_answers_and_its_state() {
    for language in LANGUAGES {
        let server = server(language);
        let asked = call(&server, "order", "").await;
        assert!(asked.starts_with("event: result\n"), "{language}: {asked}");
        for part in [r#""resultType":"input_required""#, r#""drink":{""#, "elicitation/create", "What would you like?"]
        {
            assert!(asked.replace(": ", ":").contains(part), "{language}: {asked}");
        }
        assert!(!asked.contains("requestState"), "{language}: {asked}");

        let tea = r#","resume":{"inputResponses":{"drink":{"action":"accept","content":{"drink":"tea"}}}}"#;
        let asked = call(&server, "order", tea).await.replace(": ", ":");
        assert!(asked.contains("Order tea?") && asked.contains(r#""requestState":"tea""#), "{language}: {asked}");

        let sure = r#""inputResponses":{"sure":{"action":"accept","content":{"sure":true}}}"#;
        let ordered = call(&server, "order", &format!(r#","resume":{{{sure},"requestState":"tea"}}"#)).await;
        assert!(ordered.contains("Ordered tea."), "{language}: {ordered}");

        let declined = r#","resume":{"inputResponses":{"drink":{"action":"decline"}}}"#;
        let ordered = call(&server, "order", declined).await;
        assert!(ordered.contains("Ordered nothing."), "{language}: {ordered}");
    }
}

#[tokio::test]
async fn reports_of_a_tool_precede_its_result() {
    for language in LANGUAGES {
        let server = server(language);
        let events = call(&server, "brew", "").await;
        let expected = [
            r#"event: notification
data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"The water is cold."}}"#,
            r#"event: notification
data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":3,"message":"grind"}}"#,
            r#"event: notification
data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2,"total":3,"message":"boil"}}"#,
            r#"event: notification
data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":3,"total":3,"message":"pour"}}"#,
        ];
        let (reports, result) =
            events.split_once("\n\nevent: result\n").unwrap_or_else(|| panic!("{language}: {events}"));
        assert_eq!(reports.split("\n\n").collect::<Vec<_>>(), expected, "{language}");
        assert!(result.contains("Coffee."), "{language}: {result}");
        let (status, plain) = server.post("/explorer/tools/brew/call", "{}").await;
        assert_eq!((status, plain.contains("Coffee.")), (200, true), "{language}: {plain}");
    }
}
