//! The request spans, as a `tracing` subscriber sees them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use http::{Request, Response};
use http_body_util::BodyExt as _;
use serde_json::json;
use tower::{Layer as _, service_fn};
use tower_mcp_ui::Traffic;
use tower_mcp_ui::traffic::TrafficBody;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Subscriber, info_span};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

use super::{AnyBody, events, json as json_response, post, recorded, records, send, traffic};

/// The closed spans, in order.
#[derive(Clone, Default)]
struct Ended(Arc<Mutex<Vec<Span>>>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Span {
    name: &'static str,
    parent: Option<&'static str>,
    fields: BTreeMap<&'static str, String>,
}

impl Visit for Span {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

impl<S: Subscriber + for<'s> LookupSpan<'s>> tracing_subscriber::Layer<S> for Ended {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let span = context.span(id).unwrap();
        let parent = span.parent().map(|parent| parent.name());
        let mut seen = Span { name: span.name(), parent, ..Span::default() };
        attributes.record(&mut seen);
        span.extensions_mut().insert(seen);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        values.record(context.span(id).unwrap().extensions_mut().get_mut::<Span>().unwrap());
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).unwrap().extensions().get::<Span>().unwrap().clone();
        self.0.lock().unwrap().push(span);
    }
}

impl Ended {
    /// Receives this thread's spans. `tracing` asks only once per process whether a span is wanted. With a single
    /// subscriber, it asks on the first thread that reaches the span, which may run a test without a subscriber. So a
    /// second, global subscriber covers all threads.
    fn subscribe(&self) -> DefaultGuard {
        static FOR_EVERY_THREAD: Once = Once::new();
        FOR_EVERY_THREAD.call_once(|| {
            tracing::subscriber::set_global_default(tracing_subscriber::registry()).unwrap();
        });
        tracing::subscriber::set_default(tracing_subscriber::registry().with(self.clone()))
    }
}

/// Returns the fields in one request's span.
async fn span_of(request: Request<AnyBody>, response: fn() -> Response<AnyBody>) -> BTreeMap<&'static str, String> {
    let (ended, traffic) = (Ended::default(), traffic());
    let _subscribed = ended.subscribe();
    send(&recorded(&traffic, move |_| response()), request).await;
    let end = async {
        while ended.0.lock().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), end).await.expect("the span ends");
    let mut fields = ended.0.lock().unwrap().remove(0).fields;
    assert_eq!(fields.remove("otel.kind").as_deref(), Some("server"));
    assert_eq!(fields.remove("network.transport").as_deref(), Some("tcp"));
    fields
}

fn fields<const N: usize>(fields: [(&'static str, &str); N]) -> BTreeMap<&'static str, String> {
    fields.map(|(name, value)| (name, value.to_owned())).into()
}

#[tokio::test]
async fn a_span_has_the_attributes_of_the_conventions() {
    let call = json!({ "jsonrpc": "2.0", "id": "a\"7", "method": "tools/call", "params": { "name": "greet",
        "arguments": { "name": "hunter2" }, "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } });
    let failed = || {
        events([
            "data: {\"method\":\"notifications/progress\"}\n\n",
            "data: {\"id\":1,\"result\":{\"isError\":true}}\n\n",
        ])
    };
    assert_eq!(
        span_of(post(call.to_string()), failed).await,
        fields([
            ("otel.name", "tools/call greet"),
            ("otel.status_code", "ERROR"),
            ("mcp.method.name", "tools/call"),
            ("gen_ai.tool.name", "greet"),
            ("gen_ai.operation.name", "execute_tool"),
            ("jsonrpc.request.id", "a\"7"),
            ("mcp.protocol.version", "2026-07-28"),
            ("error.type", "tool_error"),
        ])
    );
    let read = post(r#"{"id":12,"method":"resources/read","params":{"uri":"file:///a"}}"#);
    let refused = || json_response(r#"{"id":12,"error":{"code":-32602,"message":"No."}}"#);
    assert_eq!(
        span_of(read, refused).await,
        fields([
            ("otel.name", "resources/read"),
            ("otel.status_code", "ERROR"),
            ("mcp.method.name", "resources/read"),
            ("mcp.resource.uri", "file:///a"),
            ("jsonrpc.request.id", "12"),
            ("error.type", "-32602"),
        ])
    );
}

#[tokio::test]
async fn headers_say_what_a_message_does_not() {
    let mut get = post("not JSON");
    for (name, value) in [
        ("mcp-method", "prompts/get"),
        ("mcp-name", "poem"),
        ("mcp-session-id", "hunter2"),
        ("mcp-protocol-version", "2025-11-25"),
    ] {
        get.headers_mut().insert(name, value.parse().unwrap());
    }
    let mut span = span_of(get, || Response::builder().status(400).body(super::whole("")).unwrap()).await;
    assert_eq!(span.remove("mcp.session.id").map(|hash| hash.len()), Some(8));
    assert_eq!(
        span,
        fields([
            ("otel.name", "prompts/get poem"),
            ("otel.status_code", "ERROR"),
            ("mcp.method.name", "prompts/get"),
            ("gen_ai.prompt.name", "poem"),
            ("mcp.protocol.version", "2025-11-25"),
            ("error.type", "400"),
        ])
    );
}

#[tokio::test]
async fn spans_of_the_server_are_children_and_end_before() {
    let (ended, traffic) = (Ended::default(), traffic());
    let _subscribed = ended.subscribe();
    let inner = service_fn(async |request: Request<TrafficBody<AnyBody>>| {
        let _inside = info_span!("tool").entered();
        drop(request);
        let body = json_response(r#"{"id":1,"result":{}}"#).into_body();
        let body = body.map_frame(|frame| {
            drop(info_span!("frame"));
            frame
        });
        let response = Response::builder().header("content-type", "application/json");
        Ok::<_, Infallible>(response.body(body.boxed()).unwrap())
    });
    send(&traffic.layer().layer(inner), post(r#"{"id":1,"method":"ping"}"#)).await;
    records(&traffic, 2).await;
    let spans: Vec<_> = ended.0.lock().unwrap().iter().map(|span| (span.name, span.parent)).collect();
    assert_eq!(spans, [("tool", Some("mcp")), ("frame", Some("mcp")), ("mcp", None)]);
}

#[tokio::test]
async fn there_is_no_span_of_a_stream_or_without_a_recording() {
    let ended = Ended::default();
    let _subscribed = ended.subscribe();
    let stream = Request::get("/mcp").body(super::whole("")).unwrap();
    let traffic = traffic();
    send(&recorded(&traffic, |_| events(["data: {}\n\n"])), stream).await;
    send(&recorded(&Traffic::off(), |_| json_response("{}")), post(r#"{"id":1,"method":"a"}"#)).await;
    records(&traffic, 2).await;
    assert_eq!(*ended.0.lock().unwrap(), []);
}
