//! Escapes in strings, such as `\n`. A word may start right after an escape.

/// Returns whether a string ends in an escape whose last character could be mistaken for the start of a word: `\n`,
/// `\u000a`, `%20`, or a terminal color such as `ESC[31m`.
pub(super) fn ends_in_escape(text: &[u8]) -> bool {
    matches!(text, [.., b'\\', b'n' | b'r' | b't'])
        || ends_in_hex(text, b"%", 2)
        || ends_in_hex(text, b"\\u", 4)
        || ends_in_colour(text)
}

fn ends_in_hex(text: &[u8], prefix: &[u8], digits: usize) -> bool {
    let parts = text.len().checked_sub(digits).map(|at| text.split_at(at));
    parts.is_some_and(|(head, digits)| head.ends_with(prefix) && digits.iter().all(u8::is_ascii_hexdigit))
}

fn ends_in_colour(text: &[u8]) -> bool {
    let Some((b'm', parameters)) = text.split_last() else { return false };
    let digits = parameters.iter().rev().take(16).take_while(|byte| matches!(byte, b'0'..=b'9' | b';')).count();
    let head = &parameters[..parameters.len() - digits];
    [&b"\x1b["[..], b"\\x1b[", b"\\u001b[", b"\\033["].iter().any(|begin| head.ends_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_no_beginnings_of_words() {
        for text in ["\\n", "a\\t", "%20", "a%2F", "\\u000a", "\x1b[m", "\\u001b[1;31m", "\\033[0m"] {
            assert!(ends_in_escape(text.as_bytes()), "{text}");
        }
        for text in ["", "n", "20", "%2", "%2g", "\\u00a", "m", "[31m", "31m"] {
            assert!(!ends_in_escape(text.as_bytes()), "{text}");
        }
    }
}
