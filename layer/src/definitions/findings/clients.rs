//! Rules about tools that some clients refuse or treat differently, and about claims that tools make.

use serde_json::Value;

use super::sources::{
    AZURE_FUNCTIONS, CLAUDE_AGENTS, CLAUDE_CODE, CLAUDE_TOOLS, MCP_ANNOTATIONS, MCP_NAMES, OPENAI_FUNCTIONS,
    OPENAI_SCHEMAS, VS_CODE,
};
use super::{Rule, ToolParts};
use crate::severity::Severity::{Hint, Warning};

/// The length in characters above which Azure refuses a tool description.
const LONGEST_DESCRIPTION: usize = 1024;

/// The size in characters above which a tool fills a noticeable part of a model's context.
const HEAVY: usize = 8000;

/// Verbs that reveal that a tool changes something, at the start of its description or anywhere in its name.
const CHANGING: [&str; 22] = [
    "cancel",
    "clear",
    "create",
    "delete",
    "destroy",
    "drop",
    "erase",
    "execute",
    "insert",
    "kill",
    "move",
    "overwrite",
    "purge",
    "remove",
    "rename",
    "reset",
    "send",
    "terminate",
    "truncate",
    "update",
    "wipe",
    "write",
];

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "name-openai",
        severity: Warning,
        message: "OpenAI accepts only names of at most 64 letters, digits, “_” and “-”, so a client has to change this one.",
        source: Some(OPENAI_FUNCTIONS),
        broken: |tool| unless(is_name(tool.name, 64, "_-")),
    },
    Rule {
        code: "name-claude",
        severity: Warning,
        message: "Claude accepts only names of at most 128 letters, digits, “_” and “-”, so a client has to change this one.",
        source: Some(CLAUDE_TOOLS),
        broken: |tool| unless(is_name(tool.name, 128, "_-")),
    },
    Rule {
        code: "name-mcp",
        severity: Hint,
        message: "MCP recommends names of at most 128 letters, digits, “_”, “-” and “.”.",
        source: Some(MCP_NAMES),
        broken: |tool| unless(is_name(tool.name, 128, "_-.")),
    },
    Rule {
        code: "not-read-only",
        severity: Warning,
        message: "The tool claims to be read-only (“readOnlyHint”), so that clients may run it unasked, but its \
                  wording says that it changes something:",
        source: Some(MCP_ANNOTATIONS),
        broken: |tool| {
            let claims = tool.definition["annotations"]["readOnlyHint"] == true;
            some(if claims { changing_words(tool) } else { Vec::new() })
        },
    },
    Rule {
        code: "no-description",
        severity: Warning,
        message: "Without a description, a model has to guess the purpose, and Claude's Managed Agents refuse the tool.",
        source: Some(CLAUDE_AGENTS),
        broken: |tool| unless(!tool.description.trim().is_empty()),
    },
    Rule {
        code: "long-description",
        severity: Hint,
        message: "Azure OpenAI accepts descriptions of at most 1,024 characters.",
        source: Some(AZURE_FUNCTIONS),
        broken: |tool| unless(tool.description.chars().nth(LONGEST_DESCRIPTION).is_none()),
    },
    Rule {
        code: "heavy",
        severity: Hint,
        message: "The definition takes more than 2,000 tokens of every conversation, even if the tool is not used.",
        source: None,
        broken: |tool| unless(weight(tool) <= HEAVY),
    },
    Rule {
        code: "argument-description",
        severity: Hint,
        message: "Arguments without a description, whose meaning a model has to guess:",
        source: Some(CLAUDE_TOOLS),
        broken: |tool| arguments(tool, |_, schema| is_described(schema)),
    },
    Rule {
        code: "argument-name",
        severity: Hint,
        message: "Claude's Managed Agents refuse these argument names. They allow at most 64 letters, digits, “_”, “.” and “-”.",
        source: Some(CLAUDE_AGENTS),
        broken: |tool| arguments(tool, |name, _| is_name(name, 64, "_.-")),
    },
    Rule {
        code: "root-type",
        severity: Warning,
        message: "OpenAI's strict mode refuses an input schema whose type is not “object”.",
        source: Some(OPENAI_SCHEMAS),
        broken: |tool| unless(tool.root("type").is_some_and(|kind| kind == "object")),
    },
    Rule {
        code: "root-union",
        severity: Warning,
        message: "Claude refuses these keywords at the root of the input schema:",
        source: Some(CLAUDE_CODE),
        broken: |tool| some(named(&["anyOf", "oneOf", "allOf"], |keyword| tool.root(keyword).is_some())),
    },
    Rule {
        code: "root-any-of",
        severity: Hint,
        message: "OpenAI's strict mode refuses “anyOf” at the root of the input schema.",
        source: Some(OPENAI_SCHEMAS),
        broken: |tool| unless(tool.root("anyOf").is_none()),
    },
    Rule {
        code: "strict-keywords",
        severity: Hint,
        message: "OpenAI's strict mode refuses these keywords:",
        source: Some(OPENAI_SCHEMAS),
        broken: |tool| {
            let refused = ["allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"];
            some(named(&refused, |keyword| tool.schemas.iter().any(|schema| schema.contains_key(keyword))))
        },
    },
    Rule {
        code: "strict-open-objects",
        severity: Hint,
        message: "OpenAI's strict mode refuses objects with keys of any name (“additionalProperties”).",
        source: Some(OPENAI_SCHEMAS),
        broken: |tool| {
            let is_open = |value: &Value| *value != Value::Bool(false);
            unless(!tool.schemas.iter().any(|schema| schema.get("additionalProperties").is_some_and(is_open)))
        },
    },
    Rule {
        code: "references",
        severity: Hint,
        message: "Claude's Managed Agents refuse references (“$ref”).",
        source: Some(CLAUDE_AGENTS),
        broken: |tool| unless(!tool.schemas.iter().any(|schema| schema.contains_key("$ref"))),
    },
    Rule {
        code: "array-items",
        severity: Warning,
        message: "VS Code refuses arrays without “items”.",
        source: Some(VS_CODE),
        broken: |tool| {
            let is_list = |schema: &serde_json::Map<String, Value>| schema.get("type").is_some_and(|it| it == "array");
            unless(!tool.schemas.iter().any(|schema| is_list(schema) && !schema.contains_key("items")))
        },
    },
];

/// Returns an empty list of names for a broken rule, or `None` if the rule is kept.
fn unless(is_kept: bool) -> Option<Vec<String>> {
    (!is_kept).then(Vec::new)
}

/// Returns the names for a broken rule, or `None` if there are no names.
fn some(names: Vec<String>) -> Option<Vec<String>> {
    (!names.is_empty()).then_some(names)
}

fn named(keywords: &[&str], is_used: impl Fn(&str) -> bool) -> Vec<String> {
    keywords.iter().filter(|keyword| is_used(keyword)).map(|keyword| (*keyword).to_owned()).collect()
}

/// Returns the arguments that break a rule.
fn arguments(tool: &ToolParts<'_>, is_kept: impl Fn(&str, &Value) -> bool) -> Option<Vec<String>> {
    let all = tool.properties.into_iter().flatten();
    some(all.filter(|(name, schema)| !is_kept(name, schema)).map(|(name, _)| name.clone()).collect())
}

fn is_name(text: &str, longest: usize, others: &str) -> bool {
    !text.is_empty()
        && text.len() <= longest
        && text.chars().all(|character| character.is_ascii_alphanumeric() || others.contains(character))
}

/// Returns whether a schema has a description, or a reference, which may lead to one.
fn is_described(schema: &Value) -> bool {
    schema["description"].as_str().is_some_and(|text| !text.trim().is_empty()) || schema.get("$ref").is_some()
}

/// A tool's size in characters, as models get it: name, description and input schema as compact JSON.
fn weight(tool: &ToolParts<'_>) -> usize {
    let parts = ["name", "description", "inputSchema"].map(|key| tool.definition.get(key).map(ToString::to_string));
    parts.into_iter().flatten().map(|part| part.chars().count()).sum()
}

/// Returns the words in the name, and the description's first word, if they reveal that the tool changes something.
fn changing_words(tool: &ToolParts<'_>) -> Vec<String> {
    let first = tool.description.split_whitespace().next().unwrap_or_default().to_lowercase();
    let first = first.trim_matches(|character: char| !character.is_alphabetic());
    let mut words = words(tool.name);
    words.extend([first.to_owned(), first.trim_end_matches('s').to_owned(), first.trim_end_matches("es").to_owned()]);
    named(&CHANGING, |word| words.iter().any(|it| it == word))
}

/// Splits a name such as `deleteFile` or `delete_file` into words, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in name.chars().take(200) {
        if !character.is_alphanumeric() || (was_lower && character.is_uppercase()) {
            words.push(String::new());
        }
        was_lower = character.is_lowercase();
        if let Some(last) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            last.extend(character.to_lowercase());
        }
    }
    words
}
