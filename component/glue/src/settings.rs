use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use tower_mcp_ui::{ConfigError, McpUiConfig, RawJson};

use crate::log;
use crate::runtime::WasiRuntime;

/// The settings of a component, read once per instance.
#[derive(Debug)]
pub struct Settings {
    /// The settings; the defaults where the environment's are wrong, with the prefix that it names if that is right.
    pub config: McpUiConfig,
    /// What is wrong with the environment's.
    pub error: Option<ConfigError>,
}

impl Settings {
    /// Reads the environment, and begins the log. What is wrong is logged. Time-outs run on WASI's clock.
    pub fn from_env() -> Self {
        let Self { config, error } = Self::without_timeouts();
        Self { config: config.runtime(WasiRuntime), error }
    }

    /// The same without any time-outs, for hosts whose clock cannot be waited for.
    pub fn without_timeouts() -> Self {
        log::begin();
        let read = |only: &dyn Fn(&str) -> bool| McpUiConfig::from_env(std::env::vars().filter(|(name, _)| only(name)));
        match read(&|_| true) {
            Ok(config) => Self { config, error: None },
            Err(error) => {
                tracing::error!(%error, "the settings are wrong");
                let config = read(&|name| name == "MCP_UI_PREFIX").unwrap_or_default();
                Self { config, error: Some(error) }
            }
        }
    }
}

/// The answer to every request of the explorer's while the settings are wrong.
pub fn refusal(error: &ConfigError) -> Response<Bytes> {
    error_answer(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string())
}

/// The answer for a path that is not the explorer's, where there is nothing else behind it.
pub fn not_found() -> Response<Bytes> {
    error_answer(StatusCode::NOT_FOUND, "Not found.")
}

/// An error as the explorer says it.
pub fn error_answer(status: StatusCode, message: &str) -> Response<Bytes> {
    let body = Bytes::from(format!("{{\"error\":{}}}", RawJson::from(message).get()));
    let length = body.len();
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
