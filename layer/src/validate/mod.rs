//! Validates JSON values against JSON Schemas.
//!
//! The schema comes from a server and the value from a client, and neither is trusted. The validator cannot be
//! interrupted, so its work is bounded before it starts:
//!
//! - `bounds`: an upper bound on a validation's visits and nesting, from the schema and the value's size.
//! - `pattern` and `unique_items`: replacements for validator keywords that do not run in linear time.
//! - `validators`: the compiled schemas, in a bounded cache; `output` checks results against an `outputSchema`.
//! - `report`: the validator's errors as sentences, bounded in number and length; `union`: those for `anyOf` and
//!   `oneOf`; `words`: types and options, for both.
//!
//! If a limit is exceeded, the verdict says so: a value that was not checked is never called valid.

mod bounds;
mod output;
mod pattern;
mod report;
mod union;
mod unique_items;
mod validators;
mod violation;
mod words;

#[cfg(fuzzing)]
pub(crate) use self::bounds::counted::excess;
pub(crate) use self::validators::Validators;
pub(crate) use self::violation::{Violation, verdict};
