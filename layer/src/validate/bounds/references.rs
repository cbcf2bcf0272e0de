//! The targets of `$ref` and similar keywords within a schema.
//!
//! Unlike the validator, this module does not track base URIs. It follows a reference to every schema that the
//! reference could mean, so the bound may be too high, but not too low. Other documents are never loaded, except for
//! the validator's own metaschemas.

use std::collections::HashMap;

use serde_json::Value;

/// The site with the metaschemas, the only external schemas that the validator knows.
const METASCHEMAS: &str = "json-schema.org";

/// The reference targets within a schema.
pub(super) struct References<'s> {
    /// The schema itself, and its subschemas with an `$id`.
    documents: Vec<(&'s str, &'s Value)>,
    anchors: HashMap<&'s str, Vec<&'s Value>>,
    has_dynamic_anchors: bool,
}

impl<'s> References<'s> {
    /// Collects a schema's documents and anchors.
    pub(super) fn of(schema: &'s Value) -> Self {
        let mut references =
            Self { documents: vec![("", schema)], anchors: HashMap::new(), has_dynamic_anchors: false };
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

    /// Records a subschema's identifiers: `$id` (`id` in draft 4), `$anchor` and the dynamic anchors.
    fn note(&mut self, value: &'s Value, members: &'s serde_json::Map<String, Value>) {
        let text = |key: &str| members.get(key).and_then(Value::as_str);
        self.has_dynamic_anchors |= members.contains_key("$dynamicAnchor") || members.contains_key("$recursiveAnchor");
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

    /// Returns every schema that the reference could mean, since base URIs are not tracked. Empty if the reference
    /// means a metaschema.
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

    /// Returns the number of documents that a reference is compared with.
    pub(super) fn documents(&self) -> usize {
        self.documents.len()
    }

    /// Returns whether a metaschema may refer back to this schema, through a dynamic anchor.
    pub(super) fn may_lead_back(&self) -> bool {
        self.has_dynamic_anchors
    }
}

/// Returns a URL's last segment, which tells documents apart.
fn last_segment(address: &str) -> &str {
    let address = address.trim_end_matches('#');
    address.rsplit_once('/').map_or(address, |(_, segment)| segment)
}
