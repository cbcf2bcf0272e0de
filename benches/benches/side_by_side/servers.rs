use std::convert::Infallible;
use std::net::SocketAddr;
use std::thread;

use axum::serve::ListenerExt as _;
use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, header};
use http_body::Body;
use http_body_util::{BodyExt as _, Empty, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use mcp_ui_host::{StdioCommand, StdioOptions, StdioServer};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime;
use tower::{Layer as _, Service, service_fn};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer};

use crate::child_process::CHILD;
use crate::tools;

/// Starts the layer on hyper.
pub(crate) fn layer(count: usize) -> SocketAddr {
    serve(tools::layer(count).layer(service_fn(not_found)))
}

async fn not_found<B>(_: Request<B>) -> Result<Response<Empty<Bytes>>, Infallible> {
    let mut response = Response::new(Empty::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}

/// Serves on hyper.
fn serve<S, B>(service: S) -> SocketAddr
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    start(async move |listener| accept(listener, service).await)
}

async fn accept<S, B>(listener: TcpListener, service: S)
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        stream.set_nodelay(true).expect("an option of every socket");
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

/// Starts a process that speaks MCP over stdio, and serves it over HTTP on hyper.
pub(crate) fn child_process() -> SocketAddr {
    start(async |listener| {
        let server = StdioServer::start(StdioCommand::new(CHILD), StdioOptions::new());
        accept(listener, server).await;
    })
}

/// Starts the layer on hyper, around an MCP server with one tool that responds immediately.
pub(crate) fn over_mcp() -> SocketAddr {
    let mcp = service_fn(async |request: Request<RequestBody>| {
        let message = request.into_body().collect().await?.to_bytes();
        let message: Value = serde_json::from_slice(&message)?;
        let result = match message["method"].as_str() {
            Some("tools/list") => json!({ "tools": [{ "name": "warehouse_0010" }], "ttlMs": 3_600_000 }),
            _ => json!({ "content": [{ "type": "text", "text": "done" }] }),
        };
        let message = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }).to_string();
        let response = Response::builder().header(header::CONTENT_TYPE, "application/json");
        Ok::<_, BoxError>(response.body(Full::new(Bytes::from(message)))?)
    });
    let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).mcp(mcp);
    serve(layer.layer(service_fn(not_found)))
}

/// Starts the other explorer on axum, the only framework that it supports.
pub(crate) fn embedded_ui(count: usize) -> SocketAddr {
    let router = tools::embedded_ui(count);
    start(async move |listener| {
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("an option of every socket"));
        axum::serve(listener, router).await.expect("the server runs until the program ends");
    })
}

/// Starts bare hyper, which responds to `/n` with n bytes after it has read the request body.
pub(crate) fn bare() -> SocketAddr {
    let bytes = Bytes::from(vec![b' '; 4 << 20]);
    let respond = async move |request: Request<Incoming>, bytes: Bytes| {
        let size: usize = request.uri().path()[1..].parse().expect("a number of bytes");
        request.into_body().collect().await.expect("a whole body");
        let mut response = Response::new(Full::new(bytes.slice(..size)));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok::<_, Infallible>(response)
    };
    start(async move |listener| {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            stream.set_nodelay(true).expect("an option of every socket");
            let bytes = bytes.clone();
            let service = hyper::service::service_fn(move |request| respond(request, bytes.clone()));
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    })
}

/// Serves on a new thread until the program ends.
fn start<S: AsyncFnOnce(TcpListener) + Send + 'static>(serve: S) -> SocketAddr {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = listener.local_addr().expect("a listener has an address");
    thread::spawn(move || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async move {
            listener.set_nonblocking(true).expect("an option of every socket");
            serve(TcpListener::from_std(listener).expect("a listener that does not block")).await;
        });
    });
    address
}
