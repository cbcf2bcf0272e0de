use std::convert::Infallible;
use std::net::SocketAddr;
use std::thread;

use axum::serve::ListenerExt as _;
use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, Empty, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime;
use tower::{Layer as _, service_fn};

use crate::tools;

/// Starts the layer on hyper.
pub(crate) fn layer(count: usize) -> SocketAddr {
    let service = tools::layer(count).layer(service_fn(async |_: Request<Incoming>| {
        let mut response = Response::new(Empty::<Bytes>::new());
        *response.status_mut() = StatusCode::NOT_FOUND;
        Ok::<_, Infallible>(response)
    }));
    start(async move |listener| {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            stream.set_nodelay(true).expect("an option of every socket");
            let service = TowerToHyperService::new(service.clone());
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    })
}

/// Starts the other explorer on axum, the only framework that it supports.
pub(crate) fn embedded_ui(count: usize) -> SocketAddr {
    let router = tools::embedded_ui(count);
    start(async move |listener| {
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("an option of every socket"));
        axum::serve(listener, router).await.expect("the server runs until the program ends");
    })
}

/// Starts hyper alone, which responds to `/n` with n bytes after it has read the request's body.
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
