//! Bounded lines from a child process's pipes.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// Maximum length of a message, in bytes. A process that writes a longer line to stdout is terminated, a longer event
/// closes the connection, and a longer request body gets 413.
pub(super) const MAX_LINE: usize = 16 << 20;

/// Maximum length of a console line, in bytes on stderr, and in characters on stdout. The rest is cut off, and a note
/// gives its length.
const MAX_CONSOLE_LINE: usize = 8 << 10;

/// The error for a line that exceeds [`MAX_LINE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// Reads a line without its line feed. Returns `None` when the stream ends. The last line need not end with a line
/// feed.
pub(super) async fn next_line<R: AsyncBufRead + Unpin>(reader: &mut R) -> io::Result<Result<Option<Vec<u8>>, TooLong>> {
    let mut line = Vec::new();
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() {
            return Ok(Ok((!line.is_empty()).then_some(line)));
        }
        let end = memchr::memchr(b'\n', available);
        let part = &available[..end.unwrap_or(available.len())];
        if line.len() + part.len() > MAX_LINE {
            return Ok(Err(TooLong));
        }
        line.extend_from_slice(part);
        let consumed = part.len() + usize::from(end.is_some());
        reader.consume(consumed);
        if end.is_some() {
            return Ok(Ok(Some(line)));
        }
    }
}

/// Reads a console line of any length. A note replaces the discarded rest of a long line.
pub(super) async fn next_console_line<R: AsyncBufRead + Unpin>(reader: &mut R) -> io::Result<Option<String>> {
    let (mut line, mut omitted, mut begun) = (Vec::new(), 0, false);
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() && !begun {
            return Ok(None);
        }
        begun = true;
        let end = if available.is_empty() { Some(0) } else { memchr::memchr(b'\n', available) };
        let part = &available[..end.unwrap_or(available.len())];
        let kept = part.len().min(MAX_CONSOLE_LINE - line.len());
        line.extend_from_slice(&part[..kept]);
        omitted += part.len() - kept;
        let consumed = (part.len() + usize::from(end.is_some())).min(available.len());
        reader.consume(consumed);
        if end.is_some() {
            let text = String::from_utf8_lossy(&line);
            return Ok(Some(if omitted == 0 {
                text.into_owned()
            } else {
                format!("{text}… ({omitted} more bytes)")
            }));
        }
    }
}

/// Clips a string for the console.
pub(super) fn clipped(text: &str) -> String {
    match text.char_indices().nth(MAX_CONSOLE_LINE) {
        Some((at, _)) => format!("{}… ({} more bytes)", &text[..at], text.len() - at),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::BufReader;

    use super::*;

    #[tokio::test]
    async fn lines_are_read_in_parts() {
        let mut reader = BufReader::with_capacity(3, &b"first line\n\nhalf"[..]);
        let mut lines = Vec::new();
        while let Ok(Some(line)) = next_line(&mut reader).await.unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines, ["first line", "", "half"]);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_not_read_to_its_end() {
        let long = vec![b'x'; MAX_LINE + 1];
        assert_eq!(next_line(&mut &long[..]).await.unwrap(), Err(TooLong));
        assert_eq!(next_line(&mut &long[1..]).await.unwrap().unwrap().unwrap().len(), MAX_LINE);
    }

    #[tokio::test]
    async fn a_long_console_line_is_clipped() {
        let text = format!("{}\n\nend", "x".repeat(MAX_CONSOLE_LINE + 5));
        let mut reader = BufReader::with_capacity(100, text.as_bytes());
        let first = next_console_line(&mut reader).await.unwrap().unwrap();
        assert!(first.ends_with("x… (5 more bytes)"), "{first}");
        assert_eq!(next_console_line(&mut reader).await.unwrap().unwrap(), "");
        assert_eq!(next_console_line(&mut reader).await.unwrap().unwrap(), "end");
        assert_eq!(next_console_line(&mut reader).await.unwrap(), None);
    }
}
