//! Well-known patterns, as resources.

use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

/// The URI template for the patterns. Its variable is completed with the pattern names.
pub(crate) const TEMPLATE: &str = "workbench://patterns/{name}";

const PREFIX: &str = "workbench://patterns/";
const MIME_TYPE: &str = "application/json";

pub(crate) struct Pattern {
    pub(crate) name: &'static str,
    pub(crate) regex: &'static str,
    description: &'static str,
    example: &'static str,
}

pub(crate) const PATTERNS: [Pattern; 7] = [
    Pattern {
        name: "email",
        regex: r"[\w.+-]+@[\w-]+(\.[\w-]+)+",
        description: "E-mail addresses, as most people write them",
        example: "ada@example.org",
    },
    Pattern {
        name: "hex-color",
        regex: "#(?:[0-9a-fA-F]{3}){1,2}",
        description: "Colors of CSS in hexadecimal digits",
        example: "#3451c6",
    },
    Pattern {
        name: "ipv4",
        regex: r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|\b)){4}",
        description: "Addresses of IPv4",
        example: "192.0.2.17",
    },
    Pattern {
        name: "iso-date",
        regex: r"(?<year>\d{4})-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])",
        description: "Dates of ISO 8601",
        example: "2026-02-28",
    },
    Pattern {
        name: "iso-time",
        regex: r"(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?",
        description: "Times of ISO 8601, with or without seconds",
        example: "23:59:08",
    },
    Pattern {
        name: "semver",
        regex: r"(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<pre>[\w.-]+))?(?:\+(?<build>[\w.-]+))?",
        description: "Versions in the form of Semantic Versioning",
        example: "1.4.0-rc.1",
    },
    Pattern {
        name: "uuid",
        regex: "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
        description: "Universally unique identifiers",
        example: "6f9619ff-8b86-4011-b42d-00c04fc964ff",
    },
];

impl Pattern {
    fn uri(&self) -> String {
        format!("{PREFIX}{}", self.name)
    }

    pub(crate) fn resource(&self) -> Resource {
        Resource::new(self.uri(), self.name).with_description(self.description).with_mime_type(MIME_TYPE)
    }
}

pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new(TEMPLATE, "pattern")
        .with_title("Well-known pattern")
        .with_description("A regular expression that is used often, with an example that it matches")
        .with_mime_type(MIME_TYPE)
}

/// Returns the contents for a pattern's URI.
pub(crate) fn contents(uri: &str) -> Option<ResourceContents> {
    let name = uri.strip_prefix(PREFIX)?;
    let Pattern { regex, description, example, .. } = PATTERNS.iter().find(|pattern| pattern.name == name)?;
    let text = json!({ "name": name, "description": description, "pattern": regex, "example": example });
    Some(ResourceContents::text(format!("{text:#}"), uri).with_mime_type(MIME_TYPE))
}

/// Returns the values that start with the typed text.
pub(crate) fn complete(typed: &str, values: impl Iterator<Item = &'static str>) -> Vec<String> {
    values.filter(|value| value.starts_with(typed)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_matches_all_of_its_example() {
        for Pattern { name, regex, example, .. } in &PATTERNS {
            let found = regex::Regex::new(regex).unwrap().find(example).map(|found| found.as_str());
            assert_eq!(found, Some(*example), "{name}");
        }
    }

    #[test]
    fn patterns_are_sorted_and_found_by_their_uris() {
        assert!(PATTERNS.is_sorted_by_key(|pattern| pattern.name));
        assert!(PATTERNS.iter().all(|pattern| contents(&pattern.uri()).is_some()));
        assert!(contents("workbench://patterns/nothing").is_none());
    }

    #[test]
    fn completion_continues_what_was_typed() {
        let names = || PATTERNS.iter().map(|pattern| pattern.name);
        assert_eq!(complete("i", names()), ["ipv4", "iso-date", "iso-time"]);
        assert_eq!(complete("", names()).len(), PATTERNS.len());
    }
}
