//! `POST {prefix}/rpc/answer`: the user's answer to a server request shown in a live response.

use bytes::Bytes;
use http::StatusCode;
use http_body::Body;

use super::Explorer;
use super::call::without_byte_order_mark;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::backend::{Answer, AnswerError, Backend, RequestParts};
use crate::model::{RawJson, RawObject};

/// Handles `POST {prefix}/rpc/answer`. The token in the body decides which server and session get the answer.
///
/// ```json
/// {"token": "…", "result": {"action": "accept", "content": {"name": "Ada"}}}
/// {"token": "…", "error": {"code": -1, "message": "User rejected sampling request"}}
/// ```
///
/// 202 when the server has accepted the answer; 400 for an invalid body or token, 403 for another caller's token,
/// 409 for a used token, and 410 if the token has expired or the session has ended.
pub(super) async fn respond<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    body: B,
    backend: &dyn Backend,
) -> EndpointResult {
    let request = explorer.authorize_call(request).await?;
    let answer = parse(explorer.read(body).await?).map_err(|why| response::error(StatusCode::BAD_REQUEST, &why))?;
    let answered = async { Ok(backend.answer(answer, request).await) };
    match explorer.request_backend("accept the answer", answered).await? {
        Ok(()) => Ok(response::json(StatusCode::ACCEPTED, "{}")),
        Err(failure) => Err(failed(failure)),
    }
}

/// Parses the body. Rejects values that the server would not understand, so that the user can correct them.
fn parse(body: Bytes) -> Result<Answer, String> {
    let form = r#"{"token": "…", "result": {…}} or {"token": "…", "error": {"code": …, "message": "…"}}"#;
    let invalid = |error: serde_json::Error| format!("The body must be JSON of the form {form}: {error}");
    let members = RawObject::from_bytes(without_byte_order_mark(body));
    let members = members.map_err(invalid)?;
    let token = members.get_string("token").ok_or("`token` must be the token of a question.")?;
    let (member, value) = match (members.get("result"), members.get("error")) {
        (Some(result), None) if result.is_object() => ("result", result),
        (None, Some(error)) if is_error(error) => ("error", error),
        (Some(_), None) => return Err("`result` must be a JSON object.".to_owned()),
        (None, Some(_)) => return Err("`error` must have an integer `code` and a string `message`.".to_owned()),
        _ => return Err(format!("The body must have either `result` or `error`: {form}")),
    };
    Ok(Answer { token, member, value: value.clone() })
}

/// Returns whether a value is an error object (JSON-RPC 2.0, section 5.1).
fn is_error(value: &RawJson) -> bool {
    RawObject::parse(value).is_ok_and(|error| {
        error.get_string("message").is_some() && error.get_as::<i64>("code").is_ok_and(|code| code.is_some())
    })
}

fn failed(failure: AnswerError) -> ExplorerResponse {
    match failure {
        AnswerError::Forged => response::error(StatusCode::BAD_REQUEST, "The token is not valid for this server."),
        AnswerError::OtherCaller => {
            response::error(StatusCode::FORBIDDEN, "The server asked another caller. Only that caller can answer.")
        }
        AnswerError::Used => response::error(StatusCode::CONFLICT, "This question has been answered already."),
        AnswerError::Expired => {
            response::error(StatusCode::GONE, "The time to answer, 15 minutes, has passed. Run the tool again.")
        }
        AnswerError::SessionEnded => {
            response::error(StatusCode::GONE, "The server ended the session in which it asked. Run the tool again.")
        }
        AnswerError::Tools(failure) => response::tools_error(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_either_a_result_or_an_error() {
        let parsed = |body: &'static str| parse(Bytes::from_static(body.as_bytes()));
        let answer = parsed(r#"{"token":"t","result":{"n":1.0}}"#).unwrap();
        assert_eq!((&*answer.token, answer.member, answer.value.get()), ("t", "result", r#"{"n":1.0}"#));
        assert_eq!(parsed(r#"{"token":"t","error":{"code":-1,"message":""}}"#).unwrap().member, "error");
        for wrong in [
            "",
            "[]",
            r#"{"result":{}}"#,
            r#"{"token":1,"result":{}}"#,
            r#"{"token":"t"}"#,
            r#"{"token":"t","result":[]}"#,
            r#"{"token":"t","error":{"code":"1","message":""}}"#,
            r#"{"token":"t","error":{"code":1}}"#,
            r#"{"token":"t","result":{},"error":{"code":1,"message":""}}"#,
        ] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
