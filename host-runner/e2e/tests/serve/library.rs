//! A component as a service in a native program, under the native layer.

use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use mcp_ui_host::{Binary, ComponentService, Options};
use tower::{Layer as _, ServiceExt as _};
use tower_mcp_ui::service::InnerService;
use tower_mcp_ui::{McpUi, McpUiConfig, McpUiLayer};

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
async fn the_native_layer_in_front_of_an_mcp_server() {
    corpus::run(async |profile| Wrapped::new(profile)).await;
}

#[tokio::test]
async fn other_paths_are_served_by_the_component() {
    let wrapped = Wrapped::new(&Profile::new());
    let request = Request::get("/bytes/3").header("host", "localhost").body(Bytes::new()).unwrap();
    let response = wrapped.send(request).await;
    assert_eq!((response.status().as_u16(), &**response.body()), (200, &b"..."[..]));
}

#[tokio::test]
async fn a_request_counts_as_running_after_its_caller_disconnects() {
    let backend = Binary::read(component("fixture-backend")).unwrap();
    let options = Options::new().concurrent_requests(1).queued_requests(0);
    let service = ComponentService::new(&backend, options).unwrap();
    let send =
        || service.clone().oneshot(Request::get("http://localhost/bytes/1").body(Full::<Bytes>::default()).unwrap());
    assert!(send().now_or_never().is_none());
    let refused = send().now_or_never().unwrap().unwrap();
    assert_eq!(refused.status().as_u16(), 503);
    let mut attempts = 500;
    while send().await.unwrap().status().as_u16() != 200 {
        assert_ne!(attempts, 0, "the request of a disconnected caller still counts as running");
        attempts -= 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
