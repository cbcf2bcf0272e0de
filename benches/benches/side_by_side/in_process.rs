use std::convert::Infallible;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, Uri, header};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use tokio::runtime;
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::service::RequestBody;

use crate::rounds::{Reached, Rounds};
use crate::samples::{self, Sample};
use crate::tools;

const ROUNDS: usize = 15;
/// The duration of a contestant's turn in each round.
const TURN: Duration = Duration::from_millis(100);

/// Prints the responses per second from both explorers, which are called without sockets.
pub(crate) fn table() {
    println!("responses per second in process, medians of {ROUNDS} rounds");
    println!("{:<26}{:>12}{:>12}  layer / other", "", "layer", "other");
    let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    for sample in samples::all().iter().filter(|sample| sample.target_in_process.is_some()) {
        let inner = service_fn(async |_: Request<RequestBody<Full<Bytes>>>| {
            Ok::<_, Infallible>(Response::new(Full::<Bytes>::default()))
        });
        let mut layer = tools::layer(sample.tools).layer(inner);
        let mut other = tools::embedded_ui(sample.tools);
        let rounds = Rounds::<2>::run(ROUNDS, |at| match at {
            0 => runtime.block_on(throughput(&mut layer, sample)),
            _ => runtime.block_on(throughput(&mut other, sample)),
        });
        let reached = Reached { ratio: rounds.ratio(0, 1), target: sample.target_in_process };
        println!("{:<26}{:>12.0}{:>12.0}  {reached}", sample.name, rounds.of(0), rounds.of(1));
    }
}

/// Measures a service's responses per second. Requests are sent one after another, and each response is read
/// completely.
async fn throughput<S, B>(service: &mut S, sample: &Sample) -> f64
where
    S: Service<Request<Full<Bytes>>, Response = Response<B>, Error = Infallible>,
    B: Body<Data = Bytes> + Unpin,
{
    let uri = Uri::from_static(sample.path);
    let body = Bytes::from(sample.body.clone());
    let begun = Instant::now();
    let mut count = 0;
    while begun.elapsed() < TURN {
        let mut request = Request::new(Full::new(body.clone()));
        request.method_mut().clone_from(&sample.method);
        request.uri_mut().clone_from(&uri);
        request.headers_mut().insert(header::HOST, HeaderValue::from_static("127.0.0.1"));
        let Ok(ready) = service.ready().await;
        let Ok(response) = ready.call(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        let mut response = response.into_body();
        while let Some(frame) = response.frame().await {
            assert!(frame.is_ok());
        }
        count += 1;
    }
    f64::from(count) / begun.elapsed().as_secs_f64()
}
