//! `POST {prefix}/findings`: findings on a tool definition, for the page.

use http::StatusCode;
use http_body::Body;
use serde_json::{Value, json};

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::definitions::{self, Kind};

impl Explorer {
    /// Handles `POST {prefix}/findings`. The body is a tool as MCP lists it, since the page may know tools that this
    /// server no longer lists. The response contains the findings, most severe first, with `names` and `source` where
    /// they apply:
    ///
    /// ```json
    /// {"findings": [{
    ///   "code": "array-items", "severity": "warning", "message": "VS Code refuses lists without “items”.",
    ///   "source": {"title": "VS Code's tracker", "url": "https://github.com/microsoft/vscode/issues/246119"}
    /// }]}
    /// ```
    ///
    /// For a tool list, the response contains one list of findings per tool.
    pub(super) async fn findings<B: Body>(&self, body: B) -> EndpointResult {
        let body = self.read(body).await?;
        let body: Value = serde_json::from_slice(&body).map_err(|error| {
            response::error(StatusCode::BAD_REQUEST, &format!("The body must be a tool as JSON. {error}"))
        })?;
        let of_tool = |tool: &Value| json!(definitions::findings(Kind::Tool, tool));
        let findings = match &body {
            Value::Array(tools) => tools.iter().map(of_tool).collect(),
            tool => of_tool(tool),
        };
        let findings = json!({ "findings": findings });
        Ok(response::json(StatusCode::OK, findings.to_string().into_bytes()))
    }
}
