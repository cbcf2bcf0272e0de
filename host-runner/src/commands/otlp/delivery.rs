//! One request to the collector.

use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt as _, Full, Limited};
use mcp_ui_host::HttpServer;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceResponse;
use prost::Message as _;
use tower::ServiceExt as _;

use crate::commands::Failure;

/// Timeout for the collector to respond, after which the spans are resent later.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of response bytes to read. A longer response is not read to its end, so the spans that it rejects are
/// not counted.
const RESPONSE_BYTES: usize = 64 * 1024;

/// Maximum pause that a collector can ask for. A longer pause is shortened.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// The minimum pause before spans are resent, whatever the collector asks for.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);

pub(super) struct Collector(HttpServer);

/// A request's outcome.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The collector took the spans, except for `rejected` ones.
    Taken { rejected: u64 },
    /// The collector is unreachable or busy, and may ask for a pause. The text is the reason, as a sentence.
    Later(String, Option<Duration>),
    /// The collector would refuse the same request again. The text is the reason, as a sentence.
    Refused(String),
}

impl Collector {
    pub(super) fn new(url: &Uri, headers: HeaderMap) -> Result<Self, Failure> {
        Ok(Self(HttpServer::new(url)?.headers(headers)))
    }

    /// The URL for display, without its query.
    pub(super) fn url(&self) -> String {
        mcp_ui_host::without_query(&self.0.url().to_string()).to_owned()
    }

    /// Sends encoded spans.
    pub(super) async fn send(&self, spans: Bytes) -> Outcome {
        tokio::time::timeout(TIMEOUT, exchange(self.0.clone(), spans))
            .await
            .unwrap_or_else(|_| Outcome::Later(format!("It did not respond within {} s.", TIMEOUT.as_secs()), None))
    }
}

async fn exchange(collector: HttpServer, spans: Bytes) -> Outcome {
    let mut request = Request::post(collector.url()).body(Full::new(spans)).expect("the URL was parsed before");
    let protobuf = HeaderValue::from_static("application/x-protobuf");
    request.headers_mut().insert(header::CONTENT_TYPE, protobuf);
    let response = match mcp_ui_host::reached(collector.oneshot(request).await) {
        Ok(response) => response,
        Err(error) => return Outcome::Later(error.to_string(), None),
    };
    let (head, body) = response.into_parts();
    let (mut body, mut read) = (Limited::new(body, RESPONSE_BYTES), Vec::new());
    while let Some(Ok(frame)) = body.frame().await {
        read.extend_from_slice(frame.data_ref().map(AsRef::as_ref).unwrap_or_default());
    }
    match head.status {
        status if status.is_success() => Outcome::Taken { rejected: rejected(&read) },
        status if is_temporary(status) => Outcome::Later(format!("It responds with {status}."), pause(&head.headers)),
        status => Outcome::Refused(format!("It responds with {status}.")),
    }
}

/// Returns whether a request should be retried (OTLP specification, "Retryable response codes").
fn is_temporary(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}

fn pause(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds).clamp(SHORTEST_PAUSE, LONGEST_PAUSE))
}

/// Returns the number of spans that the collector rejected.
fn rejected(body: &[u8]) -> u64 {
    let response = ExportTraceServiceResponse::decode(body).unwrap_or_default();
    response.partial_success.map_or(0, |partial| partial.rejected_spans.try_into().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use opentelemetry_proto::tonic::collector::trace::v1::ExportTracePartialSuccess;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tokio::time::Instant;

    use super::*;

    fn collector(listener: &TcpListener) -> Collector {
        let url = format!("http://{}/v1/traces", listener.local_addr().unwrap());
        Collector::new(&url.parse().unwrap(), HeaderMap::new()).unwrap()
    }

    /// Sends spans to a collector whose response of this length rejects seven of them.
    async fn sent(length: usize) -> Outcome {
        let response = |message: usize| {
            let partial = ExportTracePartialSuccess { rejected_spans: 7, error_message: "x".repeat(message) };
            ExportTraceServiceResponse { partial_success: Some(partial) }.encode_to_vec()
        };
        let others = response(length).len() - length;
        let body = response(length - others);
        assert_eq!(body.len(), length);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let collector = collector(&listener);
        let respond = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                assert_ne!(stream.read_buf(&mut request).await.unwrap(), 0);
            }
            let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
            // Fails if the response is not read to its end.
            let _ = stream.write_all(&[head.as_bytes(), &body].concat()).await;
        };
        tokio::join!(collector.send(Bytes::new()), respond).0
    }

    #[tokio::test]
    async fn spans_that_a_longer_response_rejects_are_not_counted() {
        assert_eq!(sent(64 * 1024).await, Outcome::Taken { rejected: 7 });
        assert_eq!(sent(64 * 1024 + 1).await, Outcome::Taken { rejected: 0 });
    }

    #[tokio::test(start_paused = true)]
    async fn spans_are_sent_later_to_a_collector_that_does_not_respond() {
        // The system accepts connections, but they are never answered.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let begin = Instant::now();
        let outcome = collector(&silent).send(Bytes::new()).await;
        assert_eq!(outcome, Outcome::Later("It did not respond within 10 s.".to_owned(), None));
        assert_eq!(begin.elapsed().as_secs(), 10);
    }

    #[test]
    fn a_collector_can_ask_for_a_pause_within_bounds() {
        for (asked, expected) in [("0", SHORTEST_PAUSE), ("5", Duration::from_secs(5)), ("3600", LONGEST_PAUSE)] {
            let headers = HeaderMap::from_iter([(header::RETRY_AFTER, asked.parse().unwrap())]);
            assert_eq!(pause(&headers), Some(expected), "{asked}");
        }
    }
}
