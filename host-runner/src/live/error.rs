use std::fmt;

use http::{Response, StatusCode, header};
use http_body_util::BodyExt as _;
use serde_json::Value;
use serde_json::value::RawValue;
use tower_mcp_ui::service::ResponseBody;

/// The error that ends a live request.
#[derive(Debug)]
pub enum LiveError {
    /// The explorer or the server refused the request, or there is no server.
    Refused {
        /// The explorer's response status.
        status: StatusCode,
        /// A sentence that describes the problem.
        message: String,
    },
    /// A JSON-RPC error from the server, as the server wrote it.
    Rpc(Box<RawValue>),
    /// A response that MCP does not permit, with a sentence that describes the problem.
    Invalid(String),
}

impl LiveError {
    /// Converts an error response from the explorer.
    pub(super) async fn of(response: Response<ResponseBody>) -> Self {
        let status = response.status();
        let challenges = response.headers().get_all(header::WWW_AUTHENTICATE).iter();
        let challenges: Vec<_> = challenges.filter_map(|value| value.to_str().ok()).map(str::to_owned).collect();
        let says = if challenges.is_empty() { String::new() } else { format!(" It says: {}.", challenges.join(", ")) };
        let body = response.into_body().collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let parsed: Value = serde_json::from_slice(&body).unwrap_or_default();
        let message = parsed["error"].as_str().map_or_else(|| String::from_utf8_lossy(&body), Into::into);
        Self::Refused { status, message: format!("{message}{says}") }
    }

    /// Converts an `error` event. If the explorer produced it, it carries an HTTP status. Otherwise it comes from the
    /// server.
    pub(super) fn of_event(json: Box<RawValue>) -> Self {
        let error: Value = serde_json::from_str(json.get()).unwrap_or_default();
        let status = error["data"]["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        match status.and_then(|status| StatusCode::from_u16(status).ok()) {
            Some(status) if error["code"] == -32603 => {
                Self::Refused { status, message: error["message"].as_str().unwrap_or_default().to_owned() }
            }
            _ => Self::Rpc(json),
        }
    }

    /// The JSON-RPC error code.
    pub fn rpc_code(&self) -> Option<i64> {
        let Self::Rpc(json) = self else { return None };
        let error: Value = serde_json::from_str(json.get()).ok()?;
        error["code"].as_i64()
    }
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { message, .. } | Self::Invalid(message) => f.write_str(message),
            Self::Rpc(json) => {
                let error: Value = serde_json::from_str(json.get()).unwrap_or_default();
                let message = error["message"].as_str().unwrap_or("The server reports an error.");
                write!(f, "{message} (JSON-RPC error {})", error["code"])
            }
        }
    }
}
