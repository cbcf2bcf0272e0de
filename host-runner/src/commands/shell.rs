//! Shell quoting, for commands that users copy.

/// Quotes a string as one shell word.
pub(crate) fn shell_word(text: &str) -> String {
    let is_plain = text.chars().all(|character| character.is_ascii_alphanumeric() || "-_.".contains(character));
    if is_plain && !text.is_empty() { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
