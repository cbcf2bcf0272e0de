//! A call that needs no sign-in costs nothing extra, even if the server could ask for a sign-in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::routing::post;
use bytes::Bytes;
use http::{Request, Uri};
use http_body_util::{BodyExt as _, Full};
use mcp_ui_host::HttpServer;
use mcp_ui_host::authorization::{Authorizer, Visitor};
use tower::ServiceExt as _;
use tower_mcp_ui::authorization::Settings;

/// Enough calls that at least one runs without extra allocations, such as for a growing buffer.
const CALLS: usize = 20;

/// Starts a server on its own thread, whose allocations are not counted. Returns its URL and request count.
fn start() -> (Uri, Arc<AtomicUsize>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap()).parse().unwrap();
    let requests = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&requests);
    let router = Router::new().route(
        "/mcp",
        post(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            async { "{}" }
        }),
    );
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), router).await })
    });
    (url, requests)
}

/// Returns the fewest allocations for one call, and the total request count.
fn cost(with_sign_in: bool) -> (u64, usize) {
    let (url, requests) = start();
    let mut server = HttpServer::new(&url).unwrap();
    if with_sign_in {
        let redirect_uri = "http://127.0.0.1/callback".parse().unwrap();
        let settings = Settings::new(url.to_string().parse().unwrap(), redirect_uri);
        server = server.signed_in_by(Authorizer::new(settings, Visitor::Nobody));
    }
    let server = server.for_explorer();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let call = || {
        let request = Request::post("/mcp").body(Full::new(Bytes::from_static(b"{}"))).unwrap();
        let server = server.clone();
        let counted = allocation_counter::measure(|| {
            runtime.block_on(async {
                let response = server.oneshot(request).await.unwrap();
                assert_eq!(response.status(), 200);
                response.into_body().collect().await.unwrap();
            });
        });
        counted.count_total
    };
    let fewest = (0..CALLS).map(|_| call()).min().unwrap();
    (fewest, requests.load(Ordering::Relaxed))
}

#[test]
fn a_call_without_a_sign_in_costs_the_same_where_one_is_possible() {
    let (plain, requests) = cost(false);
    assert!(plain > 0);
    assert_eq!(requests, CALLS);
    assert_eq!(cost(true), (plain, CALLS));
}
