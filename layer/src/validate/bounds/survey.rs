//! A walk over a schema that adds up its cost.
//!
//! The walk follows references as the validator does, but visits each subschema only once. A reference to an unfinished
//! subschema is a recursion: the cost per round is known when the walk returns to that subschema.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::cost::{Address, COMPARISONS, Cost};
use super::references::References;
use super::size::TEXT;
use super::too_expensive::TooExpensive;
use crate::validate::pattern;

/// Maximum number of parts in a prepared schema, at a microsecond and half a kilobyte each. Nothing is checked against
/// a schema with more.
pub(super) const PREPARED: usize = 250_000;

/// Maximum nesting depth of the schema itself, including references. Nothing is checked against a deeper schema.
const SCHEMA_NESTING: usize = 160;

/// A metaschema's cost. Metaschemas are the only external schemas that a reference may point to.
const METASCHEMA: Cost = Cost {
    visits: 200,
    per_value: 400,
    linear: 400,
    per_part: 400,
    copied: 400,
    branches: 2,
    nesting: 20,
    back: Vec::new(),
    is_revisited: false,
};

/// The keywords that apply to the properties or items that no other keyword has evaluated.
const UNEVALUATED: [&str; 2] = ["unevaluatedProperties", "unevaluatedItems"];

/// The keywords whose subschemas or targets the validator visits again for [`UNEVALUATED`].
const DECIDING: [&str; 9] =
    ["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "contains"];

/// Maximum number of `patternProperties` patterns in a schema. The validator itself compiles these patterns, so the
/// limits in `pattern` do not apply. Nothing is checked against a schema with more.
const NAME_PATTERNS: usize = 256;

/// The number of bytes in a keyword's value that take as much time and memory to copy as the rest of an error takes to
/// create.
const QUOTED_BYTES: usize = 512;

/// The number of visits that take as long as writing one value in canonical form, for `uniqueItems`.
const UNIQUE_VISITS: usize = 10;

/// A subschema's place: the number of enclosing schemas, and the length of its path.
///
/// Both numbers are bounded, because the walk itself is recursive, and because the prepared schema keeps a copy of each
/// path.
#[derive(Clone, Copy)]
struct At {
    nesting: usize,
    path: usize,
}

impl At {
    /// Returns the place for a subschema under this name. The nesting is counted when the schema is entered.
    fn below(self, name: &str) -> Self {
        Self { path: self.path + name.len(), ..self }
    }
}

/// Returns the address that identifies a subschema. Equal subschemas have different addresses.
fn address(schema: &Value) -> Address {
    std::ptr::from_ref(schema).addr()
}

/// A walk over a schema that visits each subschema once.
pub(super) struct Survey<'s> {
    references: References<'s>,
    known: HashMap<Address, Known>,
    /// The number of `patternProperties` patterns so far.
    name_patterns: usize,
    /// The number of parts in the prepared schema so far.
    pub(super) prepared: usize,
    /// Maximum number of recursive references visited for the same value.
    pub(super) branches: usize,
    /// The longest chain of schemas within one recursion round.
    pub(super) nesting: usize,
    /// The minimum number of levels that a value descends in one recursion round.
    pub(super) levels: usize,
    pub(super) has_backtracking_names: bool,
    /// True if a schema with `unevaluatedProperties` or `unevaluatedItems` visits recursive references again. The
    /// visits then multiply from round to round.
    pub(super) is_multiplying: bool,
}

/// A subschema's state, once the walk has reached it.
enum Known {
    /// An unfinished subschema that encloses the current one. A reference back to it makes it recursive.
    Open {
        is_recursive: bool,
    },
    Closed(Cost),
}

impl<'s> Survey<'s> {
    pub(super) fn new(references: References<'s>) -> Self {
        Self {
            references,
            known: HashMap::new(),
            name_patterns: 0,
            prepared: 0,
            branches: 0,
            nesting: 0,
            levels: usize::MAX,
            has_backtracking_names: false,
            is_multiplying: false,
        }
    }

    /// Returns the whole schema's cost.
    pub(super) fn total(&mut self, schema: &'s Value) -> Result<Cost, TooExpensive> {
        self.cost(schema, At { nesting: 0, path: 0 })
    }

    /// Returns a subschema's cost. Its subschemas are visited at most once, however many references lead to them.
    fn cost(&mut self, schema: &'s Value, at: At) -> Result<Cost, TooExpensive> {
        let Value::Object(keywords) = schema else { return Ok(Cost { nesting: 1, ..Cost::visits(1) }) };
        if at.nesting >= SCHEMA_NESTING {
            return Err(TooExpensive::Nesting);
        }
        match self.known.get_mut(&address(schema)) {
            Some(Known::Closed(cost)) => return Ok(cost.clone()),
            Some(Known::Open { is_recursive }) => {
                *is_recursive = true;
                let is_revisited = DECIDING.iter().chain(&UNEVALUATED).any(|keyword| keywords.contains_key(*keyword));
                let back = vec![(address(schema), 0)];
                return Ok(Cost { branches: 1, back, is_revisited, ..Cost::visits(1) });
            }
            None => _ = self.known.insert(address(schema), Known::Open { is_recursive: false }),
        }
        let at = At { nesting: at.nesting + 1, ..at };
        // Every part in the prepared schema keeps the path to it.
        self.prepared = self.prepared.saturating_add(keywords.len() + at.path / TEXT);
        let mut cost = Cost::visits(1);
        let mut unevaluated = None;
        for (keyword, value) in keywords {
            let added = self.keyword(keyword, value, at.below(keyword))?;
            if UNEVALUATED.contains(&&**keyword) {
                unevaluated = Some(unevaluated.unwrap_or(Cost::NONE).and(added));
            } else {
                cost = cost.and(added);
            }
        }
        if let Some(unevaluated) = unevaluated {
            // The adjacent keywords are applied again, to find out what they have evaluated. A factor of 3 is an upper
            // bound.
            self.is_multiplying |= cost.is_revisited;
            cost = cost.and(unevaluated.deciding()).times(3);
        }
        cost.nesting += 1;
        if let Some(Known::Open { is_recursive: true }) = self.known.get(&address(schema)) {
            cost = self.close_recursion(schema, cost)?;
        }
        self.known.insert(address(schema), Known::Closed(cost.clone()));
        Ok(cost)
    }

    /// Converts the cost of a schema that refers back to itself into a cost for each value.
    ///
    /// Each round must descend into the value, so that the value's depth bounds the number of rounds.
    fn close_recursion(&mut self, schema: &'s Value, mut cost: Cost) -> Result<Cost, TooExpensive> {
        let (to_itself, back): (Vec<_>, _) = cost.back.into_iter().partition(|(target, _)| *target == address(schema));
        cost.is_revisited &= !back.is_empty();
        cost.back = back;
        let levels = to_itself.first().map_or(0, |(_, levels)| *levels);
        if levels == 0 {
            return Err(TooExpensive::Circle);
        }
        self.levels = self.levels.min(levels);
        self.branches = self.branches.max(cost.branches);
        self.nesting = self.nesting.max(cost.nesting);
        let per_value = cost.per_part.saturating_add(cost.visits);
        Ok(Cost { per_value, linear: per_value, per_part: per_value, ..cost })
    }

    /// Returns one keyword's cost. An unknown keyword costs a visit; annotations and definitions by themselves cost
    /// nothing.
    fn keyword(&mut self, keyword: &str, value: &'s Value, at: At) -> Result<Cost, TooExpensive> {
        Ok(match (keyword, value) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => self.reference(reference, at)?,
            ("allOf", Value::Array(schemas)) => self.all(schemas, at)?.deciding(),
            ("anyOf" | "oneOf", Value::Array(schemas)) => self.all(schemas, at)?.alternatives().deciding(),
            ("if", _) => self.cost(value, at)?.deciding(),
            ("not" | "then" | "else", _) => self.cost(value, at)?,
            ("dependentSchemas" | "dependencies", Value::Object(schemas)) => self.all(schemas.values(), at)?,
            ("properties", Value::Object(schemas)) => {
                let mut cost = Cost::NONE;
                for (name, schema) in schemas {
                    cost = cost.or(self.cost(schema, at.below(name))?.within().and(Cost::visits(1)));
                }
                cost
            }
            ("patternProperties", Value::Object(schemas)) => self.pattern_properties(schemas, at)?,
            ("items" | "prefixItems", Value::Array(schemas)) => {
                let mut cost = Cost::NONE;
                for schema in schemas {
                    cost = cost.or(self.cost(schema, at)?.within());
                }
                cost
            }
            ("additionalProperties" | "propertyNames" | "items" | "additionalItems", _) => {
                self.cost(value, at)?.for_each()
            }
            ("contains", _) => self.cost(value, at)?.for_each().deciding(),
            ("unevaluatedProperties" | "unevaluatedItems", _) => {
                self.cost(value, at)?.for_each().and(Cost::per_value(2))
            }
            ("uniqueItems", Value::Bool(true)) => Cost::per_value(UNIQUE_VISITS),
            ("const", _) => Cost::comparing(parts(value), 2).and(quoting(value)),
            ("enum", Value::Array(options)) => {
                Cost::comparing(parts(value), 1 + options.len() / COMPARISONS).and(quoting(value))
            }
            ("required", Value::Array(names)) => Cost::visits(names.len()).and(quoting(value)),
            ("dependentRequired", Value::Object(dependencies)) => {
                Cost::visits(parts(value).max(dependencies.len())).and(quoting(value))
            }
            ("minLength" | "maxLength", _) => Cost::per_value(1),
            ("$defs" | "definitions" | "examples" | "default" | "description" | "title", _) => Cost::NONE,
            _ => Cost::visits(1).and(quoting(value)),
        })
    }

    /// Returns the cost of applying all these schemas to the same value.
    fn all(&mut self, schemas: impl IntoIterator<Item = &'s Value>, at: At) -> Result<Cost, TooExpensive> {
        let mut cost = Cost::visits(1);
        for schema in schemas {
            cost = cost.and(self.cost(schema, at)?);
        }
        Ok(cost)
    }

    /// Returns a reference's cost: the total for all its possible targets.
    fn reference(&mut self, reference: &str, at: At) -> Result<Cost, TooExpensive> {
        // Each document is compared with the reference, here and by the validator.
        self.prepared = self.prepared.saturating_add(1 + self.references.documents() / COMPARISONS);
        if self.prepared > PREPARED {
            return Err(TooExpensive::Visits);
        }
        let targets = self.references.targets(reference);
        if targets.is_empty() {
            self.branches = self.branches.max(METASCHEMA.branches);
            self.levels = 1;
            return if self.references.may_lead_back() { Err(TooExpensive::Metaschema) } else { Ok(METASCHEMA) };
        }
        self.all(targets, at)
    }

    /// Returns the cost of `patternProperties`: every name is matched against every pattern, and the matching schemas
    /// are applied.
    fn pattern_properties(&mut self, schemas: &'s Map<String, Value>, at: At) -> Result<Cost, TooExpensive> {
        /// The number of matching steps that take as long as a visit.
        const STEPS: usize = 64;
        self.name_patterns += schemas.len();
        if self.name_patterns > NAME_PATTERNS {
            return Err(TooExpensive::Patterns);
        }
        let mut cost = Cost::NONE;
        for (pattern, schema) in schemas {
            let steps = pattern::linear_steps(pattern);
            self.has_backtracking_names |= steps.is_none();
            let matching = Cost::per_value(1 + steps.unwrap_or(0).saturating_mul(TEXT) / STEPS);
            cost = cost.and(self.cost(schema, at)?.for_each()).and(matching);
        }
        Ok(cost)
    }
}

/// Returns the cost of copying a keyword's value into its error.
fn quoting(value: &Value) -> Cost {
    fn bytes(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(bytes).sum(),
            Value::Object(members) => members.iter().map(|(name, member)| name.len() + bytes(member)).sum(),
            _ => 0,
        }
    }
    Cost::visits(bytes(value) / QUOTED_BYTES)
}

/// Counts the values that a comparison with this value may look at.
fn parts(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(parts).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(parts).sum::<usize>(),
        _ => 1,
    }
}
