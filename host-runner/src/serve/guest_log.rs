use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};

/// Maximum number of bytes per logged line; longer lines are split.
const MAX_LINE_BYTES: usize = 8 * 1024;

/// A component's standard stream, written to the host's log line by line, with control characters escaped.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    stream: &'static str,
    instance: u64,
    line: Vec<u8>,
}

impl Lines {
    pub(crate) fn new(stream: &'static str, instance: u64) -> Self {
        Self { stream, instance, line: Vec::new() }
    }

    fn append(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' || self.line.len() == MAX_LINE_BYTES {
                self.log();
            }
            if byte != b'\n' {
                self.line.push(byte);
            }
        }
    }

    fn log(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        let (stream, instance) = (self.stream, self.instance);
        // The explorer's own lines start with their level.
        match line.split_once(' ') {
            Some(("ERROR", text)) => tracing::error!(target: "component", stream, instance, "{}", text.escape_debug()),
            Some(("WARN", text)) => tracing::warn!(target: "component", stream, instance, "{}", text.escape_debug()),
            _ => tracing::info!(target: "component", stream, instance, "{}", line.escape_debug()),
        }
        self.line.clear();
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if !self.line.is_empty() {
            self.log();
        }
    }
}

impl IsTerminal for Lines {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for Lines {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }
}

impl AsyncWrite for Lines {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.append(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_longer_line_is_split() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        let beginning = "x".repeat(8 * 1024 - 1);
        tracing::subscriber::with_default(subscriber, || {
            let mut lines = Lines::new("stderr", 7);
            lines.append(beginning.as_bytes());
            lines.append(b"yz\nnext");
        });
        let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let texts: Vec<_> = logged.lines().map(|line| line.split_once(" component: ").unwrap().1).collect();
        let expected =
            [&format!("{beginning}y"), "z", "next"].map(|text| format!("{text} stream=\"stderr\" instance=7"));
        assert_eq!(texts, expected);
    }
}
