use tower_mcp_ui::tools::{CallContext, LogLevel, ToolsError};
use wasip3::wit_bindgen::StreamReader;

use crate::bindings::mcp_ui::tools::tool_handler::{LogLevel as WitLogLevel, Message};
use crate::document;

/// Passes on the messages that a tool reports, and returns its result.
pub(crate) async fn receive(
    mut messages: StreamReader<Message>,
    context: &CallContext,
    limit: usize,
) -> Result<Vec<u8>, ToolsError> {
    while let Some(message) = messages.next().await {
        match message {
            Message::Progress(report) => {
                context.progress(report.progress, report.total, report.message.as_deref()).await;
            }
            Message::Log(line) => context.log(level(line.level), &line.text).await,
            Message::Result(result) => return Ok(document::within(result.into_bytes(), limit)?),
        }
    }
    Err(ToolsError::unavailable("The tool ended without a result."))
}

fn level(level: WitLogLevel) -> LogLevel {
    match level {
        WitLogLevel::Debug => LogLevel::Debug,
        WitLogLevel::Info => LogLevel::Info,
        WitLogLevel::Notice => LogLevel::Notice,
        WitLogLevel::Warning => LogLevel::Warning,
        WitLogLevel::Error => LogLevel::Error,
        WitLogLevel::Critical => LogLevel::Critical,
        WitLogLevel::Alert => LogLevel::Alert,
        WitLogLevel::Emergency => LogLevel::Emergency,
    }
}
