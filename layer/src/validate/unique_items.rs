//! The keyword `uniqueItems` in linear time. The validator's own implementation compares items with equal hashes
//! pairwise.
//!
//! A client can choose many items with equal hashes. Here each item is written in a canonical form, and a hash set
//! tells these strings apart.

use std::collections::HashSet;

use jsonschema::{Keyword, ValidationError, canonical};
use serde_json::Value;

/// Creates the keyword's validator for one schema.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a keyword's factory")]
pub(super) fn keyword<'a>(value: &'a Value) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
    Ok(Box::new(UniqueItems { is_on: value == true }))
}

/// The keyword with its value; `false` allows everything.
struct UniqueItems {
    is_on: bool,
}

impl<'i> Keyword<'i> for UniqueItems {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if Keyword::is_valid(self, instance) {
            return Ok(());
        }
        Err(ValidationError::custom("Every item may occur only once"))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        match instance {
            Value::Array(items) if self.is_on => are_unique(items),
            _ => true,
        }
    }
}

/// Returns whether no two items are equal. Equal values, such as `1` and `1.0`, have the same canonical text.
fn are_unique(items: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| canonical::json::to_string(item).is_ok_and(|text| seen.insert(text)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn equal_items_are_found_however_they_are_written() {
        for (items, unique) in [
            (r#"[1, 2, "1", true, null, [1], {"a": 1}]"#, true),
            ("[1, 1.0]", false),
            ("[0, -0.0]", false),
            (r#"[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}]"#, false),
            ("[9007199254740993, 9007199254740992]", true),
            ("[[], {}, \"\", 0, false]", true),
            (r#"["\u0061", "a"]"#, false),
        ] {
            let items: Value = serde_json::from_str(items).unwrap();
            assert_eq!(are_unique(items.as_array().unwrap()), unique, "{items}");
        }
        assert!(keyword(&json!(false)).unwrap().is_valid(&json!([1, 1])));
    }
}
