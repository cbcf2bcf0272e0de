use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;
use http_body::Body;
use serde::Serialize;
use serde_json::Value;

use super::Explorer;
use super::call::without_byte_order_mark;
use super::response::{self, EndpointResult, ExplorerResponse};
pub(super) use super::validator::Validators;
use crate::backend::Backend;
use crate::model::RawJson;

/// One way in which arguments do not fit their schema.
#[derive(Debug, Serialize)]
pub(super) struct Violation {
    /// A JSON pointer (RFC 6901) into the arguments.
    pub(super) path: String,
    pub(super) message: String,
    /// The keyword of JSON Schema that is violated; `schema` for a schema that does not compile, `format` for
    /// arguments that cannot be read.
    pub(super) keyword: String,
}

impl Violation {
    /// One that concerns the whole document.
    pub(super) fn at_root(keyword: &str, message: String) -> Self {
        Self { path: String::new(), message, keyword: keyword.to_owned() }
    }
}

impl Explorer {
    /// `POST {prefix}/tools/{name}/validate`: never runs the tool, whatever the execution policy says.
    pub(super) async fn validate<B: Body>(
        &self,
        request: Parts,
        body: B,
        name: &str,
        backend: &dyn Backend,
    ) -> EndpointResult {
        let (_, list) = self.discover(request, backend).await?;
        let tool = list.get(name).ok_or_else(|| response::tool_not_found(name))?;
        let body = self.read(body).await?;
        Ok(self.verdict(tool.get("inputSchema"), without_byte_order_mark(body)))
    }

    fn verdict(&self, schema: Option<&RawJson>, body: Bytes) -> ExplorerResponse {
        // What serde_json cannot hold may be JSON all the same: too deep, or with a lone surrogate.
        let Some(size) = self.validators.affordable_size(&body) else {
            return match RawJson::parse(body) {
                Ok(_) => {
                    let why = "they have more values than MCP_UI_MAX_VALIDATION_STEPS allows steps";
                    let violations = self.validators.violations_of_unreadable(schema, &why);
                    verdict_answer(StatusCode::OK, &violations)
                }
                Err(error) => invalid_json(&error),
            };
        };
        let (status, violations) = match serde_json::from_slice::<Value>(&body) {
            Ok(arguments) => (StatusCode::OK, self.validators.violations(schema, &arguments, size)),
            Err(error) if RawJson::parse(body).is_err() => return invalid_json(&error),
            Err(error) => (StatusCode::OK, self.validators.violations_of_unreadable(schema, &error)),
        };
        verdict_answer(status, &violations)
    }
}

fn invalid_json(error: &serde_json::Error) -> ExplorerResponse {
    verdict_answer(StatusCode::BAD_REQUEST, &[Violation::at_root("format", format!("Invalid JSON: {error}"))])
}

fn verdict_answer(status: StatusCode, errors: &[Violation]) -> ExplorerResponse {
    #[derive(Serialize)]
    struct Verdict<'a> {
        valid: bool,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        errors: &'a [Violation],
    }
    let verdict = Verdict { valid: errors.is_empty(), errors };
    response::json(status, serde_json::to_vec(&verdict).expect("strings and booleans serialize"))
}
