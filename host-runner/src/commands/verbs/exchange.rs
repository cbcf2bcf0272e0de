//! A request, with the server's questions and messages until the result.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use mcp_ui_host::live::{Asked, AskedMessage, Event};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::answers::{Answer, Respondent};
use super::client::{Client, failure};
use crate::commands::Failure;

/// Maximum number of question rounds (MCP 2026-07-28, multi round-trip requests). The next round fails the request.
const MAX_ROUNDS: u32 = 10;

/// Maximum pause before a request without questions is resent. The pause doubles up to this value.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// The members of a result that asks for input.
#[derive(Deserialize)]
struct Envelope {
    #[serde(rename = "resultType")]
    result_type: Option<Value>,
    #[serde(rename = "inputRequests", default)]
    input_requests: HashMap<String, AskedMessage>,
    #[serde(rename = "requestState")]
    request_state: Option<Box<RawValue>>,
}

/// Sends a request, answers the server's questions, and returns the result as the server wrote it.
pub(super) async fn request(
    client: &Client,
    method: &str,
    params: &str,
    answers: &impl Respondent,
) -> Result<Box<RawValue>, Failure> {
    let mut resume: Option<String> = None;
    for round in 0..=MAX_ROUNDS {
        let result = one_round(client, method, params, resume.as_deref(), answers).await?;
        let Ok(envelope) = serde_json::from_str::<Envelope>(result.get()) else { return Ok(result) };
        if envelope.result_type.is_none_or(|kind| kind != "input_required") {
            return Ok(result);
        }
        if round == MAX_ROUNDS {
            break;
        }
        if envelope.input_requests.is_empty() {
            tokio::time::sleep(pause(round)).await;
        }
        let mut responses = BTreeMap::new();
        for (key, question) in envelope.input_requests {
            match answers.answer(&question.method, &question.params) {
                Answer::Result(result) => responses.insert(key, result),
                // MCP 2026-07-28 specifies no way to refuse such a question.
                Answer::Refused(why) => return Err(Failure::unanswered(why)),
            };
        }
        let responses = serde_json::to_string(&responses)?;
        let state = envelope.request_state.map(|state| format!(r#","requestState":{state}"#)).unwrap_or_default();
        resume = Some(format!(r#"{{"inputResponses":{responses}{state}}}"#));
    }
    Err(Failure::unanswered(format!("The server is still asking questions after {MAX_ROUNDS} rounds of answers.")))
}

async fn one_round(
    client: &Client,
    method: &str,
    params: &str,
    resume: Option<&str>,
    answers: &impl Respondent,
) -> Result<Box<RawValue>, Failure> {
    let mut events = client.live.request(method, params, resume).await.map_err(|error| failure(&error))?;
    loop {
        match events.next().await.map_err(|error| failure(&error))? {
            Event::Result(result) => return Ok(result),
            Event::Notification(notification) => answers.notify(&notification),
            Event::Output(verdict) => answers.judge(&verdict),
            Event::Request(Asked { message, token: Some(token), .. }) => {
                let (member, value) = match answers.answer(&message.method, &message.params) {
                    Answer::Result(result) => ("result", result),
                    Answer::Refused(why) => {
                        answers.decline(&why);
                        ("error", json!({ "code": -1, "message": "The user has declined." }))
                    }
                };
                client.live.answer(&token, member, value).await.map_err(|error| failure(&error))?;
            }
            Event::Request(Asked { message, token: None, declined: Some(why) }) => {
                answers.decline(&format!("The request {} was declined: {why}", message.method));
            }
            Event::Request(_) => {}
        }
    }
}

/// Returns the pause before a request is resent if the server asked for input, but sent no questions.
fn pause(round: u32) -> Duration {
    Duration::from_secs(1 << round.min(5)).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_half_a_minute() {
        let seconds: Vec<_> = (0..7).map(|round| pause(round).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 30, 30]);
    }
}
