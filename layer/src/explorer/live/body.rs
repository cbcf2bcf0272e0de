//! The body of a live request.

use bytes::Bytes;

use super::super::call::without_byte_order_mark;
use crate::model::{RawJson, RawObject};

/// The parsed body.
#[derive(Debug)]
pub(super) struct LiveBody {
    /// The `params`, with the answers of `resume`.
    pub(super) params: RawObject,
    /// All members, of which some are client options.
    pub(super) members: RawObject,
}

impl LiveBody {
    /// Parses the body.
    ///
    /// # Errors
    ///
    /// If the body has another form, with the reason as a sentence.
    pub(super) fn parse(body: Bytes) -> Result<Self, String> {
        let invalid = |error: serde_json::Error| {
            let form =
                r#"{"params": {…}, "capabilities": {…}, "resume": {"inputResponses": {…}, "requestState": "…"}}"#;
            format!("The body must be JSON of the form {form}: {error}")
        };
        let members = RawJson::parse(without_byte_order_mark(body)).and_then(|json| RawObject::parse(&json));
        let members = members.map_err(invalid)?;
        let object = |key| match members.get(key) {
            Some(value) if !value.is_null() => RawObject::parse(value).map(Some).map_err(invalid),
            _ => Ok(None),
        };
        let mut params = object("params")?.unwrap_or_default();
        // The server must read the same name as the execution policy, which is checked here.
        if params.repeats_key() {
            return Err("`params` must not repeat a member.".to_owned());
        }
        if let Some(resume) = object("resume")? {
            for member in ["inputResponses", "requestState"] {
                if let Some(value) = resume.get(member) {
                    params.set(member, value.clone());
                }
            }
        }
        Ok(Self { params, members })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_added_to_the_params_as_written() {
        let body =
            r#"{"params":{"name":"t","n":1.0},"resume":{"inputResponses":{"a":{"b":1e2}},"requestState":"é\u0000"}}"#;
        let body = LiveBody::parse(Bytes::from_static(body.as_bytes())).unwrap();
        let expected = r#"{"name":"t","n":1.0,"inputResponses":{"a":{"b":1e2}},"requestState":"é\u0000"}"#;
        assert_eq!(body.params.to_json().get(), expected);
        for wrong in ["", "[]", r#"{"params":[]}"#, r#"{"resume":1}"#] {
            assert!(LiveBody::parse(Bytes::from_static(wrong.as_bytes())).is_err(), "{wrong}");
        }
    }
}
