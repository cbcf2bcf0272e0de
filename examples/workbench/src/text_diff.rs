//! The tool `text_diff`.

use std::time::Duration;

use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use similar::{DiffTag, TextDiff};

use crate::tool::{Answer, at_most, counted};

const MAX_TEXT: usize = 20_000;

/// The time after which a diff is completed without searching for the shortest one.
const TIMEOUT: Duration = Duration::from_millis(500);

const EXAMPLE_BEFORE: &str =
    "Preheat the oven to 180 °C.\nMix flour, sugar and butter.\nBake for 30 minutes.\nServe warm.\n";
const EXAMPLE_AFTER: &str = "Preheat the oven to 200 °C.\nMix flour, sugar and butter.\nAdd a pinch of salt.\nBake for 25 minutes.\nServe warm.\n";

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Arguments {
    /// Text before the change
    #[schemars(length(max = MAX_TEXT), extend("default" = EXAMPLE_BEFORE))]
    before: String,
    /// Text after the change
    #[schemars(length(max = MAX_TEXT), extend("default" = EXAMPLE_AFTER))]
    after: String,
    /// Smallest unit that counts as changed
    #[serde(default)]
    granularity: Granularity,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars", inline)]
#[serde(rename_all = "lowercase")]
enum Granularity {
    #[default]
    Line,
    Word,
    Char,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Diff {
    granularity: Granularity,
    /// Number of removed lines, words or characters
    removed: usize,
    /// Number of added lines, words or characters
    added: usize,
    /// Parts of both texts in their order; together they are the whole texts
    hunks: Vec<Hunk>,
}

#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Hunk {
    kind: Kind,
    before: String,
    after: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars", inline)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Same,
    Removed,
    Added,
    Changed,
}

pub(crate) fn run(&Arguments { ref before, ref after, granularity }: &Arguments) -> Answer<Diff> {
    at_most(MAX_TEXT, "before", before)?;
    at_most(MAX_TEXT, "after", after)?;
    let mut config = TextDiff::configure();
    config.timeout(TIMEOUT);
    let (before, after) = (before.as_str(), after.as_str());
    let compared = match granularity {
        Granularity::Line => config.diff_lines(before, after),
        Granularity::Word => config.diff_unicode_words(before, after),
        Granularity::Char => config.diff_graphemes(before, after),
    };
    let diff = Diff::new(granularity, &compared);
    let text = if granularity == Granularity::Line {
        compared.unified_diff().header("before", "after").to_string()
    } else {
        diff.hunks.iter().map(Hunk::in_one_line).collect()
    };
    Ok((diff.in_words(&text), diff))
}

impl Diff {
    fn new(granularity: Granularity, compared: &TextDiff<'_, '_, str>) -> Self {
        // White space between words does not count as a word, but an empty line counts as a line.
        let counts = |part: &&str| granularity != Granularity::Word || !part.trim().is_empty();
        let (mut removed, mut added) = (0, 0);
        let hunks = compared.ops().iter().map(|op| {
            let before: Vec<_> = op.old_range().filter_map(|index| compared.old_slice(index)).collect();
            let after: Vec<_> = op.new_range().filter_map(|index| compared.new_slice(index)).collect();
            let kind = match op.tag() {
                DiffTag::Equal => Kind::Same,
                DiffTag::Delete => Kind::Removed,
                DiffTag::Insert => Kind::Added,
                DiffTag::Replace => Kind::Changed,
            };
            if kind != Kind::Same {
                removed += before.iter().filter(|part| counts(part)).count();
                added += after.iter().filter(|part| counts(part)).count();
            }
            Hunk { kind, before: before.concat(), after: after.concat() }
        });
        let hunks = hunks.collect();
        Self { granularity, removed, added, hunks }
    }

    fn in_words(&self, changes: &str) -> String {
        if self.hunks.iter().all(|hunk| hunk.kind == Kind::Same) {
            return "The texts are the same.".to_owned();
        }
        let (one, many) = match self.granularity {
            Granularity::Line => ("line", "lines"),
            Granularity::Word => ("word", "words"),
            Granularity::Char => ("character", "characters"),
        };
        format!("{} removed, {} added:\n\n{changes}", counted(self.removed, one, many), self.added)
    }
}

impl Hunk {
    /// Returns the hunk in `wdiff` notation.
    fn in_one_line(&self) -> String {
        let Self { kind, before, after } = self;
        match kind {
            Kind::Same => before.clone(),
            Kind::Removed => format!("[-{before}-]"),
            Kind::Added => format!("{{+{after}+}}"),
            Kind::Changed => format!("[-{before}-]{{+{after}+}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(before: &str, after: &str, granularity: Granularity) -> (String, Diff) {
        run(&Arguments { before: before.to_owned(), after: after.to_owned(), granularity }).unwrap()
    }

    fn hunk(kind: Kind, before: &str, after: &str) -> Hunk {
        Hunk { kind, before: before.to_owned(), after: after.to_owned() }
    }

    #[test]
    fn the_example_is_a_unified_diff() {
        let (text, Diff { removed, added, hunks, .. }) = diff(EXAMPLE_BEFORE, EXAMPLE_AFTER, Granularity::Line);
        assert_eq!((removed, added), (2, 3));
        assert!(text.starts_with("2 lines removed, 3 added:\n\n--- before\n+++ after\n@@ -1,4 +1,5 @@\n"), "{text}");
        let kinds: Vec<_> = hunks.iter().map(|hunk| hunk.kind).collect();
        assert_eq!(kinds, [Kind::Changed, Kind::Same, Kind::Changed, Kind::Same]);
    }

    #[test]
    fn words_are_compared_without_their_punctuation() {
        let (text, Diff { removed, added, hunks, .. }) =
            diff("Hello, old world", "Hello, new world!", Granularity::Word);
        assert_eq!(text, "1 word removed, 2 added:\n\nHello, [-old-]{+new+} world{+!+}");
        assert_eq!((removed, added), (1, 2));
        assert_eq!(hunks[1], hunk(Kind::Changed, "old", "new"));
        assert_eq!(hunks[3], hunk(Kind::Added, "", "!"));
    }

    #[test]
    fn characters_are_those_that_people_see() {
        let (_, Diff { removed, added, hunks, .. }) = diff("e\u{301} 👩‍👩‍👧", "e\u{301} 👨‍👩‍👧", Granularity::Char);
        assert_eq!((removed, added), (1, 1));
        assert_eq!(hunks[1], hunk(Kind::Changed, "👩‍👩‍👧", "👨‍👩‍👧"));
    }

    #[test]
    fn the_hunks_together_are_the_whole_texts() {
        for granularity in [Granularity::Line, Granularity::Word, Granularity::Char] {
            let (_, Diff { hunks, .. }) = diff(EXAMPLE_BEFORE, EXAMPLE_AFTER, granularity);
            assert_eq!(hunks.iter().map(|hunk| hunk.before.as_str()).collect::<String>(), EXAMPLE_BEFORE);
            assert_eq!(hunks.iter().map(|hunk| hunk.after.as_str()).collect::<String>(), EXAMPLE_AFTER);
        }
    }

    #[test]
    fn empty_and_equal_texts_are_compared() {
        for granularity in [Granularity::Line, Granularity::Word, Granularity::Char] {
            assert_eq!(diff("", "", granularity).0, "The texts are the same.");
            assert_eq!(diff("a\n", "a\n", granularity).0, "The texts are the same.");
            assert_eq!(diff("", "a", granularity).1.hunks, [hunk(Kind::Added, "", "a")]);
            assert_eq!(diff("a", "", granularity).1.hunks, [hunk(Kind::Removed, "a", "")]);
        }
    }

    #[test]
    fn long_texts_are_refused() {
        let long = "ä".repeat(MAX_TEXT);
        let run = |before: &str| {
            run(&Arguments { before: before.to_owned(), after: String::new(), granularity: Granularity::Char })
        };
        assert!(run(&long).is_ok());
        assert!(run(&format!("{long}.")).is_err());
    }
}
