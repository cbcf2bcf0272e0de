//! The JSON Schema Test Suite: the layer validates everyday schemas with the results that the specification requires.
//!
//! The environment variable `JSON_SCHEMA_TEST_SUITE` is the path to the suite's folder `tests`.

use std::fs;
use std::path::Path;

use crate::support::corpus::Deployment as _;
use crate::support::deployments::Bare;
use bytes::Bytes;
use http::Request;
use serde_json::Value;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};

const DRAFTS: [&str; 5] = ["draft2020-12", "draft2019-09", "draft7", "draft6", "draft4"];

/// Excluded files: remote schemas and vocabularies are not fetched, and formats are not checked. Test groups that need
/// the suite's own server are excluded, too.
const REMOTE: [&str; 3] = ["refRemote.json", "vocabulary.json", "format.json"];

#[tokio::test]
#[ignore = "needs JSON_SCHEMA_TEST_SUITE: run by `cargo xtask test unit`"]
async fn the_suite_is_checked_as_the_specification_wants() {
    let suite = std::env::var_os("JSON_SCHEMA_TEST_SUITE").expect("JSON_SCHEMA_TEST_SUITE is set");
    let (mut count, mut wrong) = (0, Vec::new());
    for draft in DRAFTS {
        let mut files: Vec<_> =
            fs::read_dir(Path::new(&suite).join(draft)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.is_file() && !REMOTE.iter().any(|name| path.ends_with(name)));
        files.sort();
        for path in files {
            let groups: Vec<Value> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            for group in groups.iter().filter(|group| !group.to_string().contains("http://localhost:1234")) {
                let name = format!("{draft} {}: {}", path.file_stem().unwrap().display(), group["description"]);
                count += group["tests"].as_array().unwrap().len();
                wrong.extend(mistakes(draft, group).await.into_iter().map(|mistake| format!("{name}: {mistake}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 3_000, "{count}");
}

/// Returns the tests in a group that have a wrong result.
async fn mistakes(draft: &str, group: &Value) -> Vec<String> {
    let mut schema = group["schema"].clone();
    if let Some(members) = schema.as_object_mut() {
        let draft = match draft.strip_prefix("draft20") {
            Some(_) => format!("https://json-schema.org/{}/schema", draft.replacen("draft", "draft/", 1)),
            None => format!("http://json-schema.org/{}/schema#", draft.replacen("draft", "draft-0", 1)),
        };
        members.entry("$schema").or_insert(draft.into());
    }
    let tools = ToolList::new([Tool::new("t", "").input_schema(schema)]).unwrap();
    let explorer = Bare(McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" }));
    let mut mistakes = Vec::new();
    for test in group["tests"].as_array().unwrap() {
        let body = Bytes::from(test["data"].to_string());
        let response = explorer.send(Request::post("/explorer/tools/t/validate").body(body).unwrap()).await;
        let verdict: Value = serde_json::from_slice(response.body()).unwrap();
        // Some recursive schemas have too many errors to list.
        let is_unlisted =
            verdict["errors"][0]["message"].as_str().is_some_and(|message| message.contains("not listed"));
        let is_refused = ["limit", "schema"].iter().any(|keyword| verdict["errors"][0]["keyword"] == **keyword);
        if verdict["valid"] != test["valid"] || (is_refused && !is_unlisted) {
            mistakes.push(format!("{}: {verdict}", test["description"]));
        }
    }
    mistakes
}
