//! An upper bound on a validation's work, computed once per schema.
//!
//! The validator cannot be interrupted, and a few kilobytes of schema can keep it busy for hours. A linear function of
//! the arguments' size bounds its work: each subschema is visited a limited number of times for each value. The
//! validator caches verdicts for recursive references, so recursion adds visits for each value, but does not multiply
//! them. Listing errors is different: the validator then visits a recursive reference again for each path to it, so the
//! bound grows exponentially with the arguments' depth. The same holds for the verdict where `unevaluatedProperties` or
//! `unevaluatedItems` revisit alternatives to find out what they have evaluated.

mod cost;
#[cfg(any(test, fuzzing))]
pub(super) mod counted;
mod references;
mod size;
mod survey;
mod too_expensive;

use serde_json::Value;

use self::cost::Cost;
use self::references::References;
pub(super) use self::size::{MAX_VALUES, Size};
use self::survey::{PREPARED, Survey};
pub(super) use self::too_expensive::TooExpensive;

/// Maximum number of visits in a validation, at some 20 ns each. A value that needs more is not checked.
const VISITS: usize = 2_500_000;

/// Maximum number of visits for listing errors, at about a microsecond and half a kilobyte each. If more are needed,
/// the value is reported as invalid without its errors.
const LISTING_VISITS: usize = 250_000;

/// The minimum number of recursive references with which the validator caches a verdict. A verdict with fewer is
/// recomputed for each reference to its value.
const CACHED: usize = 16;

/// Limit on recursive references that `unevaluatedProperties` or `unevaluatedItems` visit again. Each enclosing schema
/// with such a keyword triples their count. Nothing is checked against a schema with more. The validator recompiles
/// each such reference for every other one, and never frees the results (jsonschema 0.60): 40 references took 119 MB.
const REVISITED: usize = 9;

/// The number of JSON pointer bytes that take as long to write as the rest of an error.
const POINTER_BYTES: usize = 512;

/// The number of values that take as long to copy as one error takes to create.
const COPIED: usize = 8;

/// Maximum number of nested schemas during a validation, including references. A value that needs more is not checked.
/// The maximum takes half of a thread's 2 MiB stack in a debug build (2 kB per schema), or a fifth of a component's
/// 1 MiB stack in a release build (350 bytes per schema).
const NESTING: usize = 512;

/// One schema's bounds. Together with the arguments' size, they bound a validation.
#[derive(Debug)]
pub(super) struct Bounds {
    cost: Cost,
    /// The number of parts in the prepared schema, which determines its memory.
    prepared: usize,
    /// The minimum number of argument levels from one recursive reference to the next; `usize::MAX` without recursion.
    levels: usize,
    /// True if names are matched by backtracking, which the budget in `pattern` does not limit.
    has_backtracking_names: bool,
    /// True if the visits to recursive references multiply from one recursion round to the next.
    is_multiplying: bool,
}

impl Bounds {
    /// Surveys a schema.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema is too expensive for any arguments, or even to compile.
    pub(super) fn of(schema: &Value) -> Result<Self, TooExpensive> {
        let mut survey = Survey::new(References::of(schema));
        let cost = survey.total(schema)?;
        if cost.visits.max(survey.prepared) > PREPARED {
            return Err(TooExpensive::Visits);
        }
        if survey.is_multiplying && survey.branches > REVISITED {
            return Err(TooExpensive::Visits);
        }
        Ok(Self {
            cost: Cost {
                branches: survey.branches.max(1),
                nesting: cost.nesting.max(survey.nesting),
                back: Vec::new(),
                ..cost
            },
            prepared: survey.prepared,
            levels: survey.levels,
            has_backtracking_names: survey.has_backtracking_names,
            is_multiplying: survey.is_multiplying,
        })
    }

    /// Returns the number of parts in the prepared schema.
    pub(super) fn parts(&self) -> usize {
        self.prepared
    }

    /// Checks that the verdict on arguments with this size is affordable.
    ///
    /// Must precede every validation: the validator itself has no limits.
    pub(super) fn check(&self, arguments: &Value, size: &Size) -> Result<(), TooExpensive> {
        if self.cost.nesting.saturating_mul(1 + self.rounds(size)) > NESTING {
            return Err(TooExpensive::Nesting);
        }
        if self.has_backtracking_names && !size::has_short_names(arguments) {
            return Err(TooExpensive::Names);
        }
        if self.visits(size) > VISITS {
            return Err(TooExpensive::Visits);
        }
        Ok(())
    }

    /// Checks that listing the errors in arguments with this size is affordable.
    pub(super) fn check_listing(&self, size: &Size) -> Result<(), TooExpensive> {
        if self.listing_visits(size) > LISTING_VISITS { Err(TooExpensive::Visits) } else { Ok(()) }
    }

    /// Bounds the visits for listing errors: each path visits a recursive reference again, an error from alternatives
    /// copies the value, and each error has a pointer to its value.
    fn listing_visits(&self, size: &Size) -> usize {
        let visits = if self.is_multiplying { self.visits(size) } else { self.cost.of(size.weight()) };
        let copied = self.cost.copied.saturating_mul(size.weight()).saturating_mul(size.depth) / COPIED;
        let pointers = 1 + size.longest_pointer() / POINTER_BYTES;
        visits.saturating_add(copied).saturating_mul(self.paths(size)).saturating_mul(pointers)
    }

    /// Bounds the number of recursive paths to a value.
    fn paths(&self, size: &Size) -> usize {
        let rounds = u32::try_from(self.rounds(size)).unwrap_or(u32::MAX);
        self.cost.branches.checked_pow(rounds).unwrap_or(usize::MAX)
    }

    /// Returns the number of times that recursion can descend into arguments with this size.
    ///
    /// A schema for a tree, `{"properties": {"children": {"items": {"$ref": "#"}}}}`, descends two levels in each
    /// round: into the member and into its items.
    fn rounds(&self, size: &Size) -> usize {
        size.depth / self.levels
    }

    /// Bounds the visits for the verdict.
    fn visits(&self, size: &Size) -> usize {
        let repeated = if self.is_multiplying { usize::MAX } else { repetitions(self.cost.branches) };
        self.cost.of(size.weight()).saturating_mul(self.paths(size).min(repeated))
    }
}

/// Bounds the average number of visits to a value. It may exceed one, because the validator does not cache small
/// verdicts.
fn repetitions(branches: usize) -> usize {
    // A value may need fewer than `branches` references, and then more verdicts are small.
    (1..branches.min(CACHED)).map(in_chain).max().unwrap_or(1).max(in_chain(branches))
}

/// Returns the average number of visits to the values in a chain without a cached verdict. Such values are visited most
/// often. With 3 branches, for example, `{"a": {"a": 1}}` takes 1 + 3 + 9 references, and its parent refers to it 3
/// times.
fn in_chain(branches: usize) -> usize {
    let (mut most, mut values, mut last, mut references) = (0, 1, 1, 1);
    while references < CACHED {
        most = most.max(branches.saturating_mul(references).div_ceil(values));
        values += 1;
        last *= branches;
        references += last;
    }
    most
}

#[cfg(test)]
mod tests;
