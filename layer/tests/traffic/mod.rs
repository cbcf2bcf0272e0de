//! Traffic recording: messages pass unchanged, and the records are complete, bounded and without secrets.

mod given;
mod hostile;
mod records;
mod replicas;
mod secrets;
mod spans;
mod stream;
mod untouched;

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::{Layer as _, Service, service_fn};
use tower_mcp_ui::traffic::{TrafficBody, TrafficEvent, TrafficService};
use tower_mcp_ui::{Traffic, TrafficSettings};

use crate::support::bodies::{AnyBody, parts, whole};

fn post(body: impl Into<Bytes>) -> Request<AnyBody> {
    Request::post("/mcp").header("content-type", "application/json").body(whole(body)).unwrap()
}

fn json(body: impl Into<Bytes>) -> Response<AnyBody> {
    Response::builder().header("content-type", "application/json").body(whole(body)).unwrap()
}

fn events<P: Into<Bytes>>(events: impl IntoIterator<Item = P>) -> Response<AnyBody> {
    Response::builder().header("content-type", "text/event-stream").body(parts(events)).unwrap()
}

/// A recorded service that reads each request completely, and responds with this function.
fn recorded<F>(
    traffic: &Traffic,
    respond: F,
) -> TrafficService<
    impl Service<Request<TrafficBody<AnyBody>>, Response = Response<AnyBody>, Error = Infallible, Future: Send> + Clone,
>
where
    F: Fn(Bytes) -> Response<AnyBody> + Clone + Send + Sync + 'static,
{
    traffic.layer().layer(service_fn(move |request: Request<TrafficBody<AnyBody>>| {
        let respond = respond.clone();
        async move {
            let body = request.into_body().collect().await?.to_bytes();
            Ok(respond(body))
        }
    }))
}

/// Sends a request, and reads the response completely.
async fn send<S>(service: &S, request: Request<AnyBody>) -> Response<Bytes>
where
    S: Service<Request<AnyBody>, Response = Response<TrafficBody<AnyBody>>, Error = Infallible> + Clone,
{
    let Ok(response) = tower::ServiceExt::oneshot(service.clone(), request).await;
    let (parts, body) = response.into_parts();
    let Ok(body) = body.collect().await;
    Response::from_parts(parts, body.to_bytes())
}

/// Waits for this many records, starting with the oldest.
async fn records(traffic: &Traffic, count: usize) -> Vec<Value> {
    let records = traffic.subscribe().filter_map(async |event| match event {
        TrafficEvent::Record { record, .. } => Some(serde_json::from_str(record.get()).unwrap()),
        _ => None,
    });
    tokio::time::timeout(Duration::from_secs(10), records.take(count).collect())
        .await
        .expect("there are enough records")
}

fn traffic() -> Traffic {
    Traffic::new(TrafficSettings::new())
}
