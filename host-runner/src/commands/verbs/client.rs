use std::convert::Infallible;
use std::time::Duration;

use futures_util::FutureExt as _;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use mcp_ui_host::live::{Asked, Event, LiveClient, LiveError};
use mcp_ui_host::reached;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tower::service_fn;
use tower_mcp_ui::config::{Limits, Setting, Timeouts};
use tower_mcp_ui::service::{RequestBody, ResponseBody};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

use crate::commands::Failure;
use crate::commands::target::{Backend, Target};

/// The capabilities that the commands announce. Questions that no flag answers are declined, with a message that
/// mentions the flag.
const CAPABILITIES: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#;

/// Maximum size of a call's arguments, in bytes. Larger arguments are refused.
pub(super) const MAX_ARGUMENTS: usize = 16 << 20;

/// Maximum size of a result, in bytes. A larger result fails the request.
const MAX_RESULT: usize = 64 << 20;

/// Timeout for the last requests, which end the sessions. After that, the command ends without their responses.
const LAST_REQUESTS: Duration = Duration::from_secs(1);

/// A client that reaches the server through the explorer in this process.
pub(super) struct Client {
    pub(super) live: LiveClient,
    backend: Backend,
    /// Closes when the explorer and all its requests have ended.
    ended: mpsc::Receiver<Infallible>,
}

/// A part of the arguments that violates the tool's schema.
#[derive(Debug, Deserialize)]
pub(super) struct Violation {
    /// A JSON pointer into the arguments.
    pub(super) path: String,
    pub(super) message: String,
}

impl Client {
    pub(super) fn new(target: &Target, backend: &Backend, call_timeout: Duration) -> Self {
        let limits = Limits::new().body_bytes(MAX_ARGUMENTS + (1 << 20)).response_bytes(MAX_RESULT);
        let config = || {
            McpUiConfig::new()
                .execution(Execution::all())
                .limits(limits.clone().buffered_bytes(4 * MAX_RESULT))
                .timeouts(Timeouts::new().call(call_timeout).list(call_timeout))
                .setting_names(option)
                .any_host()
        };
        // Errors mention this path. The server gets every request at its own path anyway.
        let config = match target {
            Target::Url { url, .. } => config().mcp_endpoint(url.path()).unwrap_or_else(|_| config()),
            Target::Command(_) => config(),
        };
        let (running, ended) = mpsc::channel(1);
        let for_explorer = backend.for_explorer();
        let server = service_fn(move |request: Request<RequestBody>| {
            let _ = &running;
            for_explorer.clone().respond(request).map(reached)
        });
        let explorer = McpUiLayer::new(config).mcp(server);
        Self { live: LiveClient::new(explorer, CAPABILITIES), backend: backend.clone(), ended }
    }

    /// Ends the sessions with the server.
    pub(super) async fn close(self) {
        let Self { live, mut ended, .. } = self;
        drop(live);
        // A server that does not answer in time has to end the session by itself.
        let _ = tokio::time::timeout(LAST_REQUESTS, ended.recv()).await;
    }

    /// Restarts a server that has exited.
    pub(super) async fn revive(&self) {
        self.backend.revive().await;
    }

    /// Follows server messages that belong to no request, so that no request waits for them. Never ends.
    pub(super) async fn follow(&self) -> Infallible {
        if let Ok(mut events) = self.live.events().await {
            while let Ok(event) = events.next().await {
                if let Event::Request(Asked { token: Some(token), .. }) = event {
                    let error = json!({ "code": -1, "message": "No running test can answer this." });
                    // Fails only if the server is gone.
                    let _ = self.live.answer(&token, "error", error).await;
                }
            }
        }
        std::future::pending().await
    }

    /// Returns a tool's description, or `None` if the server has no such tool.
    pub(super) async fn tool(&self, name: &str) -> Result<Option<Value>, Failure> {
        match self.live.get(&format!("tools/{}", encoded(name))).await {
            Err(LiveError::Refused { status: StatusCode::NOT_FOUND, .. }) => Ok(None),
            response => read(response).await.map(Some),
        }
    }

    /// Returns the names of tools that the explorer omits from the list, with reasons.
    pub(super) async fn excluded_tools(&self) -> Result<Value, Failure> {
        let server: Value = read(self.live.get("server").await).await?;
        Ok(server["excludedTools"].clone())
    }

    /// Returns the parts of the arguments that violate a tool's input schema.
    pub(super) async fn violations(&self, tool: &str, arguments: &RawValue) -> Result<Vec<Violation>, Failure> {
        #[derive(Deserialize)]
        struct Verdict {
            #[serde(default)]
            errors: Vec<Violation>,
        }
        let path = format!("tools/{}/validate", encoded(tool));
        let verdict: Verdict = read(self.live.post(&path, arguments.get().to_owned()).await).await?;
        Ok(verdict.errors)
    }
}

fn encoded(name: &str) -> String {
    utf8_percent_encode(name, NON_ALPHANUMERIC).to_string()
}

/// Reads a JSON response.
pub(super) async fn read<T: DeserializeOwned>(
    response: Result<Response<ResponseBody>, LiveError>,
) -> Result<T, Failure> {
    let body = response.map_err(|error| failure(&error))?.into_body();
    Ok(serde_json::from_slice(&body.collect().await?.to_bytes())?)
}

/// Converts a request's error to the command's failure.
pub(super) fn failure(error: &LiveError) -> Failure {
    let message = error.to_string();
    match error {
        LiveError::Refused { status, .. } => match *status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => needs_credentials(message),
            StatusCode::NOT_FOUND => Failure::not_found(message),
            StatusCode::GATEWAY_TIMEOUT => Failure::timeout(message),
            StatusCode::BAD_GATEWAY => {
                Failure::bad_response(message).hint("`mcp-ui doctor` with the same target shows where the problem is.")
            }
            _ => Failure::new(message),
        },
        LiveError::Invalid(_) => Failure::bad_response(message),
        LiveError::Rpc(json) => {
            let failure = Failure::rpc(message, json.get().to_owned());
            let error: Value = serde_json::from_str(json.get()).unwrap_or_default();
            let asked = error["data"]["elicitations"].as_array().into_iter().flatten();
            let addresses: Vec<_> = asked.filter_map(|it| it["url"].as_str()).collect();
            // The error from a tool that needs the user to visit URLs first (MCP 2025-11-25).
            if error["code"] == -32042 && !addresses.is_empty() {
                let open = "Run the command again after opening in a browser:";
                return failure.hint(format!("{open} {}", addresses.join(" ")));
            }
            failure
        }
    }
}

/// The command-line option for an explorer setting.
fn option(setting: Setting) -> Option<&'static str> {
    match setting {
        Setting::LIST_TIMEOUT | Setting::CALL_TIMEOUT => Some("--timeout"),
        _ => None,
    }
}

/// The failure for a server that requires credentials.
pub(super) fn needs_credentials(message: String) -> Failure {
    Failure::needs_credentials(message)
        .hint("Sign in with `mcp-ui login URL`, or pass a token with --header 'Authorization: Bearer …'.")
}
