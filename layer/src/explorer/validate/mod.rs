//! Checks arguments against the tool's JSON Schema: `POST {prefix}/tools/{name}/validate`.
//!
//! ```json
//! {"valid": true}
//! {"valid": false, "errors": [{"path": "/name", "message": "Must be a string", "keyword": "type"}]}
//! ```
//!
//! The schema comes from a server and the arguments from a client, and neither is trusted, while the validator runs to
//! its end without interruption. So the work is bounded before it begins:
//!
//! - `bounds`: an upper bound on the visits and the nesting of a validation, from the schema and the size of the
//!   arguments.
//! - `pattern` and `unique_items`: replacements for keywords of the validator whose time is not linear.
//! - `validators`: the compiled schemas, in a bounded cache.
//! - `report`: the validator's errors as sentences, bounded in number and length.
//!
//! If a limit is exceeded, the response says so: arguments that were not checked are never called valid.

mod bounds;
mod pattern;
mod report;
mod unique_items;
mod validators;

use bytes::Bytes;
use http::StatusCode;
use http_body::Body;
use serde::Serialize;
use serde_json::Value;

use self::bounds::Size;
pub(super) use self::validators::Validators;
use super::Explorer;
use super::call::without_byte_order_mark;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::backend::{Backend, RequestParts};
use crate::model::RawJson;

/// A part of the arguments that does not fit the schema.
///
/// A missing property is reported at the object that lacks it.
#[derive(Debug, Serialize)]
struct Violation {
    /// A JSON pointer (RFC 6901) into the arguments.
    path: String,
    /// A message for people, such as `Must be a string`.
    message: String,
    /// The violated keyword of JSON Schema, or the reason why the arguments were not checked:
    ///
    /// - `schema`: the schema does not compile.
    /// - `format`: the arguments cannot be read.
    /// - `limit`: the arguments cannot be checked within the limits, or not all errors can be listed.
    keyword: String,
}

impl Violation {
    /// Creates a violation that concerns the arguments as a whole.
    fn at_root(keyword: &str, message: String) -> Self {
        Self { path: String::new(), message, keyword: keyword.to_owned() }
    }
}

impl Explorer {
    /// Handles `POST {prefix}/tools/{name}/validate`, and never runs the tool, whatever the execution policy says.
    ///
    /// 404 for an unknown tool, before the body is read; 400 for a body that is not JSON; otherwise 200 with the
    /// verdict.
    pub(super) async fn validate<B: Body>(
        &self,
        request: RequestParts,
        body: B,
        name: &str,
        backend: &dyn Backend,
    ) -> EndpointResult {
        let list = self.list(&request, backend).await?;
        let tool = list.get(name).ok_or_else(|| response::tool_not_found(name))?;
        let body = self.read(body).await?;
        Ok(self.verdict(tool.get("inputSchema"), without_byte_order_mark(body)))
    }

    /// Checks a body, which is parsed only if it is small enough: parsed JSON takes many times the memory of its text.
    fn verdict(&self, schema: Option<&RawJson>, body: Bytes) -> ExplorerResponse {
        let size = Size::of(&body);
        let arguments = if validators::is_readable(&size) {
            serde_json::from_slice::<Value>(&body).map_err(|error| error.to_string())
        } else {
            Err(format!("they have more than {} values", bounds::MAX_VALUES))
        };
        // A JSON text that `serde_json` cannot represent, too deep or with a lone surrogate, is a violation. Only
        // invalid JSON gets 400.
        match arguments {
            Ok(arguments) => verdict_response(StatusCode::OK, &self.validators.violations(schema, &arguments, &size)),
            Err(why) => match RawJson::parse(body) {
                Ok(_) => verdict_response(StatusCode::OK, &self.validators.violations_of_unreadable(schema, &why)),
                Err(error) => invalid_json(&error),
            },
        }
    }
}

/// Creates the 400 for a body that is not JSON, in the form of a verdict.
fn invalid_json(error: &serde_json::Error) -> ExplorerResponse {
    verdict_response(StatusCode::BAD_REQUEST, &[Violation::at_root("format", format!("Invalid JSON: {error}"))])
}

/// Creates the response for some violations; without any, the arguments are valid and there is no member `errors`.
fn verdict_response(status: StatusCode, errors: &[Violation]) -> ExplorerResponse {
    #[derive(Serialize)]
    struct Verdict<'a> {
        valid: bool,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        errors: &'a [Violation],
    }
    let verdict = Verdict { valid: errors.is_empty(), errors };
    response::json(status, serde_json::to_vec(&verdict).expect("strings and booleans can be serialized"))
}
