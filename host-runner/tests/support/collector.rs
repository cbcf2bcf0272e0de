//! An OpenTelemetry collector.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;

/// The time after which a test fails instead of waiting forever.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) struct Collector {
    pub(crate) address: SocketAddr,
    requests: Receiver<(String, Vec<u8>)>,
}

/// A request to the collector.
pub(crate) struct Export {
    /// The request line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) bytes: Vec<u8>,
    /// The service names.
    pub(crate) services: Vec<String>,
    pub(crate) spans: Vec<Span>,
}

impl Collector {
    /// Starts a collector that responds to requests with these statuses in turn, and then always with 200.
    pub(crate) fn at(address: &str, statuses: &'static [u16]) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, requests) = mpsc::channel();
        thread::spawn(move || {
            let mut statuses = statuses.iter();
            for stream in listener.incoming() {
                let stream = stream.unwrap();
                let mut reader = BufReader::new(&stream);
                let lines = reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
                let head = lines.fold(String::new(), |head, line| head + &line.to_ascii_lowercase() + "\n");
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                let mut body = vec![0; length.unwrap_or(0)];
                reader.read_exact(&mut body).unwrap();
                let status = *statuses.next().unwrap_or(&200);
                let response =
                    format!("HTTP/1.1 {status} X\r\nretry-after: 0\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
                let _ = (&stream).write_all(response.as_bytes());
                if status == 200 && sender.send((head, body)).is_err() {
                    return;
                }
            }
        });
        Self { address, requests }
    }

    pub(crate) fn start() -> Self {
        Self::at("127.0.0.1:0", &[])
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits for a request that the collector accepts.
    pub(crate) fn export(&self) -> Export {
        let (head, bytes) = self.requests.recv_timeout(PATIENCE).expect("spans are exported");
        let request = ExportTraceServiceRequest::decode(&*bytes).unwrap();
        let resources = request.resource_spans.iter().filter_map(|spans| spans.resource.as_ref());
        let services = resources.map(|resource| text(&resource.attributes, "service.name").unwrap()).collect();
        let scopes = request.resource_spans.into_iter().flat_map(|spans| spans.scope_spans);
        Export { head, bytes, services, spans: scopes.flat_map(|spans| spans.spans).collect() }
    }

    /// Waits for a span with this name.
    pub(crate) fn span(&self, name: &str) -> Span {
        loop {
            if let Some(span) = self.export().spans.into_iter().find(|span| span.name == name) {
                return span;
            }
        }
    }
}

/// Returns a text attribute's value.
pub(crate) fn text(attributes: &[KeyValue], key: &str) -> Option<String> {
    let value = attributes.iter().find(|attribute| attribute.key == key)?.value.clone()?;
    match value.value? {
        any_value::Value::StringValue(text) => Some(text),
        other => Some(format!("{other:?}")),
    }
}
