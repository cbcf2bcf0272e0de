//! A tool that reports its progress.

use wit_bindgen::StreamReader;

use crate::exports::mcp_ui::tools::tool_handler::{LogLevel, LogLine, Message, Progress};
use crate::tools::text;
use crate::wit_stream;

const STEPS: [&str; 3] = ["grind", "boil", "pour"];

/// Returns the message stream, which is written while it is read.
pub(crate) fn call() -> StreamReader<Message> {
    let (mut writer, messages) = wit_stream::new();
    wit_bindgen::spawn_local(async move {
        let begins = LogLine { level: LogLevel::Info, text: "The water is cold.".to_owned() };
        let steps = STEPS.iter().zip(1_u8..).map(|(step, at)| {
            let (progress, total) = (f64::from(at), Some(STEPS.len() as f64));
            Message::Progress(Progress { progress, total, message: Some((*step).to_owned()) })
        });
        let result = Message::Result(text("Coffee.").to_string());
        for message in [Message::Log(begins)].into_iter().chain(steps).chain([result]) {
            if !writer.write_all(vec![message]).await.is_empty() {
                return;
            }
        }
    });
    messages
}
