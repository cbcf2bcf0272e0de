//! A component as a service of one's own program, under the layer that is compiled into it.

use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use mcp_ui_host::{Binary, ComponentService, Options};
use tower::{Layer as _, ServiceExt as _};
use tower_mcp_ui::{InnerService, McpUi, McpUiConfig, McpUiLayer};

use mcp_ui_host_e2e::component;

use crate::corpus::{self, Deployment, Profile};

struct Wrapped(McpUi<ComponentService, InnerService>);

impl Wrapped {
    fn new(profile: &Profile) -> Self {
        let server = Binary::read(component("fixture-backend")).unwrap();
        let server = ComponentService::new(&server, Options::new().concurrent_requests(8)).unwrap();
        Self(McpUiLayer::new(McpUiConfig::from_env(profile.iter().cloned()).unwrap()).layer(server))
    }
}

impl Deployment for Wrapped {
    async fn send(&self, request: Request<Bytes>) -> Response<Bytes> {
        let (parts, body) = self.0.clone().oneshot(request.map(Full::new)).await.unwrap().into_parts();
        Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
    }
}

#[tokio::test]
async fn the_native_layer_before_an_mcp_server() {
    corpus::run(async |profile| Wrapped::new(profile)).await;
}

#[tokio::test]
async fn what_passes_comes_from_the_component() {
    let wrapped = Wrapped::new(&Profile::new());
    let request = Request::get("/bytes/3").header("host", "localhost").body(Bytes::new()).unwrap();
    let answer = wrapped.send(request).await;
    assert_eq!((answer.status().as_u16(), &**answer.body()), (200, &b"..."[..]));
}

#[tokio::test]
async fn a_caller_that_leaves_makes_no_room_before_its_request_is_done() {
    let backend = Binary::read(component("fixture-backend")).unwrap();
    let options = Options::new().concurrent_requests(1).queued_requests(0);
    let service = ComponentService::new(&backend, options).unwrap();
    let ask =
        || service.clone().oneshot(Request::get("http://localhost/bytes/1").body(Full::<Bytes>::default()).unwrap());
    assert!(ask().now_or_never().is_none());
    let refused = ask().now_or_never().unwrap().unwrap();
    assert_eq!(refused.status().as_u16(), 503);
    let mut attempts = 500;
    while ask().await.unwrap().status().as_u16() != 200 {
        assert_ne!(attempts, 0, "a caller that has left still takes room");
        attempts -= 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
