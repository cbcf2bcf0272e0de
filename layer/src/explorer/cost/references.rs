use std::collections::HashMap;

use serde_json::Value;

/// The only schemas elsewhere that the validator knows.
const METASCHEMAS: &str = "json-schema.org";

/// What the references within a schema may lead to.
pub(in crate::explorer) struct References<'s> {
    /// The schema itself, and what within it names itself by an identifier.
    documents: Vec<(&'s str, &'s Value)>,
    anchors: HashMap<&'s str, Vec<&'s Value>>,
    /// Whether a schema elsewhere, a metaschema, may lead back here.
    lead_back: bool,
}

impl<'s> References<'s> {
    pub(in crate::explorer) fn of(schema: &'s Value) -> Self {
        let mut references = Self { documents: vec![("", schema)], anchors: HashMap::new(), lead_back: false };
        let mut open = vec![schema];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(members) => {
                    references.note(value, members);
                    open.extend(members.values().filter(|member| member.is_object() || member.is_array()));
                }
                Value::Array(items) => open.extend(items.iter().filter(|item| item.is_object() || item.is_array())),
                _ => {}
            }
        }
        references
    }

    fn note(&mut self, value: &'s Value, members: &'s serde_json::Map<String, Value>) {
        let text = |key: &str| members.get(key).and_then(Value::as_str);
        self.lead_back |= members.contains_key("$dynamicAnchor") || members.contains_key("$recursiveAnchor");
        for anchor in ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text) {
            self.anchors.entry(anchor).or_default().push(value);
        }
        for identifier in ["$id", "id"].into_iter().filter_map(text) {
            match identifier.strip_prefix('#') {
                Some(anchor) => self.anchors.entry(anchor).or_default().push(value),
                None => self.documents.push((identifier, value)),
            }
        }
    }

    /// Everything that a reference may mean: which document it is about depends on where it is resolved, which is left
    /// open here. Nothing, where it leads to a schema elsewhere.
    pub(super) fn targets(&self, reference: &str) -> Vec<&'s Value> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let is_named = |identifier: &str| !document.is_empty() && last_segment(identifier) == last_segment(document);
        let mut documents = self.documents.clone();
        if documents.iter().any(|(identifier, _)| is_named(identifier)) {
            documents.retain(|(identifier, _)| is_named(identifier));
        } else if document.contains(METASCHEMAS) {
            return Vec::new();
        }
        let fragment = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
        if fragment.is_empty() || fragment.starts_with('/') {
            documents.iter().filter_map(|(_, document)| document.pointer(&fragment)).collect()
        } else {
            self.anchors.get(&*fragment).cloned().unwrap_or_default()
        }
    }

    /// How much is looked through for the targets of one reference.
    pub(super) fn documents(&self) -> usize {
        self.documents.len()
    }

    pub(super) fn may_lead_back(&self) -> bool {
        self.lead_back
    }
}

fn last_segment(address: &str) -> &str {
    let address = address.trim_end_matches('#');
    address.rsplit_once('/').map_or(address, |(_, segment)| segment)
}
