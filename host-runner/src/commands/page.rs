//! A page without an MCP server: an explorer without tools, on a local port.

use std::net::Ipv4Addr;
use std::pin::Pin;
use std::sync::Arc;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use mcp_ui_host::ServerBody;
use tokio::net::TcpListener;
use tower_mcp_ui::config::HostEndpoint;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::uis::UiCatalog;
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tools};

use super::Failure;
use super::open::{Guard, Place, Routes, Tokens, explore, listen, response};

/// The page's path.
const EXPLORER: &str = "/explorer";

/// A page bound to its port.
pub(super) struct Page {
    listener: TcpListener,
    tokens: Tokens,
    front: Front,
}

/// The listener's service.
#[derive(Clone)]
struct Front {
    tokens: Tokens,
    guard: Arc<Guard>,
    explorer: McpUiLayer<GivenTools>,
}

impl Page {
    /// Binds the page to a port. The page's only resources are `uis`.
    ///
    /// `view` is the URL's query, which selects a view, such as `uis=preview`.
    pub(super) async fn bind(
        port: Option<u16>,
        config: McpUiConfig,
        uis: Option<UiCatalog>,
        view: &str,
    ) -> Result<Self, Failure> {
        let listener = listen::bind(Ipv4Addr::LOCALHOST.into(), port).await?;
        let tokens = Tokens::new(&format!("http://{}{EXPLORER}?{view}", listener.local_addr()?));
        // The guard checks the host.
        let config = config.prefix(EXPLORER)?.any_host().host_endpoints([HostEndpoint::Start]);
        let explorer = McpUiLayer::new(config);
        let explorer = match uis {
            Some(uis) => explorer.uis(uis),
            None => explorer,
        };
        let explorer = explorer.tools(Tools::new());
        let guard = Arc::new(Guard::new(&[], Some(tokens.clone())));
        Ok(Self { listener, tokens: tokens.clone(), front: Front { tokens, guard, explorer } })
    }

    /// The page's secrets and URLs.
    pub(super) fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Serves the page until `stopped` completes.
    pub(super) async fn serve(self, stopped: Pin<&mut (impl Future<Output = ()> + Send)>) {
        let Self { listener, front, .. } = self;
        listen::serve(&listener, move |request| front.clone().respond(request), stopped).await;
    }
}

impl Front {
    async fn respond(self, request: Request<Incoming>) -> Response<ServerBody> {
        let (mut head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        let place = Routes::single().place(&path);
        if let Err((status, text)) = self.guard.check(&mut head, &place) {
            return response::error(status, &text);
        }
        match place {
            Place::Start => self.tokens.respond(&Request::from_parts(head, ())),
            Place::Explorer(..) => explore(&self.explorer, Request::from_parts(head, body)).await,
            Place::Root => response::explorer_is_at(EXPLORER),
            _ => response::text(StatusCode::NOT_FOUND, "Not found. The explorer is at /explorer."),
        }
    }
}
