use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::{Execution, GivenTools, McpUiConfig, McpUiLayer, Setting, Timeouts};

use super::args::OpenArgs;
use super::backend::{AnyBody, Backend};
use super::guard::Guard;
use super::target::Target;
use super::{ENDPOINT, EXPLORER};

/// The service of the listener: the guards, the explorer, and the MCP endpoint. Nothing else of the server can be
/// reached, because a browser would treat it as part of the explorer.
#[derive(Clone)]
pub(super) struct Front {
    guard: Arc<Guard>,
    explorer: McpUiLayer<GivenTools>,
    backend: Backend,
}

impl Front {
    pub(super) fn new(backend: &Backend, guard: Guard, config: McpUiConfig) -> Self {
        let explorer = McpUiLayer::new(config).mcp(backend.for_explorer());
        Self { guard: Arc::new(guard), explorer, backend: backend.clone() }
    }

    async fn respond(mut self, request: Request<Incoming>) -> Response<AnyBody> {
        let (mut head, body) = request.into_parts();
        if let Err((status, text)) = self.guard.check(&mut head) {
            return refusal(&head.uri, status, &text);
        }
        let request = Request::from_parts(head, body);
        match request.uri().path() {
            ENDPOINT => {
                let Ok(mut response) = self.backend.call(request).await;
                mcp_ui_host::origin::protect(response.headers_mut());
                response
            }
            "/" => {
                let mut response = text(StatusCode::FOUND, "The explorer is at /explorer.");
                response.headers_mut().insert(header::LOCATION, HeaderValue::from_static(EXPLORER));
                response
            }
            _ => {
                let inner = service_fn(async |_: Request<Incoming>| {
                    let message = format!("Not found. The explorer is at {EXPLORER}, the MCP endpoint at {ENDPOINT}.");
                    Ok::<_, Infallible>(text(StatusCode::NOT_FOUND, &message))
                });
                let Ok(response) = self.explorer.layer(inner).oneshot(request).await;
                response.map(|body| body.map_err(Into::into).boxed_unsync())
            }
        }
    }
}

impl Service<Request<Incoming>> for Front {
    type Response = Response<AnyBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let front = self.clone();
        Box::pin(async move { Ok(front.respond(request).await) })
    }
}

impl OpenArgs {
    /// The settings of the explorer.
    pub(super) fn config(&self, target: &Target) -> McpUiConfig {
        let execution = if self.no_execute { Execution::disabled() } else { Execution::all() };
        let timeouts = Timeouts::new();
        McpUiConfig::new()
            .title(target.name())
            .history_key(target.history_key())
            .execution(execution)
            .timeouts(timeouts.call(self.timeout.0).list(self.init_timeout.0))
            .setting_names(option)
            // The guard of the listener checks the host.
            .any_host()
    }
}

/// The option of the command for a setting of the explorer.
fn option(setting: Setting) -> Option<&'static str> {
    match setting {
        Setting::LIST_TIMEOUT => Some("--init-timeout"),
        Setting::CALL_TIMEOUT => Some("--timeout"),
        Setting::HOSTS => Some("--allow-host"),
        _ => None,
    }
}

/// A refusal, as the explorer's page reads it below its path, and as text elsewhere.
fn refusal(uri: &http::Uri, status: StatusCode, message: &str) -> Response<AnyBody> {
    if uri.path().starts_with(EXPLORER) {
        return tower_mcp_ui::embedding::error_response(status, message)
            .map(|body| body.map_err(Into::into).boxed_unsync());
    }
    text(status, message)
}

fn text(status: StatusCode, text: &str) -> Response<AnyBody> {
    let body = Full::new(Bytes::from(format!("{text}\n"))).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    mcp_ui_host::origin::protect(response.headers_mut());
    response
}
