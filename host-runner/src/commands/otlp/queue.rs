//! Spans waiting for the collector, within bounds. The oldest are dropped first.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{InstrumentationScope, any_value};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans, Span};
use parking_lot::Mutex;
use prost::Message as _;
use tokio::sync::Notify;

use super::spans::attribute;

/// Maximum number of waiting spans. When full, the oldest are dropped and counted.
pub(super) const SPANS: usize = 2_048;

/// Maximum total size of waiting spans, in bytes. When full, the oldest are dropped and counted.
const BYTES: usize = 16 << 20;

/// Maximum number of spans in a batch. The rest follows in the next batch.
const BATCH_SPANS: usize = 512;

/// Size at which a batch is full, in bytes. Additional spans follow in the next batch.
const BATCH_BYTES: usize = 2 << 20;

#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    spans: VecDeque<Queued>,
    bytes: usize,
    lost: u64,
}

struct Queued {
    service: Arc<str>,
    span: Span,
    bytes: usize,
}

impl Queue {
    /// Adds a span. If there is no room, the oldest one is dropped.
    pub(super) fn push(&self, service: &Arc<str>, span: Span) {
        let bytes = span.encoded_len();
        let mut state = self.state.lock();
        state.bytes += bytes;
        state.spans.push_back(Queued { service: Arc::clone(service), span, bytes });
        while state.spans.len() > SPANS || state.bytes > BYTES {
            let Some(oldest) = state.spans.pop_front() else { break };
            state.bytes -= oldest.bytes;
            state.lost += 1;
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Adds spans that were never queued or could not be delivered to the number of lost ones.
    pub(super) fn lose(&self, count: u64) {
        self.state.lock().lost += count;
    }

    /// Returns the number of spans lost since the last call.
    pub(super) fn take_lost(&self) -> u64 {
        std::mem::take(&mut self.state.lock().lost)
    }

    /// Waits until there are spans.
    pub(super) async fn filled(&self) {
        while self.state.lock().spans.is_empty() {
            self.changed.notified().await;
        }
    }

    /// Takes the oldest spans as a request for the collector, with their number. Returns `None` if the queue is empty.
    pub(super) fn take(&self) -> Option<(ExportTraceServiceRequest, u64)> {
        let mut state = self.state.lock();
        let mut of_service: BTreeMap<Arc<str>, Vec<Span>> = BTreeMap::new();
        let (mut count, mut size) = (0, 0);
        while count < BATCH_SPANS && size < BATCH_BYTES {
            let Some(Queued { service, span, bytes }) = state.spans.pop_front() else { break };
            state.bytes -= bytes;
            (count, size) = (count + 1, size + bytes);
            of_service.entry(service).or_default().push(span);
        }
        let resource_spans = of_service.into_iter().map(|(service, spans)| of_resource(&service, spans)).collect();
        (count > 0).then_some((ExportTraceServiceRequest { resource_spans }, count as u64))
    }
}

fn of_resource(service: &str, spans: Vec<Span>) -> ResourceSpans {
    let name = attribute("service.name", any_value::Value::StringValue(service.to_owned()));
    let scope = InstrumentationScope {
        name: "tower-mcp-ui".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..InstrumentationScope::default()
    };
    ResourceSpans {
        resource: Some(Resource { attributes: vec![name], ..Resource::default() }),
        scope_spans: vec![ScopeSpans { scope: Some(scope), spans, ..ScopeSpans::default() }],
        ..ResourceSpans::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_spans_leave_first_and_are_counted() {
        let (queue, service) = (Queue::default(), Arc::from("a"));
        for number in 0..SPANS as u64 + 5 {
            queue.push(&service, Span { start_time_unix_nano: number, ..Span::default() });
        }
        let (first, count) = queue.take().unwrap();
        assert_eq!((first.resource_spans[0].scope_spans[0].spans[0].start_time_unix_nano, count), (5, 512));
        assert_eq!((queue.take_lost(), queue.take_lost()), (5, 0));
    }

    #[test]
    fn large_spans_leave_before_they_fill_the_memory() {
        let (queue, service) = (Queue::default(), Arc::from("a"));
        for _ in 0..20 {
            queue.push(&service, Span { name: "x".repeat(1 << 20), ..Span::default() });
        }
        assert_eq!((queue.take_lost(), queue.take().unwrap().1), (5, 2));
    }
}
