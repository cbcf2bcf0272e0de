//! Edits to a JSON text that leave everything else untouched.

use bytes::Bytes;

use crate::model::RawJson;

/// A document and the replacements to make in it.
pub(super) struct Edits<'d> {
    document: &'d Bytes,
    /// Each replaced part's start and end position, in document order, and its replacement.
    edits: Vec<(usize, usize, RawJson)>,
}

impl<'d> Edits<'d> {
    pub(super) fn new(document: &'d Bytes) -> Self {
        Self { document, edits: Vec::new() }
    }

    /// Replaces a part. The part must be a slice of the document, not a copy, and follow all parts replaced before. Any
    /// other part is left unchanged.
    pub(super) fn replace(&mut self, part: &RawJson, with: RawJson) {
        let begin = part.as_bytes().as_ptr().addr().checked_sub(self.document.as_ptr().addr());
        let after = self.edits.last().map_or(0, |(_, end, _)| *end);
        let range = begin.map(|begin| (begin, begin + part.get().len()));
        if let Some((begin, end)) = range.filter(|(begin, end)| *begin >= after && *end <= self.document.len()) {
            self.edits.push((begin, end, with));
        } else {
            tracing::error!("an edit lies outside of the document");
        }
    }

    /// Returns the changed document, or `None` if nothing was replaced.
    pub(super) fn finish(self) -> Option<Bytes> {
        let (first, text) = (self.edits.first()?, self.document);
        let mut out = Vec::with_capacity(text.len() + first.2.get().len() + 256);
        let mut at = 0;
        for (begin, end, with) in &self.edits {
            out.extend_from_slice(&text[at..*begin]);
            out.extend_from_slice(with.as_bytes());
            at = *end;
        }
        out.extend_from_slice(&text[at..]);
        Some(out.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RawObject;

    #[test]
    fn the_rest_stays_as_it_is() {
        let document = Bytes::from(r#"{ "a" : 1.0 , "b":[ ], "c": 2 }"#);
        let object = RawObject::from_bytes(document.clone()).unwrap();
        let mut edits = Edits::new(&document);
        edits.replace(object.get("b").unwrap(), RawJson::literal("[1]"));
        edits.replace(object.get("c").unwrap(), RawJson::literal("3"));
        assert_eq!(edits.finish().unwrap(), r#"{ "a" : 1.0 , "b":[1], "c": 3 }"#);
        assert!(Edits::new(&document).finish().is_none());
        let mut others = Edits::new(&document);
        others.replace(&RawJson::literal("1.0"), RawJson::literal("2.0"));
        others.replace(object.get("c").unwrap(), RawJson::literal("3"));
        others.replace(object.get("b").unwrap(), RawJson::literal("[1]"));
        assert_eq!(others.finish().unwrap(), r#"{ "a" : 1.0 , "b":[ ], "c": 3 }"#);
    }
}
