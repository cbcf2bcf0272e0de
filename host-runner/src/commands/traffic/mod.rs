//! `mcp-ui traffic`: a page with traffic from a collector or from files.

mod args;
mod body;
mod import;
mod receiver;

use std::io::{self, Write as _};
use std::pin::pin;

use tower_mcp_ui::{McpUiConfig, Traffic, TrafficSettings};

pub(crate) use self::args::TrafficArgs;
pub(crate) use self::import::Import;
use self::receiver::Receiver;
use super::Failure;
use super::harmless::harmless;
use super::open::{show, show_all};
use super::page::Page;
use super::signals::shutdown_signal;

/// Maximum size of a stored message, in bytes, as in `mcp-ui open`. The record of a larger message only says that the
/// message is too large.
const MESSAGE_BYTES: usize = 4 << 20;

/// Reads an export, as if it had been received.
#[cfg(fuzzing)]
pub fn fuzz_spans(headers: &http::HeaderMap, body: bytes::Bytes, traffic: &Traffic) -> Result<(), String> {
    let read = body::Format::of(headers).and_then(|format| receiver::read(format, headers, body, traffic));
    read.map_err(|(_, words)| words)
}

impl TrafficArgs {
    /// Reads the files, and serves the page until Ctrl-C, SIGTERM or SIGHUP.
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let traffic = Traffic::new(TrafficSettings::new().message_bytes(MESSAGE_BYTES));
        for (number, file) in self.files.iter().enumerate() {
            let import = Import::file(file, number, &traffic)?;
            eprintln!("{}", harmless(&format!("{}: {import}", file.display())));
        }
        let receiver = match self.otlp_listen {
            Some(address) => Some(Receiver::bind(address, &traffic).await?),
            None => None,
        };
        let config = show_all(&traffic, McpUiConfig::new().title("Traffic"));
        let page = Page::bind(self.port, config, None, "traffic=").await?;
        let spans = receiver.as_ref().map(|receiver| format!("Spans are received at {}\n", receiver.url()));
        let text = format!("MCP UI: {}\n{}", page.tokens().printed(), spans.unwrap_or_default());
        // Fails if the reader, such as `head`, is gone.
        let _ = io::stdout().write_all(text.as_bytes());
        eprintln!("Press Ctrl-C to stop.");
        let opened = if self.no_open { None } else { show(&page.tokens().opened()) };
        let mut stopped = pin!(shutdown_signal());
        let receiving = async {
            match receiver {
                Some(receiver) => receiver.serve().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = page.serve(stopped.as_mut()) => {}
            () = receiving => {}
        }
        drop(opened);
        Ok(())
    }
}
