//! The page: an explorer without tools, with the traffic.

use std::sync::Arc;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use tower_mcp_ui::{Arguments, CallError, CallToolResult, GivenTools, McpUiConfig, McpUiLayer, ToolList, Traffic};

use crate::commands::Failure;
use crate::commands::open::{Guard, Place, Routes, explore, response, show_all};
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
        // The guard checks the host.
        let config = McpUiConfig::new().prefix(EXPLORER)?.title("Traffic").any_host();
        let tools = ToolList::new([])?;
        let explorer = McpUiLayer::new(show_all(traffic, config)).tools(
            move || {
                let tools = tools.clone();
                async move { tools }
            },
            async |_: String, _: Arguments| Err::<CallToolResult, _>(CallError::failed("There are no tools.")),
        );
        Ok(Self { guard: Arc::new(guard), explorer })
    }

    pub(super) async fn respond(self, request: Request<Incoming>) -> Response<AnyBody> {
        let (mut head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        let place = Routes::single().place(&path);
        if let Err((status, text)) = self.guard.check(&mut head, &place) {
            return response::error(status, &text);
        }
        match place {
            Place::Explorer(..) => explore(&self.explorer, Request::from_parts(head, body)).await,
            Place::Root => response::explorer_is_at(EXPLORER),
            _ => response::text(StatusCode::NOT_FOUND, "Not found. The explorer is at /explorer."),
        }
    }
}
