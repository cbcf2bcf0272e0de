//! Findings on strings in definitions of any kind: invisible characters, and instructions to models.

use std::collections::HashSet;

use serde_json::Value;

use super::{Finding, MOST_NAMES};
use crate::severity::Severity;

/// Maximum number of nested levels searched for strings. Deeper strings are skipped.
const DEEPEST: usize = 64;

/// Maximum length of a string's path in characters. Longer paths are cut off.
const LONGEST_PATH: usize = 200;

/// Phrases in descriptions that tell a model to do more than use the tool, in lower case.
const INSTRUCTIONS: [&str; 19] = [
    "<important>",
    "<system>",
    "<instructions>",
    "always call this",
    "before any other tool",
    "before calling any other",
    "before using any other",
    "disregard all",
    "disregard previous",
    "disregard the previous",
    "do not mention",
    "do not tell",
    "don't mention",
    "don't tell",
    "ignore all previous",
    "ignore previous",
    "ignore the previous",
    "system prompt",
    "without telling the user",
];

/// The strings that a rule has found, one for each place, and the number of those that are only counted.
#[derive(Default)]
struct Found {
    places: HashSet<usize>,
    names: Vec<String>,
    more: usize,
}

impl Found {
    fn add(&mut self, place: usize, name: impl FnOnce() -> String) {
        if !self.places.insert(place) {
            return;
        }
        if self.names.len() < MOST_NAMES {
            self.names.push(name());
        } else {
            self.more += 1;
        }
    }
}

pub(super) fn findings(definition: &Value) -> Vec<Finding> {
    let (mut hidden, mut instructions) = (Found::default(), Found::default());
    let mut places = Places::default();
    let mut waiting = vec![(Places::ROOT, definition, 0)];
    while let Some((place, value, depth)) = waiting.pop() {
        match value {
            Value::String(text) => judge(text, place, &places, &mut hidden, &mut instructions),
            Value::Array(items) if depth < DEEPEST => {
                waiting.extend(items.iter().filter(|item| has_texts(item)).map(|item| (place, item, depth + 1)));
            }
            Value::Object(members) if depth < DEEPEST => {
                if members.keys().any(|key| key.chars().any(is_hidden)) {
                    hidden.add(place, || format!("a name in {}", places.path(place)));
                }
                for (key, value) in members.iter().filter(|(_, value)| has_texts(value)) {
                    waiting.push((places.within(place, key), value, depth + 1));
                }
            }
            _ => {}
        }
    }
    let of = |code, severity, message, Found { mut names, more, .. }| {
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then(|| Finding { more, ..Finding::new(code, severity, message, names) })
    };
    let found = [
        of(
            "hidden-characters",
            Severity::Error,
            "Texts with characters that models read, but people do not see:",
            hidden,
        ),
        of("instructions", Severity::Warning, "Texts that tell a model what to do beyond this tool:", instructions),
    ];
    found.into_iter().flatten().collect()
}

fn has_texts(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Array(_) | Value::Object(_))
}

/// The places of values in a definition, each stored as its key and the index of the enclosing place.
#[derive(Default)]
struct Places<'d>(Vec<(usize, &'d str)>);

impl<'d> Places<'d> {
    /// The place for the definition itself.
    const ROOT: usize = usize::MAX;

    fn within(&mut self, place: usize, key: &'d str) -> usize {
        self.0.push((place, key));
        self.0.len() - 1
    }

    /// A place's path, such as `inputSchema.properties.city`, shortened.
    fn path(&self, mut place: usize) -> String {
        let mut keys = Vec::new();
        while let Some((around, key)) = self.0.get(place) {
            keys.push(*key);
            place = *around;
        }
        keys.reverse();
        let path = if keys.is_empty() { "the definition".to_owned() } else { keys.join(".") };
        path.chars().take(LONGEST_PATH).collect()
    }
}

fn judge(text: &str, place: usize, places: &Places<'_>, hidden: &mut Found, instructions: &mut Found) {
    if let Some(character) = text.chars().find(|character| is_hidden(*character)) {
        hidden.add(place, || format!("{} (U+{:04X})", places.path(place), u32::from(character)));
    }
    // Short strings are mostly names and keywords.
    if text.len() > 10 {
        let text = text.to_lowercase();
        if let Some(phrase) = INSTRUCTIONS.iter().find(|phrase| text.contains(**phrase)) {
            instructions.add(place, || format!("{} (“{phrase}”)", places.path(place)));
        }
    }
}

/// Returns whether a character is invisible, or changes the display order of other characters. Joiners and marks that
/// some languages need do not count.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{180e}' | '\u{200b}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}
