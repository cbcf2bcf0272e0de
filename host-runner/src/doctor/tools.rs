use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body::Body;
use parking_lot::Mutex;
use tower::util::MapResult;
use tower::{Service, ServiceExt as _};
use tower_mcp_ui::config::{Setting, Timeouts};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer};

use super::{Examination, Problem, Seen, Step, StepName, Stopped};
use crate::connect::reached;
use crate::live::{LiveClient, LiveError};

/// The negotiated revision, as observed in requests to the server.
#[derive(Clone, Debug, Default)]
pub(super) struct Observed(Arc<Mutex<Option<String>>>);

impl Observed {
    fn see<B>(&self, request: &Request<B>) {
        if let Some(Ok(revision)) = request.headers().get("mcp-protocol-version").map(|value| value.to_str()) {
            *self.0.lock() = Some(revision.to_owned());
        }
    }

    /// The revision in the last request. Up to 2025-03-26, requests do not carry it.
    pub(super) fn revision(&self) -> String {
        let revision = self.0.lock().clone();
        revision.unwrap_or_else(|| "2025-03-26 or older".to_owned())
    }
}

/// Creates a client for the examined server. Errors mention the server's path.
pub(super) fn client<S, B>(server: S, path: &str, observed: &Observed, timeout: Duration) -> LiveClient
where
    S: Service<Request<RequestBody>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let observed = observed.clone();
    let server = MapResult::new(server, reached).map_request(move |request: Request<RequestBody>| {
        observed.see(&request);
        request
    });
    let config = McpUiConfig::new().mcp_endpoint(path).unwrap_or_else(|_| McpUiConfig::new());
    let config = config.any_host().setting_names(option).timeouts(Timeouts::new().call(timeout).list(timeout));
    LiveClient::new(McpUiLayer::new(config).mcp(server), "{}")
}

/// Returns the command-line option for an explorer setting.
fn option(setting: Setting) -> Option<&'static str> {
    [Setting::LIST_TIMEOUT, Setting::CALL_TIMEOUT].contains(&setting).then_some("--timeout")
}

/// Lists the tools as a step.
pub(super) async fn list_tools<F: FnMut(&Step)>(
    examination: &mut Examination<F>,
    client: &LiveClient,
) -> Result<(), Stopped> {
    examination
        .step(StepName::Tools, async {
            match client.list("tools/list", "tools", |_| {}).await {
                Ok(list) if list.pages == 0 => (Some(()), Seen::warning(NO_TOOLS, "It may have resources or prompts.")),
                Ok(list) => (Some(()), Seen::ok(counted(list.items.len(), list.pages))),
                Err(error) => (None, failed(&error)),
            }
        })
        .await
}

const NO_TOOLS: &str = "The server does not know tools/list.";

fn counted(tools: usize, pages: usize) -> String {
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    format!("The server lists {} on {}.", plural(tools, "tool"), plural(pages, "page"))
}

/// The observation for a failed list.
pub(super) fn failed(error: &LiveError) -> Seen {
    let text = error.to_string();
    match error {
        LiveError::Refused { status: StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, .. } => {
            Seen::failed(Problem::AuthRequired, text, "Pass a token with --header 'Authorization: Bearer …'.")
        }
        LiveError::Refused { status: StatusCode::GATEWAY_TIMEOUT, .. } => {
            Seen::failed(Problem::BadResponse, text, "The server's own log may say what it waits for.")
        }
        LiveError::Rpc(_) => {
            Seen::failed(Problem::BadResponse, text, "This message comes from the server, whose log may say more.")
        }
        _ => {
            Seen::failed(Problem::BadResponse, text, "The server does not respond as MCP requires. Check its version.")
        }
    }
}
