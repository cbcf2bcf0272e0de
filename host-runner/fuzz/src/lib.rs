//! Shared by the fuzz targets.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use futures_util::stream;
use tokio::io::AsyncBufRead;
use tokio_util::io::StreamReader;
use tower_mcp_ui_fuzz::pieces;
pub use tower_mcp_ui_fuzz::run;

/// A file for this process, kept in memory if the system has a folder for that.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("mcp-ui-fuzz-{}", std::process::id()))
});

/// Writes the text to a file, and calls a function with the file's path.
pub fn with_file<T>(text: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    std::fs::write(&*FILE, text).expect("the file can be written");
    read(&FILE)
}

/// A reader that returns the bytes in pieces of these lengths. The rest is one piece.
pub fn in_pieces(bytes: &[u8], lengths: &[u8]) -> impl AsyncBufRead + Unpin + use<> {
    StreamReader::new(stream::iter(pieces(bytes.to_vec(), lengths).into_iter().map(Ok::<_, io::Error>)))
}
