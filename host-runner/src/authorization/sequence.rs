//! The last sign-in's events, for users, and its requests in the traffic recording.

use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use serde_json::{Value, json};
use tower_mcp_ui::authorization::{Event, Flow};
use tower_mcp_ui::{RawJson, Traffic};

/// The client name in the recording: sign-ins have their own lane.
const LANE: &str = "authorization";

/// The last sign-in's events.
#[derive(Default)]
pub(super) struct Sequence {
    shown: Mutex<Shown>,
    traffic: OnceLock<Traffic>,
}

#[derive(Default)]
struct Shown {
    events: Vec<Event>,
    /// The number of events in this sign-in that are fully recorded.
    recorded: usize,
    /// The sign-in's number.
    number: u64,
}

impl Sequence {
    /// Records the requests from now on.
    pub(super) fn record(&self, traffic: Traffic) {
        // Each server has only one recording.
        let _ = self.traffic.set(traffic);
    }

    /// Starts another sign-in.
    pub(super) fn begin(&self) {
        let mut shown = self.shown.lock();
        *shown = Shown { number: shown.number + 1, ..Shown::default() };
    }

    /// Shows a flow's events. The last event may still be in progress.
    pub(super) fn show(&self, flow: &Flow) {
        let mut shown = self.shown.lock();
        shown.events = flow.events().cloned().collect();
        let complete = shown.events.iter().take_while(|event| event.status.is_some() || event.method.is_none()).count();
        if let Some(traffic) = self.traffic.get() {
            for at in shown.recorded..complete {
                record(traffic, &shown.events[at], &format!("{LANE}-{}-{at}", shown.number));
            }
        }
        shown.recorded = complete.max(shown.recorded);
    }

    pub(super) fn events(&self) -> Vec<Event> {
        self.shown.lock().events.clone()
    }
}

/// Records a request and its response. Events contain no secrets.
fn record(traffic: &Traffic, event: &Event, exchange: &str) {
    let (Some(method), Some(url), Some(status)) = (&event.method, &event.url, event.status) else { return };
    let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0;
    let of = |from: &str, http: &Value| {
        json!({
            "at": at, "from": from, "kind": "http", "transport": "http", "exchange": exchange,
            "client": { "name": LANE, "version": "" }, "http": http,
        })
    };
    for record in [of("client", &json!({ "method": method, "path": url })), of("server", &json!({ "status": status }))]
    {
        if let Ok(record) = RawJson::parse(record.to_string())
            && let Err(error) = traffic.record(&record)
        {
            tracing::debug!(%error, "a sign-in request was not recorded");
        }
    }
}
