use std::convert::Infallible;
use std::net::SocketAddr;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::{Layer as _, service_fn};
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer};

/// The layer on hyper, without any component.
pub(crate) async fn page() -> SocketAddr {
    let handler = |_: String, arguments: Arguments| async move { arguments.get().to_owned() };
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(ToolList::first_wins([]), handler);
    let inner =
        service_fn(|_: Request<Incoming>| async { Ok::<_, Infallible>(Response::new(Full::new(Bytes::new()))) });
    let service = TowerToHyperService::new(layer.layer(inner));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
            tokio::spawn(async move { drop(connection.await) });
        }
    });
    address
}
