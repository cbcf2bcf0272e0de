//! The tool `regex_test`.

use regex::{Captures, Error, Regex, RegexBuilder};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tool::{Answer, Refusal, at_most, counted};

const MAX_PATTERN: usize = 1_000;
const MAX_TEXT: usize = 10_000;
const MAX_MATCHES: usize = 200;

/// The maximum size of a compiled pattern in bytes. With the limits above, it bounds a call's duration.
const MAX_COMPILED: usize = 1 << 18;

const EXAMPLE_PATTERN: &str = r"(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})";
const EXAMPLE_TEXT: &str = "Café opened 2024-02-29 ☕\nRenovated 2025-11-03, reopened 2026-01-15";

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Arguments {
    /// Regular expression in the syntax of the Rust crate regex, which has neither look-around nor back-references
    #[schemars(length(max = MAX_PATTERN), extend("default" = EXAMPLE_PATTERN))]
    pattern: String,
    /// Any of i (ignore case), m (^ and $ at each line), s (. matches line breaks), x (ignore white space)
    #[serde(default)]
    #[schemars(regex(pattern = "^[imsx]*$"))]
    flags: String,
    /// Text to search
    #[schemars(length(max = MAX_TEXT), extend("default" = EXAMPLE_TEXT))]
    text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Report {
    /// Matches from left to right, which never overlap
    matches: Vec<Match>,
    /// True if there are more matches than those listed
    truncated: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Match {
    text: String,
    /// Position of the first character, counted from 0 in Unicode code points
    start: usize,
    /// Position after the last character
    end: usize,
    /// Capture groups of the pattern, without the match itself
    groups: Vec<Group>,
}

/// A capture group. Without a text and positions, it took no part in the match.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Group {
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
}

pub(crate) fn run(Arguments { pattern, flags, text }: &Arguments) -> Answer<Report> {
    at_most(MAX_PATTERN, "pattern", pattern)?;
    at_most(MAX_TEXT, "text", text)?;
    let regex = compile(pattern, flags)?;
    let characters = character_positions(text);
    let mut found = regex.captures_iter(text);
    let matches = found.by_ref().take(MAX_MATCHES).map(|captures| describe(&regex, &captures, &characters)).collect();
    let report = Report { matches, truncated: found.next().is_some() };
    Ok((report.in_words(), report))
}

fn compile(pattern: &str, flags: &str) -> Result<Regex, Refusal> {
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(MAX_COMPILED).dfa_size_limit(MAX_COMPILED);
    for flag in flags.chars() {
        match flag {
            'i' => builder.case_insensitive(true),
            'm' => builder.multi_line(true),
            's' => builder.dot_matches_new_line(true),
            'x' => builder.ignore_whitespace(true),
            _ => return Err(Refusal::new("flags", format!("There is no flag `{flag}`. The flags are i, m, s and x."))),
        };
    }
    builder.build().map_err(|error| {
        let message = match error {
            Error::Syntax(message) => in_plain_words(&message),
            Error::CompiledTooBig(_) => "The pattern is too large: use smaller repetitions.".to_owned(),
            other => other.to_string(),
        };
        Refusal::new("pattern", message)
    })
}

/// Returns each byte's character position.
fn character_positions(text: &str) -> Vec<usize> {
    let mut positions: Vec<_> =
        text.chars().enumerate().flat_map(|(position, character)| [position].repeat(character.len_utf8())).collect();
    positions.push(text.chars().count());
    positions
}

fn describe(regex: &Regex, captures: &Captures<'_>, characters: &[usize]) -> Match {
    let whole = captures.get_match();
    let groups = regex.capture_names().zip(captures.iter()).enumerate().skip(1).map(|(number, (name, group))| Group {
        number,
        name: name.map(str::to_owned),
        text: group.map(|group| group.as_str().to_owned()),
        start: group.map(|group| characters[group.start()]),
        end: group.map(|group| characters[group.end()]),
    });
    let (start, end) = (characters[whole.start()], characters[whole.end()]);
    Match { text: whole.as_str().to_owned(), start, end, groups: groups.collect() }
}

/// Returns the crate's message without its heading and its own terminology.
fn in_plain_words(message: &str) -> String {
    let (excerpt, problem) = message.rsplit_once("error: ").unwrap_or(("", message));
    let excerpt = excerpt.strip_prefix("regex parse error:\n").unwrap_or(excerpt).trim_end();
    format!("The pattern is invalid: {}.\n\n{excerpt}", problem.trim_end())
}

impl Report {
    fn in_words(&self) -> String {
        let more = if self.truncated { ", and there are more" } else { "" };
        let heading = match self.matches.len() {
            0 => "No match".to_owned(),
            number => format!("{}{more}:", counted(number, "match", "matches")),
        };
        let lines = self.matches.iter().map(|Match { text, start, end, groups }| {
            let groups = groups.iter().map(|Group { number, name, text, .. }| {
                let name = name.clone().unwrap_or_else(|| number.to_string());
                text.as_ref().map_or_else(|| format!("; {name}: none"), |text| format!("; {name}: {text:?}"))
            });
            format!("\n{start} to {end}: {text:?}{}", groups.collect::<String>())
        });
        heading + &lines.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(pattern: &str, flags: &str, text: &str) -> Answer<Report> {
        run(&Arguments { pattern: pattern.to_owned(), flags: flags.to_owned(), text: text.to_owned() })
    }

    fn spans(pattern: &str, flags: &str, text: &str) -> Vec<(usize, usize)> {
        test(pattern, flags, text).unwrap().1.matches.iter().map(|found| (found.start, found.end)).collect()
    }

    #[test]
    fn the_example_has_named_groups() {
        let (text, report) = test(EXAMPLE_PATTERN, "", EXAMPLE_TEXT).unwrap();
        assert!(text.starts_with("3 matches:\n12 to 22: \"2024-02-29\"; year: \"2024\"; month: \"02\""), "{text}");
        let day = &report.matches[0].groups[2];
        assert_eq!((day.number, day.name.as_deref(), day.start, day.end), (3, Some("day"), Some(20), Some(22)));
    }

    #[test]
    fn positions_count_characters() {
        assert_eq!(spans("b", "", "äb🎉b"), [(1, 2), (3, 4)]);
        assert_eq!(spans(r"\p{Greek}+", "", "né αβγ"), [(3, 6)]);
    }

    #[test]
    fn flags_change_the_meaning() {
        assert_eq!(spans("^a.", "", "ab\nAc"), [(0, 2)]);
        assert_eq!(spans("^a.", "im", "ab\nAc"), [(0, 2), (3, 5)]);
        assert_eq!(spans("b. a", "sx", "b\na"), [(0, 3)]);
        let refusal = test("a", "ig", "a").unwrap_err();
        assert_eq!(refusal, Refusal::new("flags", "There is no flag `g`. The flags are i, m, s and x."));
    }

    #[test]
    fn a_group_that_took_no_part_has_no_text() {
        let (text, report) = test("(a)|(b)", "", "b").unwrap();
        assert_eq!(text, "1 match:\n0 to 1: \"b\"; 1: none; 2: \"b\"");
        assert_eq!(serde_json::to_value(&report.matches[0].groups[0]).unwrap(), serde_json::json!({ "number": 1 }));
    }

    #[test]
    fn a_bad_pattern_is_shown_with_its_place() {
        let refusal = test("a(b", "", "ab").unwrap_err();
        let message = "The pattern is invalid: unclosed group.\n\n    a(b\n     ^";
        assert_eq!(refusal, Refusal::new("pattern", message));
    }

    #[test]
    fn empty_inputs_match_what_they_can() {
        assert_eq!(spans("", "", ""), [(0, 0)]);
        assert_eq!(spans("x*", "", "ab"), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(test("a", "", "").unwrap().0, "No match");
    }

    #[test]
    fn everything_is_bounded() {
        let (text, report) = test("a", "", &"a".repeat(MAX_MATCHES + 1)).unwrap();
        assert_eq!((report.matches.len(), report.truncated), (MAX_MATCHES, true));
        assert!(text.starts_with("200 matches, and there are more:\n"), "{text}");
        assert!(!test("a", "", &"a".repeat(MAX_MATCHES)).unwrap().1.truncated);

        let too_large = Refusal::new("pattern", "The pattern is too large: use smaller repetitions.");
        assert_eq!(test(r"(\w{100}){100}", "", "a").unwrap_err(), too_large);
        assert!(test(&"a".repeat(MAX_PATTERN + 1), "", "").is_err());
        assert!(test("a", "", &"ä".repeat(MAX_TEXT)).is_ok());
        assert!(test("a", "", &"a".repeat(MAX_TEXT + 1)).is_err());
    }
}
