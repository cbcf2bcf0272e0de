/// The reason for refusing a schema or its arguments as too expensive.
///
/// Each reason is a limit in the explorer, not an error in the schema or the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::validate) enum TooExpensive {
    /// The validation, or preparing the schema, takes too many visits.
    Visits,
    /// The validation needs too much stack.
    Nesting,
    /// A reference leads back to a schema for the same value, so the value's depth does not bound the recursion.
    Circle,
    /// A metaschema refers back to the schema, so the recursion cannot be followed.
    Metaschema,
    /// `patternProperties` has too many patterns, each of which is matched against every name.
    Patterns,
    /// The names are too long for backtracking patterns.
    Names,
}

impl TooExpensive {
    /// Describes the limit as a clause, for the messages in `validators`.
    pub(in crate::validate) fn reason(self) -> &'static str {
        match self {
            Self::Visits => "it would take too long",
            Self::Nesting => "the schema, with its references, is nested too deeply",
            Self::Circle => "a schema refers to itself without descending into the value",
            Self::Metaschema => {
                "a schema with a dynamic anchor refers to a metaschema, so its recursion cannot be bounded"
            }
            Self::Patterns => "`patternProperties` has more than 256 patterns",
            Self::Names => {
                "a pattern of `patternProperties` needs backtracking, and the names have more than 4096 bytes together"
            }
        }
    }
}
