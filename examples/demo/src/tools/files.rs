//! A tool namespace for files that exist only in the demo.

use rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
use serde_json::json;

use super::{DemoTool, argument, tool};

const FILES: [(&str, &str); 3] = [
    ("readme.md", "# Demo\n\nNothing here is on a disk."),
    ("data.json", r#"{"answer": 42}"#),
    ("notes.txt", "Buy milk."),
];

pub(super) fn tools() -> Vec<DemoTool> {
    vec![list(), read(), delete()]
}

fn list() -> DemoTool {
    tool("files/list", "Lists the demo's files as links.", json!({ "type": "object" }), async |_| {
        let links = FILES.iter().map(|(name, text)| {
            json!({ "type": "resource_link", "uri": format!("demo://files/{name}"), "name": name, "size": text.len() })
        });
        let links = links.map(|link| serde_json::from_value(link).expect("a resource link"));
        Ok(CallToolResult::success(links.collect()))
    })
    .annotations(ToolAnnotations::new().read_only(true))
}

fn read() -> DemoTool {
    tool("files/read", "Reads one of the demo's files, as an embedded resource.", schema(), async |arguments| {
        let requested: String = argument(&arguments, "name")?;
        Ok(match FILES.iter().find(|(name, _)| *name == requested) {
            Some((name, text)) => {
                CallToolResult::success(vec![ContentBlock::embedded_text(format!("demo://files/{name}"), *text)])
            }
            None => CallToolResult::error(vec![ContentBlock::text(format!("There is no file {requested:?}."))]),
        })
    })
    .annotations(ToolAnnotations::new().read_only(true))
}

fn delete() -> DemoTool {
    tool("files/delete", "Pretends to delete a file. In the demo, nothing is lost.", schema(), async |arguments| {
        let name: String = argument(&arguments, "name")?;
        Ok(CallToolResult::success(vec![ContentBlock::text(format!("{name} would be gone now."))]))
    })
    .title("Delete a file")
    .annotations(ToolAnnotations::new().destructive(true).idempotent(true))
}

fn schema() -> serde_json::Value {
    let names: Vec<_> = FILES.iter().map(|(name, _)| name).collect();
    json!({
        "type": "object",
        "properties": { "name": { "type": "string", "examples": names, "default": "readme.md" } },
        "required": ["name"],
    })
}
