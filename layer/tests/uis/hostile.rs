//! Hostile data, functions and servers: the result of the call stays intact, and the reason for a missing UI is known.

use std::time::Duration;

use serde_json::{Value, json};
use tower_mcp_ui::tools::{Arguments, CallToolResult};
use tower_mcp_ui::uis::{AugmentLayer, Outcome, Skip, Ui, UiCatalog, augment_with_ui};
use tower_mcp_ui::{BoxError, RawJson};

use super::{TOOL, catalog, html, request, result, send};

/// Returns the outcome for this data in the catalog.
fn outcome(data: Value) -> Outcome {
    augment_with_ui(CallToolResult::new().structured_content(data), &catalog(), TOOL, None).outcome
}

#[test]
fn every_outcome_has_a_reason() {
    assert_eq!(outcome(json!({ "total": 1 })), Outcome::Linked);
    let Outcome::Skipped(Skip::Invalid { path, message, .. }) = outcome(json!({ "total": "x" })) else { panic!() };
    assert_eq!((path.as_str(), message.as_str()), ("/total", "Must be an integer"));
    let skipped = |result: CallToolResult, tool: &str| augment_with_ui(result, &catalog(), tool, None).outcome;
    for (result, tool, expected) in [
        (CallToolResult::new(), "other", Skip::NoUi),
        (CallToolResult::text(""), TOOL, Skip::NoData),
        (CallToolResult::error(""), TOOL, Skip::IsError),
        (CallToolResult::input_required(json!({}), None), TOOL, Skip::NotComplete),
    ] {
        assert_eq!(skipped(result, tool), Outcome::Skipped(expected));
    }
}

#[test]
fn data_that_cannot_be_checked_are_not_shown() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let huge = format!("[{}0]", "0,".repeat(5 << 20));
    let lone = r#"{"total":"\ud800"}"#;
    for data in [deep.as_str(), &huge, lone] {
        let data = RawJson::parse(data.to_owned()).unwrap();
        let before = CallToolResult::text("text");
        let augmented = augment_with_ui(before.clone(), &catalog(), TOOL, Some(data));
        assert!(matches!(augmented.outcome, Outcome::Skipped(Skip::Invalid { .. })), "{:?}", augmented.outcome);
        assert_eq!(augmented.result.to_json(), before.to_json());
    }
}

#[test]
fn schemas_with_cycles_are_checked_or_refused() {
    let schema = json!({ "$ref": "#/$defs/node", "$defs": { "node": {
        "type": "object", "properties": { "next": { "$ref": "#/$defs/node" } },
    }}});
    let catalog = UiCatalog::new().ui(TOOL, html().schema(schema)).unwrap();
    let result = |data: Value| augment_with_ui(CallToolResult::new(), &catalog, TOOL, Some(data.into())).outcome;
    assert_eq!(result(json!({ "next": { "next": {} } })), Outcome::Linked);
    assert!(matches!(result(json!({ "next": { "next": 1 } })), Outcome::Skipped(Skip::Invalid { .. })));
    let endless =
        json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } });
    if let Ok(catalog) = UiCatalog::new().ui(TOOL, html().schema(endless)) {
        let outcome = augment_with_ui(CallToolResult::new(), &catalog, TOOL, Some(json!({}).into())).outcome;
        assert!(matches!(outcome, Outcome::Skipped(_) | Outcome::Linked));
    }
}

/// Returns the reason recorded in the catalog after a call with derived data.
async fn derived(ui: Ui) -> Value {
    let catalog = UiCatalog::new().ui(TOOL, ui).unwrap();
    let layer = AugmentLayer::new(&catalog).timeout(Duration::from_millis(20));
    let call = request(true, "tools/call", &json!({ "name": TOOL, "arguments": {} }));
    let before = json!({ "content": [{ "type": "text", "text": "text" }] });
    let answer = before.clone();
    let response = send(&layer, call, move || result(&answer)).await;
    assert_eq!(super::result_of(&response), before, "the result stays as it is");
    super::endpoints::outcomes(&catalog).await["last"]["reason"].take()
}

#[tokio::test]
async fn a_function_that_fails_harms_no_call() {
    let failed = html().render_data(|_: CallToolResult, _: Arguments| async { Err::<Value, BoxError>("no".into()) });
    assert_eq!(derived(failed).await, "failed");
    let panics = |_: CallToolResult, _: Arguments| -> std::future::Ready<Result<Value, BoxError>> { panic!("at once") };
    assert_eq!(derived(html().render_data(panics)).await, "panicked");
    let later = |_: CallToolResult, arguments: Arguments| async move {
        assert_ne!(arguments.get(), "{}", "later");
        Ok::<_, BoxError>(json!(1))
    };
    assert_eq!(derived(html().render_data(later)).await, "panicked");
    let never = |_: CallToolResult, _: Arguments| std::future::pending::<Result<Value, BoxError>>();
    assert_eq!(derived(html().render_data(never)).await, "timed_out");
}

#[tokio::test]
async fn responses_that_cannot_be_read_have_a_reason() {
    for (content_encoding, body, reason) in [
        ("gzip", b"{}".to_vec(), "unreadable"),
        ("", format!(r#"{{"result":"{}"}}"#, "x".repeat(5 << 20)).into_bytes(), "too_large"),
        ("", br#"{"id":1,"result":{"isError":7}}"#.to_vec(), "unreadable"),
    ] {
        let catalog = catalog();
        let call = request(true, "tools/call", &json!({ "name": TOOL, "arguments": {} }));
        let expected = body.clone();
        let layer = AugmentLayer::new(&catalog);
        let response = send(&layer, call, move || {
            let mut response = super::json_response(body.clone());
            if !content_encoding.is_empty() {
                response.headers_mut().insert("content-encoding", content_encoding.parse().unwrap());
            }
            response
        });
        assert_eq!(response.await.body(), &expected);
        assert_eq!(super::endpoints::outcomes(&catalog).await["last"]["reason"], reason);
    }
}
