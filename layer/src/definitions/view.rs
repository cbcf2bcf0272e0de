//! A schema as it is compared: its members, and those of the schema that it refers to.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::rules::RULES;

/// The members of a schema by their keywords.
pub(super) type Members<'v> = BTreeMap<&'v str, &'v Value>;

/// References that follow each other, at most.
const CHAIN: usize = 8;

/// A schema with the members of the schema that it refers to.
#[derive(Clone, Debug, Default)]
pub(super) struct View<'v> {
    pub(super) members: Members<'v>,
    /// The schema that the last reference names.
    pub(super) target: Option<&'v Map<String, Value>>,
}

impl<'v> View<'v> {
    pub(super) fn new(members: Members<'v>) -> Self {
        Self { members, target: None }
    }

    /// Follows the references to the same document: `$ref`, alone or as the only item of `allOf`. The members beside a
    /// reference win, as descriptions do.
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

    /// The schema that a keyword names.
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

    /// The only list of alternatives, with its keyword.
    pub(super) fn alternatives(&self) -> Option<(&'v str, &'v [Value])> {
        let mut lists = RULES.keywords.alternatives.iter().filter_map(|it| self.members.get_key_value(it.as_str()));
        let (keyword, list) = lists.next()?;
        let items = list.as_array().filter(|items| !items.is_empty() && lists.next().is_none())?;
        Some((keyword, items))
    }

    /// Splits the members into those that forbid nothing, and the others.
    pub(super) fn split(self) -> (Members<'v>, Members<'v>) {
        self.members.into_iter().partition(|(keyword, _)| is_neutral(keyword))
    }

    /// The number of the keywords that forbid something.
    pub(super) fn conditions(&self) -> usize {
        self.members.keys().filter(|keyword| !is_neutral(keyword)).count()
    }

    /// The allowed values, if they are listed: `const` is a list of one.
    pub(super) fn allowed(&self) -> Option<Vec<&'v Value>> {
        match self.members.get("const") {
            Some(only) => Some(vec![only]),
            None => Some(self.members.get("enum")?.as_array()?.iter().collect()),
        }
    }
}

/// Returns whether a keyword forbids nothing by itself.
fn is_neutral(keyword: &str) -> bool {
    let keywords = &RULES.keywords;
    keywords.annotation.iter().chain(&keywords.definitions).any(|it| it == keyword)
}

pub(super) fn members(schema: &Map<String, Value>) -> Members<'_> {
    schema.iter().map(|(keyword, value)| (keyword.as_str(), value)).collect()
}

/// The JSON pointer of a reference such as `#/$defs/Address`; `None` if it refers to another document.
fn pointer(reference: &str) -> Option<String> {
    let encoded = reference.strip_prefix('#')?;
    percent_encoding::percent_decode_str(encoded).decode_utf8().ok().map(Into::into)
}
