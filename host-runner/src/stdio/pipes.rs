//! A process's pipes: messages from stdout, and lines for the console.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, BufReader};
use tokio::process::ChildStderr;
use tokio::task::JoinHandle;

use super::console::{Console, ConsoleSource};
use super::errors::INTERNAL_ERROR;
use super::framing::{self, clipped};
use super::link::Link;
use super::message::{Invalid, Kind, Message};

/// Timeout for reading the output that a process wrote before its end, after which the rest is not read. A process that
/// it left behind may keep the pipes open.
pub(super) const DRAIN: Duration = Duration::from_secs(1);

/// The reason stdout is no longer read.
pub(super) enum StdoutEnd {
    Closed,
    TooLong,
}

/// Reads the rest from the pipes.
pub(super) async fn drain(stdout: JoinHandle<StdoutEnd>, stderr: JoinHandle<()>) {
    let (stop_stdout, stop_stderr) = (stdout.abort_handle(), stderr.abort_handle());
    let rest = async {
        if !stdout.is_finished() {
            let _ = stdout.await;
        }
        let _ = stderr.await;
    };
    if tokio::time::timeout(DRAIN, rest).await.is_err() {
        stop_stdout.abort();
        stop_stderr.abort();
    }
}

/// Reads a process's console lines.
pub(super) async fn read_stderr(stderr: ChildStderr, console: Console) {
    let mut reader = BufReader::with_capacity(64 << 10, stderr);
    while let Ok(Some(line)) = framing::next_console_line(&mut reader).await {
        console.push(ConsoleSource::Stderr, &line);
    }
}

/// Reads messages from a process, and relays them. Everything else goes to the console.
pub(super) async fn read_stdout<R: AsyncRead + Unpin>(stdout: R, link: Arc<Link>) -> StdoutEnd {
    let mut reader = BufReader::with_capacity(64 << 10, stdout);
    let mut has_warned = false;
    loop {
        let bytes = match framing::next_line(&mut reader).await {
            Ok(Ok(Some(bytes))) => bytes,
            Ok(Ok(None)) | Err(_) => return StdoutEnd::Closed,
            Ok(Err(framing::TooLong)) => return StdoutEnd::TooLong,
        };
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let messages = match String::from_utf8(bytes) {
            Ok(text) => {
                // Clipped before `parse_all` takes the text, which may be several megabytes long.
                let shown = clipped(&text);
                Message::parse_all(text).map_err(|invalid| (shown, invalid))
            }
            Err(error) => {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                fail_unreadable(&link, &text).await;
                Err((clipped(&text), Invalid::NotJson("it is not UTF-8".to_owned())))
            }
        };
        match messages {
            Ok(messages) => {
                for message in messages {
                    link.receive(message).await;
                }
            }
            Err((shown, invalid)) => {
                if !std::mem::replace(&mut has_warned, true) {
                    link.note(
                        "The server writes text to stdout that is not MCP. Stdout is for messages only: write everything \
                         else to stderr.",
                    );
                }
                if !matches!(invalid, Invalid::NotJson(_)) {
                    link.note(&format!("Not MCP: {invalid}."));
                }
                link.console.push(ConsoleSource::Stdout, &shown);
            }
        }
    }
}

/// Fails the request answered by a line that is not UTF-8. Otherwise the request would wait for its timeout.
async fn fail_unreadable(link: &Arc<Link>, text: &str) {
    let Ok(answer) = Message::parse(text.to_owned()) else { return };
    let Kind::Response { id: Some(id), .. } = &answer.kind else { return };
    let error = format!(
        r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":{INTERNAL_ERROR},"message":"The server answered with text that is not UTF-8."}}}}"#,
        answer.raw(id.clone())
    );
    if let Ok(error) = Message::parse(error) {
        link.receive(error).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn output_that_another_process_keeps_open_is_read_for_a_second() {
        let (stdout, stderr) = (tokio::spawn(std::future::pending()), tokio::spawn(std::future::pending()));
        let readers = [stdout.abort_handle(), stderr.abort_handle()];
        let begin = Instant::now();
        drain(stdout, stderr).await;
        assert_eq!(begin.elapsed().as_secs(), 1);
        tokio::task::yield_now().await;
        assert!(readers.iter().all(tokio::task::AbortHandle::is_finished));
    }
}
