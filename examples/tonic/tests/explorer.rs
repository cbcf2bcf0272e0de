//! The example as a user sees it: over a socket, with HTTP/1.1 as from a browser, and with gRPC.

#[path = "../../hyper/tests/running/mod.rs"]
mod running;

use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use self::running::{Running, assert_response};

#[tokio::test]
async fn the_explorer_and_grpc_share_a_port() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-tonic"), &[]);

    assert_response(&app.get("/explorer", ""), 200, "<title>Tools beside gRPC</title>");
    assert_response(&app.get("/explorer/tools", ""), 200, r#"[{"name":"health","description":"#);
    assert_response(&app.post("/explorer/tools/health/call", "", "{}"), 200, r#""text":"SERVING""#);
    let kitchen = app.post("/explorer/tools/health/call", "", r#"{"service":"kitchen"}"#);
    assert_response(&kitchen, 200, r#""text":"NOT_SERVING""#);
    let cellar = app.post("/explorer/tools/health/call", "", r#"{"service":"cellar"}"#);
    assert_response(&cellar, 500, "/service: Must be");

    let address = format!("http://{}", app.authority()).parse::<tonic::transport::Endpoint>().unwrap();
    let mut grpc = HealthClient::new(address.connect().await.unwrap());
    let mut check = async |service: &str| {
        let response = grpc.check(HealthCheckRequest { service: service.to_owned() }).await;
        response.map(|response| response.into_inner().status().as_str_name())
    };
    assert_eq!(check("").await.unwrap(), "SERVING");
    assert_eq!(check("kitchen").await.unwrap(), "NOT_SERVING");
    assert_eq!(check("cellar").await.unwrap_err().code(), Code::NotFound);
}

#[test]
fn a_client_that_sends_next_to_nothing_is_disconnected() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-tonic"), &["--connection-age", "1"]);
    app.wait_until_closed(&["", "P"]);
}
