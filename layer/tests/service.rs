//! The tower service itself: readiness, cancellation, and requests for other paths.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, Request, Response, StatusCode};
use http_body::{Body, Frame};
use http_body_util::{BodyExt as _, Full, StreamBody};
use tokio_test::assert_pending;
use tokio_test::task;
use tower::{Layer, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::service::{GivenTools, RequestBody, ResponseBody};
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUi, McpUiConfig, McpUiLayer, Tool};
use tower_test::mock;

type InnerResponse = Response<Full<Bytes>>;

fn in_code() -> McpUiLayer<GivenTools> {
    let tools = ToolList::new([Tool::new("echo", "")]).unwrap();
    McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" })
}

fn over_mcp() -> McpUiLayer {
    McpUiLayer::new(McpUiConfig::new())
}

fn get(path: &str) -> Request<Full<Bytes>> {
    Request::get(path).body(Full::default()).unwrap()
}

#[tokio::test]
async fn it_is_ready_if_the_inner_service_is_ready() {
    let (mut service, mut handle) = mock::spawn_layer::<Request<RequestBody<Full<Bytes>>>, InnerResponse, _>(in_code());
    handle.allow(0);
    assert_pending!(service.poll_ready());
    handle.allow(1);
    assert!(service.poll_ready().is_ready());
}

#[tokio::test]
async fn an_error_of_the_inner_service_passes_through() {
    let (mock, mut handle) = mock::pair::<Request<RequestBody<Full<Bytes>>>, InnerResponse>();
    handle.send_error("the inner service is broken");
    let error = in_code().layer(mock).oneshot(get("/else")).await.unwrap_err();
    assert_eq!(error.to_string(), "the inner service is broken");
}

#[tokio::test]
async fn explorer_requests_never_reach_the_inner_service() {
    let (mock, mut handle) = mock::pair::<Request<RequestBody<Full<Bytes>>>, InnerResponse>();
    let response = in_code().layer(mock).oneshot(get("/explorer/tools")).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert!(handle.next_request().await.is_none(), "the service is dropped without having been called");
}

#[tokio::test]
async fn mcp_requests_use_the_service_that_was_polled_ready() {
    let (mock, mut handle) = mock::pair::<Request<RequestBody<Full<Bytes>>>, InnerResponse>();
    let mut service = over_mcp().layer(mock);
    // There is one permit: a clone that was not polled ready would wait forever, and a call without readiness would
    // panic.
    handle.allow(1);
    service.ready().await.unwrap();
    let response = tokio::spawn(service.call(get("/explorer/tools")));
    let (request, respond) = handle.next_request().await.unwrap();
    assert_eq!(request.uri().path(), "/mcp");
    let list = Full::from(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#);
    respond.send_response(Response::builder().header("content-type", "application/json").body(list).unwrap());
    let response = response.await.unwrap().unwrap();
    assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), "[]");
}

#[tokio::test]
async fn dropping_the_future_drops_the_inner_services_work() {
    for path in ["/else", "/explorer/tools"] {
        let work = Arc::new(());
        let held = Arc::clone(&work);
        let inner = service_fn(move |_: Request<RequestBody<Full<Bytes>>>| {
            let held = Arc::clone(&held);
            async move {
                std::future::pending::<()>().await;
                drop(held);
                Ok::<InnerResponse, Infallible>(Response::default())
            }
        });
        let before = Arc::strong_count(&work);
        let mut service = over_mcp().layer(inner.clone());
        let with_service = Arc::strong_count(&work);
        let mut response = task::spawn(service.call(get(path)));
        assert_pending!(response.poll());
        assert!(Arc::strong_count(&work) > with_service, "{path}: the inner service is at work");
        drop(response);
        drop(service);
        assert_eq!(Arc::strong_count(&work), before, "{path}");
    }
}

#[tokio::test]
async fn requests_for_other_paths_pass_unchanged() {
    let inner = service_fn(|request: Request<RequestBody<Full<Bytes>>>| async {
        assert_eq!(request.extensions().get::<&str>(), Some(&"an extension"));
        assert_eq!(request.headers()["x-own"], "1");
        assert_eq!(request.version(), http::Version::HTTP_2);
        assert_eq!(request.body().size_hint().exact(), Some(4));
        let body = request.into_body().collect().await.unwrap().to_bytes();
        let trailers = HeaderMap::from_iter([(http::HeaderName::from_static("x-sum"), "4".parse().unwrap())]);
        let frames = [Frame::data(body), Frame::trailers(trailers)].map(Ok::<_, Infallible>);
        let mut response = Response::new(StreamBody::new(futures_util::stream::iter(frames)));
        response.extensions_mut().insert(7_u8);
        *response.status_mut() = StatusCode::IM_A_TEAPOT;
        Ok::<_, Infallible>(response)
    });
    let body = Bytes::from(b"body".to_vec());
    let sent_at = body.as_ptr();
    let mut request = Request::post("/explorerx?q")
        .header("x-own", "1")
        .version(http::Version::HTTP_2)
        .body(Full::from(body))
        .unwrap();
    request.extensions_mut().insert("an extension");
    let response = over_mcp().layer(inner).oneshot(request).await.unwrap();
    assert_eq!((response.status(), response.extensions().get::<u8>()), (StatusCode::IM_A_TEAPOT, Some(&7)));
    assert!(response.headers().is_empty());
    let collected = response.into_body().collect().await.unwrap();
    assert_eq!(collected.trailers().unwrap()["x-sum"], "4");
    assert_eq!(collected.to_bytes().as_ptr(), sent_at, "the body is the very same memory");
}

#[test]
fn the_types_are_clone_send_sync_and_static() {
    fn is_free<T: Clone + Send + Sync + 'static>() {}
    fn is_body<B: Body<Data = Bytes> + Default + Send + Unpin>() {}
    is_free::<McpUiLayer>();
    is_free::<McpUiLayer<GivenTools>>();
    is_free::<McpUi<axum::Router>>();
    is_free::<McpUi<axum::Router, GivenTools>>();
    is_body::<ResponseBody<Full<Bytes>>>();
    is_body::<RequestBody>();
}

#[tokio::test]
async fn the_inner_service_can_be_borrowed_and_unwrapped() {
    let mut service = in_code().layer(7_u8);
    assert_eq!(*service.get_ref(), 7);
    *service.get_mut() = 8;
    assert_eq!(service.into_inner(), 8);
}

#[tokio::test]
async fn the_inner_service_is_not_reachable_on_the_apps_origin() {
    let config = || McpUiConfig::new().sandbox_origin("http://apps.localhost:8080").unwrap();
    for path in ["/", "/mcp", "/else", "/explorerx", "/explorer", "/explorer/tools"] {
        let host = |request: http::request::Builder| request.header("host", "apps.localhost:8080");
        let absolute = format!("http://apps.localhost:8080{path}");
        for request in [host(Request::get(path)), host(Request::post(path)), Request::get(absolute)] {
            let (mock, mut handle) = mock::pair::<Request<RequestBody<Full<Bytes>>>, InnerResponse>();
            let request = request.body(Full::default()).unwrap();
            let response = McpUiLayer::new(config()).layer(mock).oneshot(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert!(handle.next_request().await.is_none(), "{path} is not passed on");
        }
    }
    let inner =
        service_fn(|_: Request<RequestBody<Full<Bytes>>>| async { Ok::<_, Infallible>(InnerResponse::default()) });
    for host in ["localhost:8080", "apps.localhost:8081"] {
        let request = Request::get("/else").header("host", host).body(Full::default()).unwrap();
        let response = McpUiLayer::new(config()).layer(inner).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn repeated_security_headers_are_refused() {
    let call = |headers: &[(&str, &str)]| {
        let request = Request::post("/explorer/tools/echo/validate");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let inner =
            service_fn(|_: Request<RequestBody<Full<Bytes>>>| async { Ok::<_, Infallible>(InnerResponse::default()) });
        in_code().layer(inner).oneshot(request.body(Full::from("{}")).unwrap())
    };
    let host = ("host", "localhost");
    for (headers, status) in [
        (&[host][..], 200),
        (&[host, ("origin", "http://localhost"), ("origin", "https://evil.example")], 403),
        (&[host, ("origin", "http://localhost"), ("origin", "http://localhost")], 403),
        (&[host, ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")], 403),
        (&[host, ("sec-fetch-dest", "empty"), ("sec-fetch-dest", "iframe")], 403),
        (&[host, ("host", "evil.example")], 400),
        (&[host, host], 400),
        (&[("host", "localhost:x")], 421),
        (&[("host", ":80")], 421),
        (&[("host", "")], 421),
        (&[("host", "a b")], 421),
    ] {
        assert_eq!(call(headers).await.unwrap().status().as_u16(), status, "{headers:?}");
    }
}
