use serde_json::Value;

use crate::commands::harmless::harmless_line;

/// Prints progress and log messages on stderr.
pub(super) fn report(notification: &Value) {
    let params = &notification["params"];
    match notification["method"].as_str() {
        Some("notifications/progress") => {
            let total = if params["total"].is_number() { format!("/{}", params["total"]) } else { String::new() };
            let message = params["message"].as_str().map(|message| format!(" {message}")).unwrap_or_default();
            eprintln!("{}", harmless_line(&format!("progress {}{total}{message}", params["progress"])));
        }
        Some("notifications/message") => {
            let level = params["level"].as_str().unwrap_or("info");
            let logger = params["logger"].as_str().map(|logger| format!("{logger}: ")).unwrap_or_default();
            let data = params["data"].as_str().map_or_else(|| params["data"].to_string(), str::to_owned);
            eprintln!("{}", harmless_line(&format!("[{level}] {logger}{data}")));
        }
        _ => {}
    }
}
