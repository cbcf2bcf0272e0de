//! Tool name patterns, where `*` stands for any text.

/// A tool name, or a pattern such as `read_*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(String);

impl Pattern {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether this is an exact name, without a `*`.
    pub(super) fn is_exact(&self) -> bool {
        !self.0.contains('*')
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        // Greedy search: after a mismatch, the last `*` takes one more character.
        let (pattern, name) = (self.0.as_bytes(), name.as_bytes());
        let (mut at, mut next) = (0, 0);
        let mut star = None;
        while at < name.len() {
            match pattern.get(next) {
                Some(b'*') => {
                    star = Some((next + 1, at));
                    next += 1;
                }
                Some(byte) if *byte == name[at] => (at, next) = (at + 1, next + 1),
                _ => {
                    let Some((after, taken)) = star else { return false };
                    star = Some((after, taken + 1));
                    (next, at) = (after, taken + 1);
                }
            }
        }
        pattern[next..].iter().all(|byte| *byte == b'*')
    }

    /// Returns whether some name matches both.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let (left, right) = (self.0.as_bytes(), other.0.as_bytes());
        // `row[j]` is true if the rest of `left` and `right[j..]` can match the same name.
        let mut row: Vec<bool> = (0..=right.len()).map(|j| right[j..].iter().all(|byte| *byte == b'*')).collect();
        for byte in left.iter().rev() {
            let below = std::mem::replace(&mut row, vec![false; right.len() + 1]);
            for j in (0..=right.len()).rev() {
                row[j] = match (byte, right.get(j)) {
                    (b'*', None) => below[j],
                    (b'*', Some(_)) | (_, Some(b'*')) => below[j] || row[j + 1],
                    (_, None) => false,
                    (byte, Some(other)) => byte == other && below[j + 1],
                };
            }
        }
        row[0]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, expected) in [
            ("list", "list", true),
            ("list", "lists", false),
            ("list_*", "list_", true),
            ("list_*", "list_a_b", true),
            ("*_files", "list_files", true),
            ("*a*b", "xaxaxb", true),
            ("*a*b", "xaxax", false),
            ("*", "", true),
            ("", "", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn overlapping_patterns_are_found() {
        for (left, right, expected) in [
            ("list_*", "*_files", true),
            ("list_*", "read_*", false),
            ("a*c", "ab*", true),
            ("a*c", "b*c", false),
            ("a", "*", true),
            ("*a", "*b", false),
        ] {
            assert_eq!(Pattern::new(left).overlaps(&Pattern::new(right)), expected, "{left} {right}");
            assert_eq!(Pattern::new(right).overlaps(&Pattern::new(left)), expected, "{right} {left}");
        }
    }

    proptest! {
        #[test]
        fn patterns_with_a_common_name_overlap(left in "[ab*]{0,6}", right in "[ab*]{0,6}", name in "[ab]{0,6}") {
            let (left, right) = (Pattern::new(left), Pattern::new(right));
            prop_assert!(!(left.matches(&name) && right.matches(&name)) || left.overlaps(&right));
        }

        #[test]
        fn a_name_overlaps_what_matches_it(pattern in "[ab*]{0,6}", name in "[ab]{0,6}") {
            let pattern = Pattern::new(pattern);
            prop_assert_eq!(pattern.matches(&name), pattern.overlaps(&Pattern::new(name.as_str())));
        }
    }
}
