//! Shared by the fuzz targets.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A file of this process, in memory where the system has a folder for that.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("mcp-ui-fuzz-{}", std::process::id()))
});

/// Calls a function with the path of a file with this text.
pub fn with_file<T>(text: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    std::fs::write(&*FILE, text).expect("the file can be written");
    read(&FILE)
}

/// Runs a future to its end. Time passes only when nothing else can happen, so no timeout takes long.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime without I/O").block_on(future)
}

/// A reader that returns the bytes in pieces of these lengths. The rest is one piece.
pub fn in_pieces(bytes: &[u8], lengths: &[u8]) -> impl tokio::io::AsyncRead + Unpin + use<> {
    let mut rest = bytes::Bytes::copy_from_slice(bytes);
    let mut pieces = std::collections::VecDeque::new();
    for length in lengths.iter().filter(|length| **length > 0) {
        pieces.push_back(rest.split_to(usize::from(*length).min(rest.len())));
    }
    pieces.push_back(rest);
    pieces.retain(|piece| !piece.is_empty());
    Pieces(pieces)
}

struct Pieces(std::collections::VecDeque<bytes::Bytes>);

impl tokio::io::AsyncRead for Pieces {
    fn poll_read(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
        buffer: &mut tokio::io::ReadBuf<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        if let Some(mut piece) = self.0.pop_front() {
            buffer.put_slice(&piece.split_to(piece.len().min(buffer.remaining())));
            if !piece.is_empty() {
                self.0.push_front(piece);
            }
        }
        std::task::Poll::Ready(Ok(()))
    }
}
