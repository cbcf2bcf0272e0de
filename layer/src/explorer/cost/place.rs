/// How the validator comes to apply a schema to a value.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Schemas within each other.
    pub(super) nested: usize,
    /// Bytes of the pointers that a violation has, into the arguments and into the schema.
    pub(super) path: usize,
    /// How often it is asked whether the value fits.
    pub(super) times: usize,
    /// How often the schemas around, which apply to the same value, look for what is not evaluated.
    pub(super) times_evaluated: usize,
    /// Alternatives around: each first asks for itself, and then keeps what is wrong, with a copy of the value.
    pub(super) alternatives: usize,
    /// Whether it keeps what is wrong.
    pub(super) violations: bool,
}

impl Place {
    /// Where everything begins.
    pub(super) fn start(violations: bool) -> Self {
        Self { nested: 0, path: 0, times: 1, times_evaluated: 0, alternatives: 0, violations }
    }

    /// Where another schema is applied to the same value.
    pub(super) fn beside(self, path: usize) -> Self {
        Self { times: self.times.saturating_add(self.times_evaluated), ..self.referred(path) }
    }

    /// Where a reference leads to another schema for the same value.
    pub(super) fn referred(self, path: usize) -> Self {
        Self { nested: self.nested + 1, path: self.path + path, ..self }
    }

    /// Where a schema is applied to a part of the value.
    pub(super) fn within(self, path: usize) -> Self {
        Self { times_evaluated: 0, ..self.beside(path) }
    }

    /// Where a schema is one of several for the value, or what is wrong is kept as if it were.
    pub(super) fn alternative(self) -> Self {
        Self { alternatives: self.alternatives + 1, ..self }
    }

    /// Where what is wrong is not kept.
    pub(super) fn unsaid(self) -> Self {
        Self { violations: false, ..self }
    }

    /// Where what is not evaluated is looked for.
    pub(super) fn evaluating(self) -> Self {
        Self { times_evaluated: self.times_evaluated.saturating_add(self.times), ..self }
    }

    /// Where a value is looked at once to mark what is evaluated, and once to check the rest.
    pub(super) fn twice(self) -> Self {
        Self { times: self.times.saturating_mul(2), ..self }
    }
}
