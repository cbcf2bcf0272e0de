//! Makes server text safe for the terminal: escape sequences can write to the clipboard or hide output, and
//! bidirectional overrides can make a string look like another one.

use std::borrow::Cow;
#[cfg(feature = "open")]
use std::fmt::Write as _;

/// Replaces control characters with escapes such as `\u{1b}`. Keeps line feeds and tabs, and drops carriage returns.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    escaped(
        text,
        |character| !['\n', '\t'].contains(&character),
        |out, character| {
            // Part of a Windows line break.
            if character != '\r' {
                out.extend(character.escape_default());
            }
        },
    )
}

/// Replaces control characters, line breaks and tabs with their escapes.
#[cfg(feature = "open")]
pub(crate) fn harmless_line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| true, |out, character| out.extend(character.escape_default()))
}

/// Replaces control characters in JSON with JSON escapes. In valid JSON, they occur only in strings.
#[cfg(feature = "open")]
pub(crate) fn harmless_json(text: &str) -> Cow<'_, str> {
    escaped(
        text,
        |character| !['\n', '\r', '\t'].contains(&character),
        |out, character| {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        },
    )
}

fn escaped(text: &str, concerns: impl Fn(char) -> bool, escape: impl Fn(&mut String, char)) -> Cow<'_, str> {
    let is_harmful = |character: char| controls(character) && concerns(character);
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_harmful(character) {
            escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Returns whether a character controls the terminal or the direction of later text (Unicode, UAX #9), ends a line, or
/// is invisible. Joiners are exempt, because scripts and emoji need them.
fn controls(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(harmless("a\tb\r\nc é"), "a\tb\nc é");
        assert_eq!(
            harmless("\u{1b}[31m\u{7}\u{9b}1m\u{202e}\u{200b}x"),
            "\\u{1b}[31m\\u{7}\\u{9b}1m\\u{202e}\\u{200b}x"
        );
    }

    #[cfg(feature = "open")]
    #[test]
    fn lines_and_json_stay_what_they_are() {
        assert_eq!(harmless_line("a\nb"), "a\\nb");
        let text = "{\n\"a\":\"\u{9b}\u{202e}\u{7f}é\"}";
        let safe = harmless_json(text);
        assert_eq!(safe, "{\n\"a\":\"\\u009b\\u202e\\u007fé\"}");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&safe), value(text));
    }
}
