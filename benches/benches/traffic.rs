//! The cost of recording traffic: microseconds for a call through the layer, and bytes in memory.

use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::traffic::TrafficEvents;
use tower_mcp_ui::{Traffic, TrafficSettings};

const ROUNDS: usize = 60;
const CALLS: usize = 200;

/// The time for each call, in microseconds.
type Times = Vec<f64>;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    tokio::spawn(measure()).await.expect("no panic");
}

/// Takes the measurements. Runs in a task, because servers respond to requests in tasks.
async fn measure() {
    let (on, small, unread) = (traffic(10_000), traffic(100), traffic(100));
    let subscribers: Vec<TrafficEvents> = (0..10).map(|_| unread.subscribe()).collect();
    let mut times: [Times; 5] = Default::default();
    for _ in 0..ROUNDS {
        time(&mut times[0], service_fn(respond)).await;
        for (times, traffic) in times[1..].iter_mut().zip([&Traffic::off(), &on, &small, &unread]) {
            time(times, traffic.layer().layer(service_fn(respond))).await;
        }
    }
    let [bare, off, on_time, at_cap, unread_time] = times.map(median);
    println!("a call with its response, median of {} calls in turns:", ROUNDS * CALLS);
    println!("  without the layer                {bare:>6.2} us");
    println!("  off                             +{:>6.2} us", off - bare);
    println!("  recorded                        +{:>6.2} us   (target: at most 5)", on_time - bare);
    println!("  recorded, the store full        +{:>6.2} us", at_cap - bare);
    println!("  recorded, 10 that never read    +{:>6.2} us", unread_time - bare);
    println!("  stores: {on:?}, {small:?}, {unread:?}");
    drop(subscribers);
}

fn traffic(records: usize) -> Traffic {
    Traffic::new(TrafficSettings::new().records(records))
}

/// An MCP server that reads a call, and responds with a 1 kB result.
async fn respond<B: Body<Data = Bytes>>(request: Request<B>) -> Result<Response<Full<Bytes>>, Infallible>
where
    B::Error: std::fmt::Debug,
{
    let call = request.into_body().collect().await.expect("the body is complete").to_bytes();
    black_box(call);
    let text = "x".repeat(1_000);
    let result = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#);
    Ok(Response::builder().header("content-type", "application/json").body(result.into()).expect("a response"))
}

/// Times some calls, one after another. A pause after each call gives the background task time to read it.
async fn time<S, B>(times: &mut Times, service: S)
where
    S: Service<Request<Full<Bytes>>, Response = Response<B>, Error = Infallible, Future: Send> + Clone + Send,
    B: Body<Data = Bytes> + Send,
    B::Error: std::fmt::Debug,
{
    let call =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Oslo"}}}"#;
    for _ in 0..CALLS {
        let request =
            Request::post("/mcp").header("content-type", "application/json").header("mcp-method", "tools/call");
        let request = request.header("authorization", "Bearer sesame").body(Full::from(call)).expect("a request");
        let begin = Instant::now();
        let Ok(response) = service.clone().oneshot(request).await;
        black_box(response.into_body().collect().await.expect("the body is complete").to_bytes());
        times.push(begin.elapsed().as_secs_f64() * 1e6);
        tokio::time::sleep(Duration::from_micros(50)).await;
    }
}

fn median(mut times: Times) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
