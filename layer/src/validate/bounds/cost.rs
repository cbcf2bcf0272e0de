//! A schema's cost: a bound on the validator's work, as a function of a value's size.
//!
//! Costs are added up from a schema's leaves to its root, with the [`Cost`] operations. The operations follow from two
//! facts. All keywords in a schema apply to the same value, so their costs are added. A value's parts together weigh no
//! more than the value, so among schemas for different parts, only the most expensive schema counts. Anything uncertain
//! counts with its maximum, and sums saturate, so a cost is never too low.

/// A subschema's address in memory. The schema is not moved during the survey.
pub(super) type Address = usize;

/// The number of value comparisons that take as long as one visit, the unit of [`Cost`].
pub(super) const COMPARISONS: usize = 8;

/// An upper bound on a schema's work for a value: the smaller of `visits + per_value * weight` and `linear * weight`. A
/// value's weight is the number of values in it, including itself; long strings count several times.
///
/// For example, `{"items": {"type": "string"}}` costs one visit for the array, and two for each value: the subschema
/// and its keyword. `["a", "b", "c"]` weighs 4, so it takes at most 1 + 2 · 4 visits.
#[derive(Clone, Debug)]
pub(super) struct Cost {
    /// Visits for the value as a whole, whatever it contains.
    pub(super) visits: usize,
    /// Visits for each value in it, including itself.
    pub(super) per_value: usize,
    /// Visits for each value, in the second bound. That bound is lower if a schema has many properties and the value
    /// has few.
    pub(super) linear: usize,
    /// Like `per_value`, but added up for schemas of which `per_value` takes the maximum: with recursion, several paths
    /// may lead to a value.
    pub(super) per_part: usize,
    /// Errors from alternatives (`anyOf`, `oneOf`) for each value. Each such error copies the value.
    pub(super) copied: usize,
    /// The number of recursive references visited for the same value.
    pub(super) branches: usize,
    /// Maximum schema nesting depth.
    pub(super) nesting: usize,
    /// The enclosing schemas that the schema refers back to, each with the minimum number of levels that the value
    /// descends on the way.
    pub(super) back: Vec<(Address, usize)>,
    /// True if the references in `back` are visited again by an enclosing schema with `unevaluatedProperties` or
    /// `unevaluatedItems`, which finds out what was evaluated.
    pub(super) is_revisited: bool,
}

impl Cost {
    /// The cost for a keyword that is not checked.
    pub(super) const NONE: Self = Self {
        visits: 0,
        per_value: 0,
        linear: 0,
        per_part: 0,
        copied: 0,
        branches: 0,
        nesting: 0,
        back: Vec::new(),
        is_revisited: false,
    };

    /// Returns the cost of this many visits to the value alone.
    pub(super) fn visits(visits: usize) -> Self {
        Self { visits, linear: visits, ..Self::NONE }
    }

    /// Returns the cost of this many visits to the value and to each value in it.
    pub(super) fn per_value(visits: usize) -> Self {
        Self { per_value: visits, linear: visits, per_part: visits, ..Self::NONE }
    }

    /// Returns the cost of comparing with a value that has `parts` parts. A comparison stops at the end of the smaller
    /// value.
    pub(super) fn comparing(parts: usize, linear: usize) -> Self {
        Self { linear, ..Self::visits(1 + parts / COMPARISONS) }
    }

    /// Returns the cost of applying both schemas to the same value.
    pub(super) fn and(mut self, other: Self) -> Self {
        for (target, levels) in other.back {
            match self.back.iter_mut().find(|(known, _)| *known == target) {
                Some((_, fewest)) => *fewest = levels.min(*fewest),
                None => self.back.push((target, levels)),
            }
        }
        Self {
            visits: self.visits.saturating_add(other.visits),
            per_value: self.per_value.saturating_add(other.per_value),
            linear: self.linear.saturating_add(other.linear),
            per_part: self.per_part.saturating_add(other.per_part),
            copied: self.copied.saturating_add(other.copied),
            branches: self.branches.saturating_add(other.branches),
            nesting: self.nesting.max(other.nesting),
            back: self.back,
            is_revisited: self.is_revisited || other.is_revisited,
        }
    }

    /// Returns the cost of applying each schema to a different part of a value.
    ///
    /// `visits` are added, because every schema may be visited. Costs for each value are not added, because no value
    /// belongs to two parts.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            per_value: self.per_value.max(other.per_value),
            linear: self.linear.max(other.linear),
            copied: self.copied.max(other.copied),
            branches: self.branches.max(other.branches),
            ..self.and(other)
        }
    }

    /// Returns the cost of alternatives: all are tried, and then all their errors are collected.
    pub(super) fn alternatives(self) -> Self {
        let errors = self.visits.saturating_add(self.per_part);
        Self { copied: self.copied.saturating_add(errors), ..self }
    }

    /// Returns the cost of applying the schema to one member or item.
    ///
    /// The schema is not visited again for `unevaluatedProperties` or `unevaluatedItems`: the keyword that applies the
    /// schema, such as `properties`, already tells the validator which members and items are evaluated.
    pub(super) fn within(mut self) -> Self {
        self.back.iter_mut().for_each(|(_, levels)| *levels += 1);
        Self { is_revisited: false, ..self }
    }

    /// Returns the cost of a schema whose verdict decides which members and items count as evaluated.
    pub(super) fn deciding(self) -> Self {
        Self { is_revisited: !self.back.is_empty(), ..self }
    }

    /// Returns the cost of applying the schema to every member or item.
    ///
    /// Each member or item is itself a value, so a visit to each counts as a visit to each value.
    pub(super) fn for_each(self) -> Self {
        Self {
            visits: 0,
            per_value: self.per_value.saturating_add(self.visits).min(self.linear),
            per_part: self.per_part.saturating_add(self.visits),
            ..self.within()
        }
    }

    /// Returns the cost of applying the schema several times to the same value.
    pub(super) fn times(self, count: usize) -> Self {
        Self {
            visits: self.visits.saturating_mul(count),
            per_value: self.per_value.saturating_mul(count),
            linear: self.linear.saturating_mul(count),
            per_part: self.per_part.saturating_mul(count),
            copied: self.copied.saturating_mul(count),
            branches: self.branches.saturating_mul(count),
            ..self
        }
    }

    /// Returns the maximum work for a value with this weight.
    pub(super) fn of(&self, weight: usize) -> usize {
        let affine = self.visits.saturating_add(self.per_value.saturating_mul(weight));
        affine.min(self.linear.saturating_mul(weight))
    }
}
