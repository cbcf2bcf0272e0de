//! The explorer in every kind of deployment.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::Router;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tower::{Layer, ServiceExt as _, service_fn};
use tower_mcp_ui::service::{GivenTools, RequestBody};
use tower_mcp_ui::{McpUiLayer, embedding};

use super::corpus::{Deployment, Profile};
use super::fixture;
use super::mcp_server::{self, Era};

/// The layer with tools defined in code.
pub(crate) fn in_code(profile: &Profile) -> McpUiLayer<GivenTools> {
    McpUiLayer::new(fixture::config(profile)).tools_with(fixture::tools(), fixture::call).resources(fixture::Resources)
}

/// The layer without any tower service.
pub(crate) struct Bare(pub(crate) McpUiLayer<GivenTools>);

impl Deployment for Bare {
    async fn send(&self, request: Request<Bytes>) -> Response<Bytes> {
        let response = embedding::respond(&self.0, request.map(Full::new)).await.expect("a path of the explorer");
        let (parts, body) = response.into_parts();
        Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
    }
}

/// A tower service in process, around a service that echoes bodies.
pub(crate) struct Tower(pub(crate) McpUiLayer<GivenTools>);

impl Deployment for Tower {
    async fn send(&self, request: Request<Bytes>) -> Response<Bytes> {
        let inner = service_fn(|request: Request<RequestBody<Full<Bytes>>>| async {
            Ok::<_, Infallible>(Response::new(request.into_body()))
        });
        let (parts, body) = self.0.layer(inner).oneshot(request.map(Full::new)).await.unwrap().into_parts();
        Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
    }
}

/// A server on a socket, stopped on drop.
pub(crate) struct Served {
    address: SocketAddr,
    http2: bool,
    _tasks: JoinSet<()>,
}

impl Served {
    /// axum, with the layer outside the router.
    pub(crate) async fn axum_around(profile: &Profile, era: Era) -> Self {
        let app = McpUiLayer::new(fixture::config(profile)).layer(mcp_server::router(era));
        Self::axum(Router::new().fallback_service(app)).await
    }

    /// axum, with the layer inside the router and the MCP service passed directly.
    pub(crate) async fn axum_direct(profile: &Profile) -> Self {
        let router = mcp_server::router(Era::Modern);
        let layer = McpUiLayer::new(fixture::config(profile)).mcp(router.clone());
        Self::axum(router.layer(layer)).await
    }

    async fn axum(router: Router) -> Self {
        Self::start(|listener| async move { axum::serve(listener, router).await.unwrap() }).await
    }

    /// hyper, without any framework.
    pub(crate) async fn hyper(profile: &Profile) -> Self {
        Self::hyper_with(in_code(profile)).await
    }

    pub(crate) async fn hyper_with(layer: McpUiLayer<GivenTools>) -> Self {
        let echo = service_fn(|request: Request<RequestBody<hyper::body::Incoming>>| async {
            Ok::<_, Infallible>(Response::new(request.into_body()))
        });
        let app = layer.layer(echo);
        Self::start(|listener| async move {
            let mut connections = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let app = TowerToHyperService::new(app.clone());
                connections.spawn(async move {
                    let server = auto::Builder::new(TokioExecutor::new());
                    let _ = server.serve_connection(TokioIo::new(stream), app).await;
                });
            }
        })
        .await
    }

    /// tonic, with a gRPC service next to the explorer, over HTTP/1.1 or HTTP/2.
    pub(crate) async fn tonic(profile: &Profile, http2: bool) -> Self {
        let layer = in_code(profile);
        let server = Self::start(|listener| async move {
            let (_, health) = tonic_health::server::health_reporter();
            let server = tonic::transport::Server::builder().accept_http1(true).layer(layer).add_service(health);
            server.serve_with_incoming(tonic::transport::server::TcpIncoming::from(listener)).await.unwrap();
        });
        Self { http2, ..server.await }
    }

    async fn start<F: Future<Output = ()> + Send + 'static>(serve: impl FnOnce(TcpListener) -> F) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener));
        Self { address, http2: false, _tasks: tasks }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Deployment for Served {
    async fn send(&self, mut request: Request<Bytes>) -> Response<Bytes> {
        let stream = TokioIo::new(TcpStream::connect(self.address).await.unwrap());
        if !self.http2 {
            let (mut client, connection) = hyper::client::conn::http1::handshake(stream).await.unwrap();
            return exchange(connection, client.send_request(request.map(Full::new))).await;
        }
        // Over HTTP/2, the host is part of the request target.
        let host = request.headers_mut().remove("host").expect("a host");
        let target = format!("http://{}{}", host.to_str().unwrap(), request.uri());
        *request.uri_mut() = target.parse().unwrap();
        let (mut client, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), stream).await.unwrap();
        exchange(connection, client.send_request(request.map(Full::new))).await
    }
}

async fn exchange(
    connection: impl Future + Send + 'static,
    sent: impl Future<Output = hyper::Result<Response<hyper::body::Incoming>>>,
) -> Response<Bytes> {
    let mut connections = JoinSet::new();
    connections.spawn(async move { drop(connection.await) });
    let (parts, body) = sent.await.unwrap().into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}
