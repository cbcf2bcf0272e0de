//! `POST {prefix}/findings`: findings on tool definitions, for the page.

use http::StatusCode;
use http_body::Body;
use serde_json::{Value, json};

use super::response::{self, EndpointResult};
use super::{Explorer, ExplorerResponse};
use crate::definitions::{self, Kind};
use crate::model::{MAX_PARTS, RawJson};

/// Maximum number of tools in a request. A longer list is refused with 400.
const MAX_TOOLS: usize = 1_000;

/// Handles `POST {prefix}/findings`. The body is a tool as MCP lists it, since the page may know tools that this server
/// no longer lists. The response contains the findings, most severe first, with `names` and `source` if they apply:
///
/// ```json
/// {"findings": [{
///   "code": "array-items", "severity": "warning", "message": "VS Code refuses arrays without “items”.",
///   "source": {"title": "VS Code's tracker", "url": "https://github.com/microsoft/vscode/issues/246119"}
/// }]}
/// ```
///
/// For a tool list, the response contains one list of findings per tool.
pub(super) async fn respond<B: Body>(explorer: &Explorer, body: B) -> EndpointResult {
    let body = RawJson::parse(explorer.read(body).await?).map_err(|error| no_tool(&error.to_string()))?;
    let findings = if body.get().starts_with('[') {
        let many = format!("There are more than {MAX_TOOLS} tools.");
        let tools = body.items(MAX_TOOLS).map_err(|_| no_tool(&many))?;
        tools.iter().map(of_tool).collect::<Result<_, _>>()?
    } else {
        of_tool(&body)?
    };
    let findings = json!({ "findings": findings });
    Ok(response::json(StatusCode::OK, findings.to_string().into_bytes()))
}

fn of_tool(tool: &RawJson) -> Result<Value, ExplorerResponse> {
    // Parsed values need many times the memory of their text.
    let parts = tool.as_bytes().iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
    if parts > MAX_PARTS {
        return Err(no_tool(&format!("A tool has more than {MAX_PARTS} values.")));
    }
    let tool = tool.deserialize().map_err(|error| no_tool(&error.to_string()))?;
    Ok(json!(definitions::findings(Kind::Tool, &tool)))
}

fn no_tool(why: &str) -> ExplorerResponse {
    response::error(StatusCode::BAD_REQUEST, &format!("The body must be a tool or an array of tools as JSON. {why}"))
}
