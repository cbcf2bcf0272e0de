//! The cost of UIs for ten tools in a list with 1,002 tools, as a ratio to the same list without UIs.

use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use mcp_ui_benches::ten_uis;
use rmcp::model::{JsonObject, ListToolsResult, Tool};
use serde::Deserialize;
use serde_json::json;
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::uis::{AugmentLayer, UiCatalog};

const ROUNDS: usize = 40;
const TOOLS: usize = 1_002;

/// The message that a client reads.
#[derive(Deserialize)]
struct Message {
    result: ListToolsResult,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let tools = ListToolsResult::with_all_items((0..TOOLS).map(tool).collect());
    let server = service_fn(move |_: Request<_>| std::future::ready(Ok(list(&tools))));
    let without = AugmentLayer::new(&UiCatalog::new()).layer(server.clone());
    let with = AugmentLayer::new(&ten_uis()).layer(server);
    let mut times: [Vec<f64>; 4] = Default::default();
    for _ in 0..ROUNDS {
        for (times, reads) in times.chunks_mut(2).zip([false, true]) {
            times[0].push(time(without.clone(), reads).await);
            times[1].push(time(with.clone(), reads).await);
        }
    }
    let [write, write_with, read, read_with] = times.map(median);
    println!("tools/list of {TOOLS} tools, 10 of them with a UI, median of {ROUNDS}:");
    println!(
        "  written by rmcp's types          {write:>7.0} us, with UIs {write_with:>7.0} us: {:.2} times",
        write_with / write
    );
    println!(
        "  and read by a client             {read:>7.0} us, with UIs {read_with:>7.0} us: {:.2} times (target: at most 1.5)",
        read_with / read
    );
}

fn tool(number: usize) -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "city": { "type": "string", "description": "The name of a city, as its inhabitants write it." },
            "days": { "type": "integer", "minimum": 1, "maximum": 14, "default": 3 },
        },
        "required": ["city"],
    });
    let schema: JsonObject = serde_json::from_value(schema).expect("an object");
    Tool::new(format!("tool-{number}"), "Returns the forecast for a city, with one line for each day.", schema)
}

/// The response from a server that serializes its list for each request, as SDKs do.
fn list(tools: &ListToolsResult) -> Response<Full<Bytes>> {
    let tools = serde_json::to_string(tools).expect("a list");
    let body = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{tools}}}"#);
    Response::builder().header("content-type", "application/json").body(body.into()).expect("a response")
}

/// Times one list request, in microseconds. With `reads`, the client also parses the response.
async fn time<S, B>(service: S, reads: bool) -> f64
where
    S: Service<Request<Full<Bytes>>, Response = Response<B>, Error = Infallible>,
    B: Body<Data = Bytes>,
    B::Error: std::fmt::Debug,
{
    let request = Request::post("/mcp").header("mcp-protocol-version", "2026-07-28").header("mcp-method", "tools/list");
    let request = request.body(Full::from(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)).expect("a request");
    let begin = Instant::now();
    let Ok(response) = service.oneshot(request).await;
    let list = response.into_body().collect().await.expect("the body is complete").to_bytes();
    if reads {
        black_box(serde_json::from_slice::<Message>(&list).expect("a message").result);
    }
    black_box(list);
    begin.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
