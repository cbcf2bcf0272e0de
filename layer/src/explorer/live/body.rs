//! The live request body.

use bytes::Bytes;

use super::super::call::without_byte_order_mark;
use crate::model::RawObject;

/// The parsed body.
#[derive(Debug)]
pub(super) struct LiveBody {
    /// The `params`, with the answers from `resume`.
    pub(super) params: RawObject,
    /// The other members, including client options.
    pub(super) members: RawObject,
}

impl LiveBody {
    /// Parses the body.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence, if the body has another form.
    pub(super) fn parse(body: Bytes) -> Result<Self, String> {
        let invalid = |error: serde_json::Error| {
            let form =
                r#"{"params": {…}, "capabilities": {…}, "resume": {"inputResponses": {…}, "requestState": "…"}}"#;
            format!("The body must be JSON of the form {form}: {error}")
        };
        let (members, params) =
            RawObject::from_bytes_without(without_byte_order_mark(body), "params").map_err(invalid)?;
        let mut params = params.unwrap_or_default();
        // No member may be repeated, so that the server reads the same name that the execution policy checks.
        let meta = params.get("_meta").and_then(|meta| RawObject::parse(meta).ok());
        if params.repeats_key() || meta.is_some_and(|meta| meta.repeats_key()) {
            return Err("`params` and its `_meta` must not have duplicate members.".to_owned());
        }
        if let Some(resume) = members.get("resume").filter(|resume| !resume.is_null()) {
            let resume = RawObject::parse(resume).map_err(invalid)?;
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
        for wrong in [
            "",
            "[]",
            r#"{"params":[]}"#,
            r#"{"params":{}"#,
            r#"{"params":{"a":1,"\u0061":2}}"#,
            r#"{"params":{"_meta":{"a":1,"a":2}}}"#,
            r#"{"resume":1}"#,
        ] {
            assert!(LiveBody::parse(Bytes::from_static(wrong.as_bytes())).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_params_count_however_their_key_is_written() {
        let params = |body: &'static str| LiveBody::parse(Bytes::from_static(body.as_bytes())).unwrap().params;
        assert!(params("{}").is_empty() && params(r#"{"params":{"n":1},"params":null}"#).is_empty());
        let last = params(r#"{"params":{"n":1},"capabilities":{},"p\u0061rams":{"n":2}}"#);
        assert_eq!(last.to_json().get(), r#"{"n":2}"#);
    }
}
