use std::fmt;

use super::{Message, Messages};
use crate::model::{ObjectWriter, RawJson, RawObject};

/// The channel between a tool call and the user waiting for its result: reports, and answers to questions.
///
/// A handler function may take the context as its third argument. Reports are shown in the page. Other clients of
/// `POST {prefix}/tools/{name}/call` get only the result; reports are then discarded at no cost.
///
/// ```
/// use tower_mcp_ui::tools::{Arguments, CallContext, CallToolResult, LogLevel};
///
/// async fn export(_tool: String, _: Arguments, context: CallContext) -> CallToolResult {
///     context.log(LogLevel::Info, "The export has begun").await;
///     for row in 0..3 {
///         context.progress(f64::from(row), Some(3.0), Some("rows")).await;
///     }
///     CallToolResult::text("3 rows")
/// }
/// # drop(export);
/// ```
#[derive(Clone, Default)]
pub struct CallContext {
    pub(super) messages: Messages,
    pub(super) answers: RawObject,
    pub(super) state: Option<String>,
}

/// A log line's severity (RFC 5424, section 6.2.1), from the least to the most severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Details for debugging.
    Debug,
    /// Normal operation.
    Info,
    /// Normal, but significant.
    Notice,
    /// A possible problem.
    Warning,
    /// A component has failed.
    Error,
    /// An important component has failed.
    Critical,
    /// Action must be taken immediately.
    Alert,
    /// The system is unusable.
    Emergency,
}

impl CallContext {
    /// Reports progress (MCP `notifications/progress`). `progress` should rise with each report, towards `total` if
    /// that is known. Waits until the previous report has been received. A report with NaN or an infinite number is
    /// ignored.
    pub async fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let is_finite = progress.is_finite() && total.is_none_or(f64::is_finite);
        if !is_finite {
            return;
        }
        self.notify("notifications/progress", |params| {
            params.member("progressToken", b"1");
            params.member("progress", progress.to_string().as_bytes());
            if let Some(total) = total {
                params.member("total", total.to_string().as_bytes());
            }
            if let Some(message) = message {
                params.string_member("message", message);
            }
        })
        .await;
    }

    /// Reports a log line (MCP `notifications/message`).
    pub async fn log(&self, level: LogLevel, text: &str) {
        self.notify("notifications/message", |params| {
            params.string_member("level", level.as_str());
            params.string_member("data", text);
        })
        .await;
    }

    /// Returns the answer to the question with this key, if the call is a retry after
    /// [`CallToolResult::input_required`](crate::tools::CallToolResult::input_required). The answer to an elicitation
    /// is an object with `action`, and `content` if the action is `accept`.
    pub fn answer(&self, key: &str) -> Option<&RawJson> {
        self.answers.get(key)
    }

    /// Returns all answers as an object, keyed like their questions, for handlers that pass the call on. The object is
    /// empty unless the call is a retry.
    pub fn answers(&self) -> RawJson {
        self.answers.to_json()
    }

    /// Returns the state that was passed to
    /// [`CallToolResult::input_required`](crate::tools::CallToolResult::input_required), if the call is a retry. The
    /// state comes from the client, which may have changed it.
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    async fn notify(&self, method: &str, params: impl FnOnce(&mut ObjectWriter<'_>)) {
        if self.messages.are_ignored() {
            return;
        }
        let mut out = Vec::with_capacity(128);
        let mut message = ObjectWriter::begin(&mut out);
        message.member("jsonrpc", br#""2.0""#);
        message.string_member("method", method);
        message.member_with("params", |out| {
            let mut object = ObjectWriter::begin(out);
            params(&mut object);
            object.end();
        });
        message.end();
        self.messages.send(Message::Notification(RawJson::from_written(out))).await;
    }
}

impl LogLevel {
    /// Returns the level's name, as MCP writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CallContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallContext").field("messages", &self.messages).finish_non_exhaustive()
    }
}
