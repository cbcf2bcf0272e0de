//! The size of arguments, found in their text before it is parsed.
//!
//! A text of a few megabytes can hold a million values, each of which takes many times its text when parsed. So the
//! size is found first, in one pass over the bytes, without recursion.

use serde_json::Value;

/// Bytes of text that cost as much as one value.
pub(super) const TEXT: usize = 64;

/// Limit on the values of arguments, each of which takes 32 bytes of memory and more.
pub(in crate::explorer::validate) const MAX_VALUES: usize = 250_000;

/// Limit on the bytes of all member names that backtracking patterns are matched against.
const BACKTRACKING_NAMES: usize = 4 * 1024;

/// The size of a JSON text.
///
/// Of a text that is not well-formed, it is only a number: nothing follows from it, because such a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explorer::validate) struct Size {
    /// The number of values, those within others included.
    pub(in crate::explorer::validate) values: usize,
    /// The number of arrays and objects within each other.
    pub(super) depth: usize,
    /// Bytes of the longest name of a member.
    longest_name: usize,
    /// Bytes of the whole text.
    bytes: usize,
}

impl Size {
    /// Counts the commas and brackets outside of strings, without parsing the JSON.
    pub(in crate::explorer::validate) fn of(json: &[u8]) -> Self {
        let (mut values, mut open, mut depth) = (1, 0_usize, 0);
        let (mut in_string, mut escaped, mut is_new) = (false, false, false);
        let (mut string, mut longest_name) = (0, 0);
        for &byte in json {
            if in_string {
                string += 1;
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' => escaped = true,
                    b'"' => in_string = false,
                    _ => {}
                }
                continue;
            }
            if byte.is_ascii_whitespace() {
                continue;
            }
            // An array or object that is not empty has one value more than commas.
            values += usize::from(byte == b',') + usize::from(is_new && byte != b']' && byte != b'}');
            is_new = byte == b'[' || byte == b'{';
            match byte {
                b'"' => (in_string, string) = (true, 0),
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

    /// Bytes of the longest pointer to a value, roughly.
    pub(super) fn longest_pointer(&self) -> usize {
        self.depth * self.longest_name
    }

    /// The values, where long texts count several times.
    pub(super) fn weight(&self) -> usize {
        self.values + self.bytes / TEXT
    }
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
