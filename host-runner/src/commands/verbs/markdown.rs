//! Escapes strings for Markdown.

use crate::commands::harmless::{harmless, harmless_line};

/// A string on one line. Characters with a meaning in Markdown or HTML are escaped, and so are automatic links.
pub(super) fn line(text: &str) -> String {
    let text = harmless_line(text);
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let begins_link = match character {
            ':' => text[at..].starts_with("://"),
            '.' => text[..at].ends_with("www"),
            _ => false,
        };
        if begins_link || r"\`*_{}[]<>#|~!&$@".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// A string in a code fence that is longer than any fence in the string.
pub(super) fn block(text: &str) -> String {
    let text = harmless(text);
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}\n")
}
