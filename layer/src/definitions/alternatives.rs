//! The alternatives in two schemas, paired regardless of order.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::view::{Members, View};

/// A schema in a list of alternatives.
pub(super) struct Alternative<'v> {
    pub(super) schema: Cow<'v, Value>,
    pub(super) view: View<'v>,
}

impl<'v> Alternative<'v> {
    /// Treats a schema without alternatives as its only alternative.
    pub(super) fn only(members: Members<'v>) -> Self {
        let copies = members.iter().map(|(keyword, value)| ((*keyword).to_owned(), (*value).clone()));
        Self { schema: Cow::Owned(copies.collect()), view: View::new(members) }
    }

    fn whole(&self) -> String {
        self.schema.to_string()
    }

    fn type_and_title(&self) -> String {
        let title = self.view.members.get("title").map(ToString::to_string);
        [self.type_alone(), title.unwrap_or_default()].join("\n")
    }

    fn type_alone(&self) -> String {
        self.view.members.get("type").map(ToString::to_string).unwrap_or_default()
    }
}

pub(super) struct Pairing<'v> {
    /// The paired alternatives from both schemas, with the later alternative's place.
    pub(super) pairs: Vec<(Alternative<'v>, usize, Alternative<'v>)>,
    pub(super) removed: Vec<Alternative<'v>>,
    pub(super) added: Vec<Alternative<'v>>,
}

/// Pairs similar alternatives: first those that are identical, then those with the same type and title, then those with
/// the same type.
pub(super) fn paired<'v>(before: Vec<Alternative<'v>>, after: Vec<Alternative<'v>>) -> Pairing<'v> {
    let mut old: Vec<_> = before.into_iter().map(Some).collect();
    let mut now: Vec<_> = after.into_iter().map(Some).collect();
    let mut pairs = Vec::new();
    for key in [Alternative::whole, Alternative::type_and_title, Alternative::type_alone] {
        let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (place, left) in old.iter().enumerate() {
            if let Some(left) = left {
                places.entry(key(left)).or_default().push_back(place);
            }
        }
        for (place, left) in now.iter_mut().enumerate() {
            let alike = left.as_ref().and_then(|left| places.get_mut(&key(left))?.pop_front());
            if let Some((before, after)) = alike.and_then(|alike| old[alike].take().zip(left.take())) {
                pairs.push((before, place, after));
            }
        }
    }
    pairs.sort_by_key(|(_, place, _)| *place);
    Pairing { pairs, removed: old.into_iter().flatten().collect(), added: now.into_iter().flatten().collect() }
}
