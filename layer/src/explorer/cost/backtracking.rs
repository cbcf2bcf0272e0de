use serde_json::Value;

use super::TooCostly;
use super::pattern::goes_back;

/// Bytes of one text that a backtracking pattern is matched with. The limit on backtracking steps alone is no bound:
/// each step may scan the whole text.
const PER_TEXT: usize = 4 * 1024;

/// The same over all patterns and texts of one validation.
const PER_VALIDATION: usize = 16 * 1024;

/// Characters of a pattern that an error repeats.
const PATTERN_CHARS: usize = 200;

/// Bytes of text that backtracking patterns may still be matched with.
pub(super) struct Backtracking(usize);

impl Backtracking {
    pub(super) fn new() -> Self {
        Self(PER_VALIDATION)
    }

    /// Counts the texts that a keyword matches with backtracking patterns: a string, or the names of an object's
    /// members.
    pub(super) fn take(
        &mut self,
        keyword: &str,
        expected: &Value,
        value: &Value,
        times: usize,
    ) -> Result<(), TooCostly> {
        match (keyword, expected, value) {
            ("pattern", Value::String(pattern), Value::String(text)) if goes_back(pattern) => {
                self.take_text(pattern, text, times)
            }
            ("patternProperties", Value::Object(patterns), Value::Object(members)) => {
                let mut backtracking = patterns.keys().filter(|pattern| goes_back(pattern));
                backtracking
                    .try_for_each(|pattern| members.keys().try_for_each(|name| self.take_text(pattern, name, times)))
            }
            _ => Ok(()),
        }
    }

    fn take_text(&mut self, pattern: &str, text: &str, times: usize) -> Result<(), TooCostly> {
        let left = self.0.checked_sub(text.len().saturating_mul(times)).filter(|_| text.len() <= PER_TEXT);
        self.0 = left.ok_or_else(|| TooCostly::Backtracking(pattern.chars().take(PATTERN_CHARS).collect()))?;
        Ok(())
    }
}

/// Why a validation is refused, for the user.
pub(super) fn reason(pattern: &str) -> String {
    format!(
        "the pattern {pattern:?} needs backtracking (look-around, backreferences, word boundaries), which is limited to \
         {PER_TEXT} bytes of one text and {PER_VALIDATION} bytes of all texts; simplify the pattern or shorten the texts"
    )
}
