//! The page: an explorer without tools, with the traffic.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::request::Parts;
use http::{Request, Response, StatusCode, header};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::{
    Arguments, CallError, CallToolResult, GivenTools, McpUiConfig, McpUiLayer, ToolList, Traffic, TrafficScope,
};

use crate::commands::Failure;
use crate::commands::open::{Guard, Place, Routes, response};
use crate::commands::target::AnyBody;

/// The path of the page.
pub(super) const EXPLORER: &str = "/explorer";

/// The service of the listener.
#[derive(Clone)]
pub(super) struct Front {
    guard: Arc<Guard>,
    explorer: McpUiLayer<GivenTools>,
}

impl Front {
    pub(super) fn new(traffic: &Traffic, guard: Guard) -> Result<Self, Failure> {
        // The guard checks the host and the token.
        let guarded = |request: Parts| async move { Ok::<_, Infallible>(request) };
        let config = McpUiConfig::new()
            .prefix(EXPLORER)?
            .title("Traffic")
            .any_host()
            .traffic(traffic)
            .see_traffic(TrafficScope::All)
            .auth(guarded);
        let tools = ToolList::new([])?;
        let explorer = McpUiLayer::new(config).tools(
            move || {
                let tools = tools.clone();
                async move { tools }
            },
            async |_: String, _: Arguments| Err::<CallToolResult, _>(CallError::failed("There are no tools.")),
        );
        Ok(Self { guard: Arc::new(guard), explorer })
    }

    async fn respond(self, request: Request<Incoming>) -> Response<AnyBody> {
        let (mut head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        let place = Routes::single().place(&path);
        if let Err((status, text)) = self.guard.check(&mut head, &place) {
            return response::error(status, &text);
        }
        match place {
            Place::Explorer(..) => {
                let outside = service_fn(async |_: Request<Incoming>| Ok::<_, Infallible>(not_found()));
                let Ok(response) = self.explorer.layer(outside).oneshot(Request::from_parts(head, body)).await;
                response.map(|body| body.map_err(Into::into).boxed_unsync())
            }
            Place::Root => {
                let mut response = response::text(StatusCode::FOUND, "The explorer is at /explorer.");
                response.headers_mut().insert(header::LOCATION, header::HeaderValue::from_static(EXPLORER));
                response
            }
            _ => not_found(),
        }
    }
}

fn not_found() -> Response<AnyBody> {
    response::text(StatusCode::NOT_FOUND, "Not found. The explorer is at /explorer.")
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
