//! The answers of a test to the questions of the server.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::super::answers::{Answer as Reply, Respondent};
use super::file::Answer;

/// Gives each answer once, in the order of the test.
pub(super) struct TestRespondent {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    answers: Vec<Answer>,
    declined: Vec<String>,
    verdict: Option<Value>,
}

/// The news of a request.
pub(super) struct Heard {
    /// The questions that had no answer.
    pub(super) declined: Vec<String>,
    /// The verdict on structured content, if the tool has an output schema.
    pub(super) verdict: Option<Value>,
}

impl TestRespondent {
    pub(super) fn new(answers: Vec<Answer>) -> Self {
        Self { state: Mutex::new(State { answers, ..State::default() }) }
    }

    pub(super) fn into_heard(self) -> Heard {
        let State { declined, verdict, .. } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        Heard { declined, verdict }
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Respondent for TestRespondent {
    fn answer(&self, method: &str, params: &Value) -> Reply {
        let given = self.with(|state| {
            let index = state.answers.iter().position(|answer| answer.method() == method)?;
            Some(state.answers.remove(index))
        });
        if let Some(answer) = given {
            return Reply::Result(answer.value().clone());
        }
        let asked = params["message"].as_str().map(|message| format!(": {message}")).unwrap_or_default();
        let kind = method.split('/').next().unwrap_or(method);
        Reply::Refused(format!(
            "The server asks a question ({method}){asked}. Give the test `answers: [{{{kind}: …}}]`."
        ))
    }

    fn decline(&self, why: &str) {
        self.with(|state| state.declined.push(why.to_owned()));
    }

    fn notify(&self, _: &Value) {}

    fn judge(&self, verdict: &Value) {
        self.with(|state| state.verdict = Some(verdict.clone()));
    }
}
