//! A configuration file's text: JSON with comments and trailing commas. Errors contain the position.

use std::io::Read as _;
use std::path::Path;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::commands::Failure;

/// Maximum size of a configuration file, in bytes. Some agents keep their whole state in it. A larger file is refused.
const MAX_SIZE: u64 = 16 << 20;

/// Reads a file's text.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let failure = |reason: String| Failure::new(format!("{} cannot be read: {reason}.", path.display()));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| failure(error.to_string()))?;
    file.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|error| failure(error.to_string()))?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(failure("it is larger than 16 MiB, too large for a configuration of MCP servers".to_owned()));
    }
    String::from_utf8(bytes).map_err(|_| failure("it is not UTF-8".to_owned()))
}

/// Splits the byte order mark, which some Windows editors put at the start of a file, from the JSON.
pub(crate) fn split_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

/// A file being parsed.
#[derive(Clone, Copy)]
pub(super) struct Document<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
}

impl<'a> Document<'a> {
    pub(super) fn parse(self) -> Result<Value<'a>, Failure> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(self.text, &CollectOptions::default(), &options).map_err(|error| {
            let reason = error.kind().to_string().to_lowercase();
            self.failure(error.range().start, &format!("this is not valid JSON: {reason}."))
        })?;
        parsed.value.ok_or_else(|| self.failure(0, "the file is empty. Add `\"mcpServers\": {…}`."))
    }

    pub(super) fn object<'v>(self, value: &'v Value<'a>, what: &str) -> Result<&'v Object<'a>, Failure> {
        let problem = || self.failure(value.range().start, &format!("{what} must be an object: `{{…}}`."));
        value.as_object().ok_or_else(problem)
    }

    pub(super) fn failure(self, at: usize, text: &str) -> Failure {
        Failure::new(self.at(at, text))
    }

    /// Formats a sentence about a position in the file, such as `mcp.json, line 2, column 5: …`.
    pub(super) fn at(self, at: usize, text: &str) -> String {
        let before = &self.text[..self.text.floor_char_boundary(at)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}, line {line}, column {column}: {text}", self.path.display())
    }
}
