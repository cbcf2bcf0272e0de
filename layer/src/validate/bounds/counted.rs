//! A comparison of the bounds with the validator's actual visits, which a keyword added to every subschema counts.

use std::cell::Cell;

use jsonschema::{Keyword, ValidationError, Validator};
use serde_json::{Map, Value, json};

use super::{Bounds, LISTING_VISITS, Size, VISITS};

/// The counting keyword's name. It sorts before all other keywords, so that it is visited before any of them fails.
const COUNTER: &str = "!count";

/// The number of visits after which a validation is aborted.
const ENDLESS: usize = 20 * VISITS;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counter;

impl<'i> Keyword<'i> for Counter {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if Keyword::is_valid(self, instance) { Ok(()) } else { Err(ValidationError::custom("endless")) }
    }

    fn is_valid(&self, _: &'i Value) -> bool {
        COUNT.set(COUNT.get() + 1);
        COUNT.get() < ENDLESS
    }
}

/// Returns the schema with a counter in each subschema.
fn counted(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let mut members: Map<_, _> =
                members.iter().map(|(name, member)| (name.clone(), counted_keyword(name, member))).collect();
            members.insert(COUNTER.to_owned(), json!(true));
            members.into()
        }
        other => other.clone(),
    }
}

fn counted_keyword(name: &str, value: &Value) -> Value {
    match (name, value) {
        ("properties" | "patternProperties" | "$defs" | "dependentSchemas", Value::Object(schemas)) => {
            schemas.iter().map(|(name, schema)| (name.clone(), counted(schema))).collect::<Map<_, _>>().into()
        }
        (_, Value::Array(schemas)) => schemas.iter().map(counted).collect(),
        ("const" | "enum" | "default", _) => value.clone(),
        _ => counted(value),
    }
}

/// Counts the subschema visits for the verdict. Returns `None` if the validator does not accept the schema.
pub(super) fn visits(schema: &Value, arguments: &Value) -> Option<usize> {
    count(schema, |validator| _ = validator.is_valid(arguments))
}

/// Counts the subschema visits for listing the errors.
pub(super) fn listing_visits(schema: &Value, arguments: &Value) -> Option<usize> {
    count(schema, |validator| _ = validator.iter_errors(arguments).count())
}

fn count(schema: &Value, run: impl FnOnce(&Validator)) -> Option<usize> {
    let validator = jsonschema::options()
        .with_keyword(COUNTER, |_, _, _| Ok(Box::new(Counter) as Box<dyn for<'i> Keyword<'i>>))
        .offline()
        .build(&counted(schema))
        .ok()?;
    COUNT.set(0);
    run(&validator);
    Some(COUNT.get())
}

/// Compares the visits for an affordable validation with their bounds. If a bound is exceeded, returns a sentence that
/// says so.
pub(crate) fn excess(schema: &Value, arguments: &Value) -> Option<String> {
    let (bound, listing_bound) = bounds(schema, arguments)?;
    let verdict = visits(schema, arguments)?;
    if verdict > bound {
        return Some(format!("{verdict} visits, {bound} at most: {schema} for {arguments}"));
    }
    if listing_bound > LISTING_VISITS {
        return None;
    }
    let listing = listing_visits(schema, arguments)?;
    let is_excess = listing > 2 * listing_bound;
    is_excess.then(|| format!("{listing} visits to list, {listing_bound} at most: {schema} for {arguments}"))
}

pub(super) fn size(arguments: &Value) -> Size {
    Size::of(arguments.to_string().as_bytes())
}

/// Returns the bounds on the visits for the verdict and for listing.
pub(super) fn bounds(schema: &Value, arguments: &Value) -> Option<(usize, usize)> {
    let bounds = Bounds::of(schema).ok()?;
    let size = size(arguments);
    bounds.check(arguments, &size).ok()?;
    Some((bounds.visits(&size), bounds.listing_visits(&size)))
}
