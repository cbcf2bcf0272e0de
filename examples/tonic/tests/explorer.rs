//! The example as a user meets it: over a socket, with a browser's HTTP/1.1 and with gRPC.

#[path = "../../hyper/tests/running/mod.rs"]
mod running;

use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use self::running::{Running, assert_answer};

#[tokio::test]
async fn the_explorer_and_grpc_share_a_port() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-tonic"), &[]);

    assert_answer(&app.get("/explorer", ""), 200, "<title>Tools beside gRPC</title>");
    assert_answer(&app.get("/explorer/tools", ""), 200, r#"[{"name":"health","description":"#);
    assert_answer(&app.post("/explorer/tools/health/call", "", "{}"), 200, r#""text":"SERVING""#);
    let kitchen = app.post("/explorer/tools/health/call", "", r#"{"service":"kitchen"}"#);
    assert_answer(&kitchen, 200, r#""text":"NOT_SERVING""#);
    let cellar = app.post("/explorer/tools/health/call", "", r#"{"service":"cellar"}"#);
    assert_answer(&cellar, 500, "service not registered");

    let address = format!("http://{}", app.authority()).parse::<tonic::transport::Endpoint>().unwrap();
    let mut grpc = HealthClient::new(address.connect().await.unwrap());
    let mut check = async |service: &str| {
        let answer = grpc.check(HealthCheckRequest { service: service.to_owned() }).await;
        answer.map(|answer| answer.into_inner().status().as_str_name())
    };
    assert_eq!(check("").await.unwrap(), "SERVING");
    assert_eq!(check("kitchen").await.unwrap(), "NOT_SERVING");
    assert_eq!(check("cellar").await.unwrap_err().code(), Code::NotFound);
}

#[test]
fn a_client_that_says_next_to_nothing_is_let_go() {
    let app = Running::start(env!("CARGO_BIN_EXE_example-tonic"), &["--connection-age", "1"]);
    for begun in ["", "P"] {
        app.wait_until_closed(begun);
    }
}
