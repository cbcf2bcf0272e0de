//! A test's answers to the server's questions.

use parking_lot::Mutex;
use serde_json::Value;

use super::super::answers::{Answer as Reply, Respondent};
use super::super::json::shortened;
use super::outcome::Problem;
use super::test_case::Answer;

/// Maximum number of unanswered questions to report. The rest is omitted.
const MAX_DECLINED: usize = 20;

/// Gives each answer once, in the test's order.
pub(super) struct TestRespondent {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    answers: Vec<Answer>,
    declined: Vec<String>,
    verdict: Option<Value>,
}

/// The observations during a request.
pub(super) struct Heard {
    /// Questions without an answer, and answers without a question.
    pub(super) problems: Vec<Problem>,
    /// The verdict on structured content, if the tool has an output schema.
    pub(super) verdict: Option<Value>,
}

impl TestRespondent {
    pub(super) fn new(answers: Vec<Answer>) -> Self {
        Self { state: Mutex::new(State { answers, ..State::default() }) }
    }

    pub(super) fn into_heard(self) -> Heard {
        let State { declined, verdict, answers } = self.state.into_inner();
        let unused = answers.iter().map(|answer| {
            format!("The test has an answer to a question ({}) that the server did not ask", answer.method())
        });
        Heard { problems: declined.into_iter().chain(unused).map(Problem::new).collect(), verdict }
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock())
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
        let example = match method {
            "elicitation/create" => "elicitation: {action: accept, content: {}}",
            "sampling/createMessage" => "sampling: {role: assistant, model: test, content: {type: text, text: Hello}}",
            _ => "roots: {roots: [{uri: \"file:///project\"}]}",
        };
        let end = if asked.ends_with(['.', '?', '!']) { "" } else { "." };
        Reply::Refused(format!(
            "The server asks a question ({method}){asked}{end} Give the test an answer: `answers: [{{{example}}}]`."
        ))
    }

    fn decline(&self, why: &str) {
        self.with(|state| {
            if state.declined.len() < MAX_DECLINED {
                state.declined.push(shortened(why));
            }
        });
    }

    fn notify(&self, _: &Value) {}

    fn judge(&self, verdict: &Value) {
        self.with(|state| state.verdict = Some(verdict.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_unanswered_questions_are_reported() {
        let respondent = TestRespondent::new(Vec::new());
        for number in 1..=21 {
            respondent.decline(&format!("question {number}"));
        }
        let problems = respondent.into_heard().problems;
        assert_eq!((problems.len(), problems[19].message.as_str()), (20, "question 20"));
    }
}
