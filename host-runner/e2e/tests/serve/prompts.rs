//! Prompts from tools components, with and without the interface `prompts`.

use mcp_ui_host_e2e::{Server, explorer_with};

/// Returns the event with a live request's result or error.
async fn rpc(server: &Server, method: &str, params: &str) -> String {
    let (status, event) = server.post(&format!("/explorer/rpc/{method}"), &format!(r#"{{"params":{params}}}"#)).await;
    assert_eq!(status, 200, "{event}");
    event.replace(": ", ":")
}

fn completion(prompt: &str, argument: &str, value: &str) -> String {
    format!(
        r#"{{"ref":{{"type":"ref/prompt","name":"{prompt}"}},"argument":{{"name":"{argument}","value":"{value}"}},
        "context":{{"arguments":{{"days":"2"}}}}}}"#
    )
}

#[tokio::test]
async fn a_prompt_is_listed_and_expanded() {
    let server = Server::start(&explorer_with("tools-rust"), &[], &[]);
    let listed = rpc(&server, "prompts/list", "{}").await;
    assert!(listed.contains(r#""name":"packing""#) && listed.contains(r#""required":true"#), "{listed}");
    let params = r#"{"name":"packing","arguments":{"city":"Oslo","days":"5"}}"#;
    let expanded = rpc(&server, "prompts/get", params).await;
    assert!(expanded.contains("I am going to Oslo for 5 days."), "{expanded}");
    assert!(expanded.contains(r#""uri":"ui://weather/forecast.html""#), "{expanded}");
}

#[tokio::test]
async fn a_prompt_that_cannot_be_used_is_an_error_with_the_reason() {
    let server = Server::start(&explorer_with("tools-rust"), &[], &[]);
    for (params, code, reason) in [
        (r#"{"name":"nothing"}"#, -32602, "Prompt not found:nothing"),
        (r#"{"name":"packing"}"#, -32602, "The argument `city` is required."),
        (r#"{"name":"packing","arguments":{"city":"Atlantis"}}"#, -32603, "there is no forecast for"),
        (r#"{"name":"packing","arguments":{"city":"Oslo","days":"few"}}"#, -32603, "is not a number of days"),
    ] {
        let error = rpc(&server, "prompts/get", params).await;
        assert!(error.contains(&format!(r#""code":{code}"#)) && error.contains(reason), "{params}: {error}");
    }
}

#[tokio::test]
async fn an_argument_is_completed() {
    let server = Server::start(&explorer_with("tools-rust"), &[], &[]);
    let completed = rpc(&server, "completion/complete", &completion("packing", "city", "oS")).await;
    assert!(completed.contains(r#""values":["Oslo"],"total":1,"hasMore":false"#), "{completed}");
    for (prompt, argument) in [("packing", "days"), ("nothing", "city")] {
        let completed = rpc(&server, "completion/complete", &completion(prompt, argument, "")).await;
        assert!(completed.contains(r#""values":[]"#), "{prompt}, {argument}: {completed}");
    }
}

#[tokio::test]
async fn tools_without_prompts_are_served_with_none() {
    let server = Server::start(&explorer_with("tools-javascript"), &[], &[]);
    assert!(rpc(&server, "prompts/list", "{}").await.contains(r#""prompts":[]"#));
    let missing = rpc(&server, "prompts/get", r#"{"name":"packing","arguments":{"city":"Oslo"}}"#).await;
    assert!(missing.contains("Prompt not found:packing"), "{missing}");
    let completed = rpc(&server, "completion/complete", &completion("packing", "city", "")).await;
    assert!(completed.contains(r#""values":[]"#), "{completed}");
}
