//! The log: one line per event on standard error, which hosts add to their own log.

use std::fmt::{self, Write as _};

use tower_mcp_ui::RawJson;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Starts logging warnings and errors.
pub(crate) fn begin() {
    let already_set = tracing::subscriber::set_global_default(StandardError);
    drop(already_set);
}

/// Writes events and ignores spans.
struct StandardError;

impl Subscriber for StandardError {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::WARN)
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        eprintln!("{}", line.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// An event as text: its level, then its message and fields.
struct Line(String);

impl Visit for Line {
    /// Formats the number as JSON, with code that is linked anyway. Code from the standard library would add 10 kB.
    fn record_f64(&mut self, field: &Field, value: f64) {
        if let Ok(number) = RawJson::from_serialize(&value) {
            self.record_debug(field, &number);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // An untrusted value must not start a new log line. `Debug` escapes line breaks, but some values are recorded
        // with `Display`, which does not.
        let text = format!("{value:?}").replace(['\n', '\r'], " ");
        let written = match field.name() {
            "message" => write!(self.0, " {text}"),
            name => write!(self.0, " {name}={text}"),
        };
        debug_assert!(written.is_ok(), "writing to a String cannot fail");
    }
}
