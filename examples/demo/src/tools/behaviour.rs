//! Tools that are slow, return a lot of text, or fail.

use std::time::Duration;

use rmcp::model::{CallToolResult, ContentBlock, ErrorData, ToolAnnotations};
use serde_json::json;

use super::{DemoTool, argument, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![slow(), big(), fail(), refuse()]
}

fn slow() -> DemoTool {
    let schema = json!({
        "type": "object",
        "properties": { "seconds": { "type": "number", "minimum": 0, "maximum": 600, "default": 5 } },
        "required": ["seconds"],
    });
    tool("slow", "Runs for some seconds. Use it to try cancelling a call.", schema, async |arguments| {
        let seconds: f64 = argument(&arguments, "seconds")?;
        tokio::time::sleep(Duration::from_secs_f64(seconds.clamp(0.0, 600.0))).await;
        Ok(CallToolResult::success(vec![ContentBlock::text(format!("That took {seconds} s."))]))
    })
}

fn big() -> DemoTool {
    let schema = json!({
        "type": "object",
        "properties": { "lines": { "type": "integer", "minimum": 1, "maximum": 200_000, "default": 20_000 } },
        "required": ["lines"],
    });
    tool("big", "Returns a long text.", schema, async |arguments| {
        let lines: u32 = argument(&arguments, "lines")?;
        let text =
            (1..=lines.min(200_000)).map(|line| format!("Line {line} of {lines}")).collect::<Vec<_>>().join("\n");
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
    })
}

fn fail() -> DemoTool {
    tool("fail", "Runs, and reports an error as its result.", json!({ "type": "object" }), async |_| {
        Ok(CallToolResult::error(vec![ContentBlock::text("The tool could not do its work.")]))
    })
    .annotations(ToolAnnotations::new().read_only(true))
}

fn refuse() -> DemoTool {
    tool("refuse", "Fails with a protocol error.", json!({ "type": "object" }), async |_| {
        Err(ErrorData::internal_error("this tool always fails", None))
    })
}
