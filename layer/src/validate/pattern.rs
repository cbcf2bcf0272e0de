//! The keyword `pattern`, with one budget for all matches in a validation.
//!
//! Most patterns are matched in linear time. Patterns with look-around or backreferences are matched by backtracking,
//! whose time may grow with a power of the string's length, so they only get short strings.
//!
//! A validator keyword can return only "valid" or "invalid". A match that exceeds the budget is therefore reported as
//! invalid and recorded, and the whole validation then has no result. The budget is thread-local, because a validation
//! is synchronous: it starts and ends on one thread, and no other validation runs there meanwhile.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use jsonschema::{Keyword, ValidationError};
use parking_lot::Mutex;
use regex_automata::meta;
use regex_syntax::hir::{Hir, HirKind};
use serde_json::Value;

/// Maximum size in bytes for one compiled pattern. Nothing is checked against a schema with a larger pattern.
const PATTERN_BYTES: usize = 256 * 1024;
/// Maximum size in bytes for all of a schema's compiled patterns together. Nothing is checked against a schema with
/// larger patterns.
const SCHEMA_PATTERN_BYTES: usize = 4 * 1024 * 1024;

/// Maximum size in bytes for one pattern's lazily built automaton. Above that limit, parts are rebuilt or matched
/// without the automaton, which takes time, but changes no result.
const AUTOMATON_BYTES: usize = 512 * 1024;

/// Maximum number of steps for linear matching in a validation: pattern positions × text bytes, added up. A value that
/// needs more is not checked. Each step takes up to 3 ns.
const STEPS: usize = 25_000_000;

/// Maximum length in bytes for one string that a backtracking pattern is matched against. A value with a longer string
/// is not checked. A limit on backtracking steps alone is not enough, since each step may scan the whole string.
const BACKTRACKING_TEXT: usize = 4 * 1024;
/// Maximum total bytes in the strings that backtracking patterns are matched against in one validation. A value with
/// more is not checked.
const BACKTRACKING_TEXTS: usize = 16 * 1024;
/// Maximum number of backtracking steps in one match. A value that needs more is not checked.
const BACKTRACKING_STEPS: usize = 100_000;

/// Maximum sum of the squared lengths of all strings that backtracking patterns are matched against in one validation.
/// A value that needs more is not checked. A pattern that scans a string from every position takes 2 ns × length².
const BACKTRACKING_SQUARES: usize = 40_000_000;

/// Maximum number of characters to show from a pattern in an error. Longer patterns are cut off.
const SHOWN_CHARS: usize = 200;

thread_local! {
    /// The budget for the validation running on this thread.
    static BUDGET: RefCell<Budget> = const { RefCell::new(Budget::FULL) };
}

/// The work that the current validation may still do, and the first pattern that exceeded it.
struct Budget {
    /// Steps left for linear matching.
    steps: usize,
    /// String bytes left for backtracking patterns.
    texts: usize,
    /// The unused part of [`BACKTRACKING_SQUARES`].
    squares: usize,
    exceeded: Option<Exceeded>,
}

impl Budget {
    const FULL: Self = Self { steps: STEPS, texts: BACKTRACKING_TEXTS, squares: BACKTRACKING_SQUARES, exceeded: None };
}

/// A pattern that could not be matched within its budget.
#[derive(Clone, Debug)]
pub(super) struct Exceeded {
    pattern: Arc<str>,
    is_backtracking: bool,
}

impl Exceeded {
    /// Describes the pattern and what to do, as a clause.
    pub(super) fn reason(&self) -> String {
        let shown = shown(&self.pattern);
        if self.is_backtracking {
            format!(
                "the pattern {shown:?} needs backtracking (look-around or backreferences), which would take too long; simplify \
                 the pattern, or shorten the texts (to {BACKTRACKING_TEXT} bytes each and {BACKTRACKING_TEXTS} together)"
            )
        } else {
            format!("matching the pattern {shown:?} would take too long; simplify the pattern or shorten the texts")
        }
    }
}

/// Returns the start of a pattern.
fn shown(pattern: &str) -> String {
    pattern.chars().take(SHOWN_CHARS).collect()
}

/// Starts a validation on this thread, with a full budget. Must precede each validation.
pub(super) fn start() {
    BUDGET.set(Budget::FULL);
}

/// Returns the pattern that exceeded this validation's budget, if any. The validation then has no result.
pub(super) fn exceeded() -> Option<Exceeded> {
    BUDGET.with_borrow(|budget| budget.exceeded.clone())
}

/// One schema's compiled patterns. Equal patterns are compiled once.
#[derive(Clone, Default)]
pub(super) struct Patterns(Arc<Mutex<Compiled>>);

/// Compiled patterns by their text, and their total size in bytes.
#[derive(Default)]
struct Compiled {
    matchers: HashMap<String, Arc<Matcher>>,
    bytes: usize,
}

impl Patterns {
    /// Creates the keyword's validator for one schema.
    pub(super) fn keyword<'a>(&self, pattern: &'a Value) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
        let pattern = pattern.as_str().ok_or_else(|| ValidationError::custom("`pattern` must be a string"))?;
        let matcher = self.matcher(pattern).map_err(ValidationError::custom)?;
        Ok(Box::new(Pattern(matcher)))
    }

    /// Returns the compiled pattern. Compiles it if this schema does not have it yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the pattern is invalid, or if it or all patterns together are too large.
    fn matcher(&self, pattern: &str) -> Result<Arc<Matcher>, String> {
        let mut compiled = self.0.lock();
        if let Some(known) = compiled.matchers.get(pattern) {
            return Ok(Arc::clone(known));
        }
        let matcher = Arc::new(Matcher::new(pattern)?);
        compiled.bytes += matcher.bytes();
        if compiled.bytes > SCHEMA_PATTERN_BYTES {
            return Err(format!(
                "the patterns of the schema take more than {} MiB when compiled",
                SCHEMA_PATTERN_BYTES >> 20
            ));
        }
        compiled.matchers.insert(pattern.to_owned(), Arc::clone(&matcher));
        Ok(matcher)
    }

    /// Returns the patterns' total size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.lock().bytes
    }
}

/// The keyword with its compiled pattern. Values other than strings are valid.
struct Pattern(Arc<Matcher>);

impl<'i> Keyword<'i> for Pattern {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if Keyword::is_valid(self, instance) {
            return Ok(());
        }
        Err(ValidationError::custom(format!("Must match {}", self.0.pattern)))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        instance.as_str().is_none_or(|text| self.0.is_match(text))
    }
}

/// A compiled pattern with its text, for messages.
struct Matcher {
    pattern: Arc<str>,
    engine: Engine,
}

/// The engine that matches a pattern. `positions` is the number of steps per text byte.
enum Engine {
    Linear { regex: meta::Regex, positions: usize },
    Backtracking(fancy_regex::Regex),
}

impl Matcher {
    /// Compiles an ECMA-262 pattern, for matching in linear time if possible.
    fn new(pattern: &str) -> Result<Self, String> {
        let invalid = |reason: &str| format!("the pattern {:?} {reason}", shown(pattern));
        let translated = jsonschema_regex::to_rust_regex(pattern).map_err(|()| invalid("is not valid"))?;
        let engine = match regex_syntax::parse(&translated) {
            Ok(hir) => {
                let config = meta::Config::new()
                    .nfa_size_limit(Some(PATTERN_BYTES))
                    .hybrid_cache_capacity(AUTOMATON_BYTES)
                    .onepass_size_limit(Some(PATTERN_BYTES));
                let regex = meta::Builder::new().configure(config).build_from_hir(&hir);
                let regex = regex.map_err(|_| invalid("is too large"))?;
                Engine::Linear { regex, positions: positions(&hir) }
            }
            Err(_) => Engine::Backtracking(
                fancy_regex::RegexBuilder::new(&translated)
                    .backtrack_limit(BACKTRACKING_STEPS)
                    .delegate_size_limit(PATTERN_BYTES)
                    .build()
                    .map_err(|_| invalid("is not valid, or too large"))?,
            ),
        };
        Ok(Self { pattern: pattern.into(), engine })
    }

    /// Estimates the compiled pattern's memory.
    fn bytes(&self) -> usize {
        match &self.engine {
            Engine::Linear { regex, .. } => self.pattern.len() + regex.memory_usage(),
            // The engine does not report its size, so it is estimated from the pattern's length.
            Engine::Backtracking(_) => self.pattern.len() * 1024,
        }
    }

    /// Returns whether the string matches. If the budget is used up, returns `false` and records the pattern: the
    /// validation then has no result.
    fn is_match(&self, text: &str) -> bool {
        let matched = BUDGET.with_borrow_mut(|budget| match &self.engine {
            Engine::Linear { regex, positions } => {
                budget.steps = budget.steps.checked_sub(positions.saturating_mul(text.len()))?;
                Some(regex.is_match(text))
            }
            Engine::Backtracking(regex) => {
                if text.len() > BACKTRACKING_TEXT {
                    return None;
                }
                budget.texts = budget.texts.checked_sub(text.len())?;
                budget.squares = budget.squares.checked_sub(text.len() * text.len())?;
                regex.is_match(text).ok()
            }
        });
        matched.unwrap_or_else(|| {
            let is_backtracking = matches!(self.engine, Engine::Backtracking(_));
            let exceeded = Exceeded { pattern: Arc::clone(&self.pattern), is_backtracking };
            BUDGET.with_borrow_mut(|budget| _ = budget.exceeded.get_or_insert(exceeded));
            false
        })
    }
}

/// Returns a pattern's number of steps per text byte, or `None` if it cannot be matched in linear time.
pub(super) fn linear_steps(pattern: &str) -> Option<usize> {
    let translated = jsonschema_regex::to_rust_regex(pattern).ok()?;
    regex_syntax::parse(&translated).ok().map(|hir| positions(&hir))
}

/// Counts the places in a pattern that a match can occupy at the same time: one per character, with repetitions written
/// out.
fn positions(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Capture(capture) => positions(&capture.sub),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1) as usize;
            positions(&repetition.sub).saturating_mul(times)
        }
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().map(positions).fold(0, usize::saturating_add)
        }
    }
}
