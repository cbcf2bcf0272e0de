//! A schema as it is compared: its own members, and those of the schema that it refers to.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::rules::RULES;

/// A schema's members by keyword.
pub(super) type Members<'v> = BTreeMap<&'v str, &'v Value>;

/// Maximum length of a reference chain. Later references in the chain are not followed.
const CHAIN: usize = 8;

/// A schema, merged with the members of the schema that it refers to.
#[derive(Clone, Debug, Default)]
pub(super) struct View<'v> {
    pub(super) members: Members<'v>,
    /// The target of the last reference.
    pub(super) target: Option<&'v Map<String, Value>>,
}

impl<'v> View<'v> {
    pub(super) fn new(members: Members<'v>) -> Self {
        Self { members, target: None }
    }

    /// Follows references within the same document: a `$ref`, or an `allOf` whose only item is a `$ref`. Members beside
    /// a reference, such as descriptions, take precedence.
    pub(super) fn of(schema: &'v Map<String, Value>, document: &'v Value) -> Self {
        let mut view = Self { members: members(schema), target: None };
        for _ in 0..CHAIN {
            let Some((keyword, target)) = view.named(document) else { break };
            view.members.remove(keyword);
            view.members = members(target).into_iter().chain(view.members).collect();
            view.target = Some(target);
        }
        view
    }

    /// A reference keyword, and the schema that it points to.
    fn named(&self, document: &'v Value) -> Option<(&'v str, &'v Map<String, Value>)> {
        let alone = self.members.get_key_value("$ref").map(|(keyword, reference)| (*keyword, *reference));
        let wrapped = || {
            let (keyword, all) = self.members.get_key_value("allOf")?;
            let [only] = all.as_array()?.as_slice() else { return None };
            let only = only.as_object().filter(|only| only.len() == 1)?;
            Some((*keyword, only.get("$ref")?))
        };
        let (keyword, reference) = alone.or_else(wrapped)?;
        Some((keyword, document.pointer(&pointer(reference.as_str()?)?)?.as_object()?))
    }

    /// The list of alternatives, with its keyword, or `None` unless there is exactly one such list.
    pub(super) fn alternatives(&self) -> Option<(&'v str, &'v [Value])> {
        let mut lists = RULES.keywords.alternatives.iter().filter_map(|it| self.members.get_key_value(it.as_str()));
        let (keyword, list) = lists.next()?;
        let items = list.as_array().filter(|items| !items.is_empty() && lists.next().is_none())?;
        Some((keyword, items))
    }

    /// Splits the members into neutral members, which forbid nothing, and all others.
    pub(super) fn split(self) -> (Members<'v>, Members<'v>) {
        self.members.into_iter().partition(|(keyword, _)| is_neutral(keyword))
    }

    /// The number of keywords that forbid something.
    pub(super) fn conditions(&self) -> usize {
        self.members.keys().filter(|keyword| !is_neutral(keyword)).count()
    }

    /// The allowed values, if they are listed. `const` counts as a list with one value.
    pub(super) fn allowed(&self) -> Option<Vec<&'v Value>> {
        match self.members.get("const") {
            Some(only) => Some(vec![only]),
            None => Some(self.members.get("enum")?.as_array()?.iter().collect()),
        }
    }
}

/// Returns whether a keyword by itself forbids nothing.
fn is_neutral(keyword: &str) -> bool {
    let keywords = &RULES.keywords;
    keywords.annotation.iter().chain(&keywords.definitions).any(|it| it == keyword)
}

pub(super) fn members(schema: &Map<String, Value>) -> Members<'_> {
    schema.iter().map(|(keyword, value)| (keyword.as_str(), value)).collect()
}

/// The JSON pointer in a reference such as `#/$defs/Address`, or `None` if the reference leads to another document.
fn pointer(reference: &str) -> Option<String> {
    let encoded = reference.strip_prefix('#')?;
    percent_encoding::percent_decode_str(encoded).decode_utf8().ok().map(Into::into)
}
