//! Findings on the texts of any definition: characters that people do not see, and instructions to models.

use serde_json::Value;

use super::Finding;
use crate::severity::Severity;

/// The deepest level at which texts are looked for.
const DEEPEST: usize = 64;

/// Phrases by which a description tells a model what to do beyond the use of the tool, in lower case.
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

pub(super) fn findings(definition: &Value) -> Vec<Finding> {
    let (mut hidden, mut instructions) = (Vec::new(), Vec::new());
    let mut waiting = vec![(String::new(), definition, 0)];
    while let Some((path, value, depth)) = waiting.pop() {
        let within = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            _ if depth > DEEPEST => {}
            Value::String(text) => {
                judge(&path, text, &mut hidden, &mut instructions);
            }
            Value::Array(items) => waiting.extend(items.iter().map(|item| (path.clone(), item, depth + 1))),
            Value::Object(members) => {
                if members.keys().any(|key| key.chars().any(is_hidden)) {
                    hidden.push(format!("a name in {}", if path.is_empty() { "the definition" } else { &path }));
                }
                waiting.extend(members.iter().map(|(key, value)| (within(key), value, depth + 1)));
            }
            _ => {}
        }
    }
    let of = |code, severity, message, mut names: Vec<String>| {
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then(|| Finding::new(code, severity, message, names))
    };
    let found = [
        of(
            "hidden-characters",
            Severity::Error,
            "Texts with characters that people do not see and models read:",
            hidden,
        ),
        of("instructions", Severity::Warning, "Texts that tell a model what to do beyond this tool:", instructions),
    ];
    found.into_iter().flatten().collect()
}

fn judge(path: &str, text: &str, hidden: &mut Vec<String>, instructions: &mut Vec<String>) {
    if let Some(character) = text.chars().find(|character| is_hidden(*character)) {
        hidden.push(format!("{path} (U+{:04X})", u32::from(character)));
    }
    // Names, keywords and the like are short.
    if text.len() > 10 {
        let text = text.to_lowercase();
        let found = INSTRUCTIONS.iter().find(|phrase| text.contains(*phrase));
        instructions.extend(found.map(|phrase| format!("{path} (“{phrase}”)")));
    }
}

/// Returns whether a character is invisible, or changes the order in which others are shown. Joiners and marks that
/// languages need are not.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{180e}' | '\u{200b}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}
