//! The arguments' size, found in their text before it is parsed.
//!
//! A few megabytes of text can hold a million values, each of which takes many times its text's memory when parsed. So
//! the size is found first, in one pass over the bytes, without recursion.

use serde_json::Value;

/// The number of bytes of text that cost as much as one value.
pub(super) const TEXT: usize = 64;

/// Maximum number of values in a JSON text to check, at no less than 32 bytes of memory each. A text with more is not
/// checked.
pub(in crate::validate) const MAX_VALUES: usize = 250_000;

/// Maximum total bytes in the member names that backtracking patterns are matched against. A value with longer names is
/// not checked.
const BACKTRACKING_NAMES: usize = 4 * 1024;

/// A JSON text's size.
///
/// The size of a malformed text is meaningless, but such a text is refused anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::validate) struct Size {
    /// The number of values, including nested ones.
    pub(in crate::validate) values: usize,
    /// Maximum nesting depth for arrays and objects.
    pub(super) depth: usize,
    /// The longest member name's length in bytes.
    longest_name: usize,
    /// The whole text's length in bytes.
    bytes: usize,
}

impl Size {
    /// Counts the commas and brackets outside strings, without parsing the JSON.
    pub(in crate::validate) fn of(json: &[u8]) -> Self {
        let (mut values, mut open, mut depth) = (1, 0_usize, 0);
        let (mut is_new, mut string, mut longest_name) = (false, 0, 0);
        let mut bytes = json.iter();
        while let Some(&byte) = bytes.next() {
            if byte.is_ascii_whitespace() {
                continue;
            }
            // A non-empty array or object has one more value than commas.
            values += usize::from(byte == b',') + usize::from(is_new && byte != b']' && byte != b'}');
            is_new = byte == b'[' || byte == b'{';
            match byte {
                b'"' => string = skip_string(&mut bytes),
                b':' => longest_name = string.max(longest_name),
                b'[' | b'{' => {
                    open += 1;
                    depth = depth.max(open);
                }
                b']' | b'}' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        Self { values, depth, longest_name, bytes: json.len() }
    }

    /// Estimates the longest JSON pointer to a value, in bytes.
    pub(super) fn longest_pointer(&self) -> usize {
        self.depth * self.longest_name
    }

    /// Returns the number of values, plus one per [`TEXT`] bytes.
    pub(super) fn weight(&self) -> usize {
        self.values + self.bytes / TEXT
    }
}

/// Skips the rest of a string, and returns its length including the closing quote.
fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) -> usize {
    let before = bytes.len();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => _ = bytes.next(),
            _ => {}
        }
    }
    before - bytes.len()
}

/// Returns whether all member names together are short enough for backtracking patterns.
pub(super) fn has_short_names(value: &Value) -> bool {
    fn names(value: &Value) -> usize {
        match value {
            Value::Array(items) => items.iter().map(names).sum(),
            Value::Object(members) => members.iter().map(|(name, member)| name.len() + names(member)).sum(),
            _ => 0,
        }
    }
    names(value) <= BACKTRACKING_NAMES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_strings() {
        let size = Size::of(br#"{"a,[{\"":[1,2,{"b":"\\"}]}"#);
        assert_eq!((size.values, size.depth), (6, 3));
        let size = Size::of(b"[ {}, [ ], { \"a\" : [] } ]");
        assert_eq!((size.values, size.depth), (5, 3));
        let size = Size::of(b"");
        assert_eq!((size.values, size.depth), (1, 0));
        assert_eq!(Size::of(b"]]]]").depth, 0);
        let size = Size::of(br#"{"abc": "a long text: this", "de": {"f": [":", {}]}}"#);
        assert_eq!((size.longest_name, size.longest_pointer()), (4, 16));
    }
}
