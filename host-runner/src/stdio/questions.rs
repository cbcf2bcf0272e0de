//! Questions: requests from the process, such as `elicitation/create`, and the client that answers each.
//!
//! | clients with a running call that announced the capability | the question goes to |
//! |---|---|
//! | one | that client |
//! | several | the explorer's page, which may hand it to an agent's call; after five minutes, the newest agent call; without a page, the explorer's own call, or else the newest agent call |
//! | none | the explorer's page |

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::errors;
use super::ids;
use super::json::{self, Span, quoted};
use super::link::{Asked, Client, Link, MAX_REQUESTS, State};
use super::message::{Kind, Message};
use super::outbox::Outbox;
use super::sessions::{Role, SessionId};

/// The member of `_meta` in a question for the page. It lists the agent calls that the question can be handed to, as
/// `[{"id":7,"client":"Claude","tool":"search"}]`.
const CALLS: &str = "mcp-ui/calls";

/// The member of `error.data` in the page's answer that hands the question to a call: that call's id.
const HAND_TO: &str = "mcp-ui/handTo";

/// Timeout for the page to answer or hand over a question, after which the question goes to an agent.
const PATIENCE: Duration = Duration::from_mins(5);

/// Maximum size of all questions that wait for the page and can be handed to an agent, in bytes. Additional questions
/// go to the newest agent at once.
const HELD_BYTES: usize = 16 << 20;

/// Maximum number of calls listed for the page, the newest first. The rest is omitted.
const TOLD: usize = 20;

/// Maximum length of a name in the list of calls, in characters. The rest is cut off.
const NAME: usize = 100;

/// The client that a question goes to.
struct Route {
    outbox: Outbox,
    session: SessionId,
    /// The calls that the page may hand the question to; `None` if the question is for the client's own call.
    calls: Option<Vec<Call>>,
}

/// A running call from a client that can answer a question.
#[derive(Clone)]
struct Call {
    number: u64,
    session: SessionId,
    outbox: Outbox,
    role: Role,
    client: String,
    tool: Option<Box<str>>,
}

impl Call {
    fn route(&self) -> Route {
        Route { outbox: self.outbox.clone(), session: Arc::clone(&self.session), calls: None }
    }
}

impl Link {
    pub(super) async fn receive_request(self: &Arc<Self>, message: Message, id: Span, method: &str) {
        let raw = message.raw(id.clone()).to_owned();
        if method == "ping" {
            self.send_at_once(format!(r#"{{"jsonrpc":"2.0","id":{raw},"result":{{}}}}"#));
            return;
        }
        let message = Arc::new(message);
        let asked = self.state.lock().ask(&message, &raw, method);
        let (number, Route { outbox, calls, .. }) = match asked {
            Ok(asked) => asked,
            // Many servers ask for roots at startup, and report a client's refusal as an error of their own.
            Err((errors::METHOD_NOT_FOUND, _)) if method == "roots/list" => {
                return self.send_at_once(format!(r#"{{"jsonrpc":"2.0","id":{raw},"result":{{"roots":[]}}}}"#));
            }
            Err((code, text)) => return self.send_at_once(errors::response(&raw, code, &text, None)),
        };
        let mut edits = vec![(id, number.to_string())];
        if let Some(calls) = calls {
            edits.extend(mark(&message, &calls));
            if !calls.is_empty() {
                self.hand_over_later(number);
            }
        }
        outbox.message(Bytes::from(message.with(edits))).await;
    }

    /// Forwards a client's answer to a question. Returns false if there is no such question, or no call to hand it to.
    pub(super) async fn answer(self: &Arc<Self>, session: &str, message: &Message) -> bool {
        let Kind::Response { id: Some(id), .. } = &message.kind else { return false };
        let Some(number) = ids::ours(message.raw(id.clone())) else { return false };
        if self.state.lock().asked.get(&number).is_none_or(|asked| &*asked.session != session) {
            return false;
        }
        let to = json::find(&message.text, 0..message.text.len(), &["error", "data", HAND_TO]).ok().flatten();
        if let Some(to) = to {
            let Ok(to) = message.raw(to).parse() else { return false };
            return self.hand_over(number, Some(to)).await;
        }
        let Some(asked) = self.state.lock().asked.remove(&number) else { return false };
        self.send(message.with(vec![(id.clone(), asked.id.into())])).await.is_ok()
    }

    fn hand_over_later(self: &Arc<Self>, number: u64) {
        let link = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            if let Some(link) = link.upgrade() {
                link.hand_over(number, None).await;
            }
        });
    }

    /// Hands a question that waits for the page to a call: the given one, or the newest whose client can answer.
    /// Returns false if there is no such call.
    async fn hand_over(self: &Arc<Self>, number: u64, to: Option<u64>) -> bool {
        let handed = self.state.lock().hand_over(number, to);
        match handed {
            HandedOver::To { call, new, question, page } => {
                if let (Some(page), None) = (page, to) {
                    page.message(withdrawal(number).into()).await;
                }
                let Kind::Request { id, .. } = &question.kind else { return false };
                call.outbox.message(Bytes::from(question.with(vec![(id.clone(), new.to_string())]))).await;
                true
            }
            HandedOver::ToNobody { id, method, page } => {
                if let Some(page) = page {
                    page.message(withdrawal(number).into()).await;
                }
                self.send_at_once(errors::response(&id, errors::METHOD_NOT_FOUND, nobody(&method), None));
                false
            }
            HandedOver::Impossible => false,
        }
    }
}

/// The outcome of handing over a question.
enum HandedOver {
    To {
        call: Call,
        new: u64,
        question: Arc<Message>,
        page: Option<Outbox>,
    },
    /// The timeout has passed, and no client with a running call can answer.
    ToNobody {
        id: Box<str>,
        method: String,
        page: Option<Outbox>,
    },
    /// The question is already answered, or there is no such call.
    Impossible,
}

impl State {
    /// Finds the client for a question, and keeps the question until that client answers it or leaves. Returns the id
    /// that the client will see. The error has a code and a message.
    fn ask(&mut self, message: &Arc<Message>, id: &str, method: &str) -> Result<(u64, Route), (i64, String)> {
        let route = self.route(method).ok_or_else(|| (errors::METHOD_NOT_FOUND, nobody(method)))?;
        if self.asked.len() >= MAX_REQUESTS {
            return Err((errors::INTERNAL_ERROR, "1,000 requests from the server are unanswered.".to_owned()));
        }
        let newest = route.calls.as_ref().and_then(|calls| calls.first());
        let held = self.asked.values().filter_map(|asked| asked.question.as_ref()).map(|it| it.text.len());
        let has_room = held.sum::<usize>() + message.text.len() <= HELD_BYTES;
        let (route, question) = match newest {
            Some(newest) if !has_room => (newest.route(), None),
            Some(_) => (route, Some(Arc::clone(message))),
            None => (route, None),
        };
        let number = self.new_id();
        self.asked.insert(number, Asked { id: id.into(), session: Arc::clone(&route.session), question });
        Ok((number, route))
    }

    fn route(&self, method: &str) -> Option<Route> {
        let calls = self.calls(capability(method));
        let is_one = calls.windows(2).all(|pair| pair[0].session == pair[1].session);
        if let Some(newest) = calls.first().filter(|_| is_one) {
            return Some(newest.route());
        }
        let page = self.page(method).map(|(session, outbox)| {
            let calls = calls.iter().filter(|call| call.role == Role::Agent).cloned().collect();
            Route { outbox, session, calls: Some(calls) }
        });
        // The explorer's own call comes before agent calls: the question may be meant for it.
        let of_person = calls.iter().find(|call| call.role == Role::Explorer);
        page.or_else(|| of_person.or_else(|| calls.first()).map(Call::route))
    }

    /// Returns the running calls whose clients have a capability, the newest first.
    fn calls(&self, capability: Option<&str>) -> Vec<Call> {
        let call = |(number, request): (&u64, &super::link::Pending)| {
            let Client::Session(id) = &request.client else { return None };
            let work = request.work.as_ref()?;
            let session = self.sessions.get(id)?;
            let can = request.outbox.is_open() && capability.is_none_or(|name| session.can(name));
            can.then(|| Call {
                number: *number,
                session: Arc::clone(id),
                outbox: request.outbox.clone(),
                role: session.role,
                client: session.client.clone(),
                tool: work.tool.clone(),
            })
        };
        self.pending.iter().rev().filter_map(call).collect()
    }

    /// Returns the explorer's page, if it listens and can answer.
    fn page(&self, method: &str) -> Option<(SessionId, Outbox)> {
        let can = |session: &super::sessions::Session| capability(method).is_none_or(|name| session.can(name));
        let mut pages = self.sessions.iter().filter(|(_, session)| session.role == Role::Explorer && can(session));
        pages.find_map(|(id, session)| Some((Arc::clone(id), session.listener()?.clone())))
    }

    fn hand_over(&mut self, number: u64, to: Option<u64>) -> HandedOver {
        let Some(asked) = self.asked.get(&number) else { return HandedOver::Impossible };
        let Some(question) = asked.question.clone() else { return HandedOver::Impossible };
        let Kind::Request { method, .. } = &question.kind else { return HandedOver::Impossible };
        let calls = self.calls(capability(method));
        let mut calls = calls.into_iter().filter(|call| call.role == Role::Agent);
        let call = calls.find(|call| to.is_none_or(|to| call.number == to));
        if call.is_none() && to.is_some() {
            return HandedOver::Impossible;
        }
        let Some(asked) = self.asked.remove(&number) else { return HandedOver::Impossible };
        let page = self.stream_of(&asked.session, false);
        let Some(call) = call else { return HandedOver::ToNobody { id: asked.id, method: method.clone(), page } };
        let new = self.new_id();
        self.asked.insert(new, Asked { id: asked.id, session: Arc::clone(&call.session), question: None });
        HandedOver::To { call, new, question, page }
    }
}

fn nobody(method: &str) -> String {
    format!("No connected client answers {method}.")
}

/// Tells the page that its answer is no longer needed.
fn withdrawal(number: u64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number},"reason":"The question was not answered in time."}}}}"#
    )
}

/// Returns the client capability that a question needs.
fn capability(method: &str) -> Option<&'static str> {
    match method.split('/').next()? {
        "sampling" => Some("sampling"),
        "elicitation" => Some("elicitation"),
        "roots" => Some("roots"),
        "tasks" => Some("tasks"),
        _ => None,
    }
}

/// Returns an edit that lists, for the page, the calls that a question can be handed to.
fn mark(message: &Message, calls: &[Call]) -> Option<(Span, String)> {
    let name = |text: &str| quoted(&text.chars().take(NAME).collect::<String>());
    let calls = calls.iter().take(TOLD).map(|call| {
        let tool = call.tool.as_ref().map(|tool| format!(r#","tool":{}"#, name(tool))).unwrap_or_default();
        format!(r#"{{"id":{},"client":{}{tool}}}"#, call.number, name(&call.client))
    });
    let calls = format!("[{}]", calls.collect::<Vec<_>>().join(","));
    match (message.params(), message.find(&["_meta"]).ok()?) {
        (_, Some(meta)) => json::added(&message.text, meta, CALLS, &calls),
        (Some(params), None) => json::added(&message.text, params, "_meta", &format!(r#"{{"{CALLS}":{calls}}}"#)),
        (None, None) => {
            let begin = message.text.find('{')?;
            let params = format!(r#"{{"_meta":{{"{CALLS}":{calls}}}}}"#);
            json::added(&message.text, begin..message.text.len(), "params", &params)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::stdio::outbox::TotalRoom;

    /// Returns the list of calls that the page gets.
    fn told(calls: usize, name: &str) -> Vec<Value> {
        let (outbox, _inbox) = Outbox::new(&TotalRoom::new());
        let call = |number| Call {
            number,
            session: "session".into(),
            outbox: outbox.clone(),
            role: Role::Agent,
            client: name.to_owned(),
            tool: Some(name.into()),
        };
        let calls: Vec<_> = (1..).map(call).take(calls).collect();
        let question = r#"{"id":1,"method":"sampling/createMessage","params":{}}"#;
        let question = Message::parse(question.to_owned()).unwrap();
        let marked = question.with(vec![mark(&question, &calls).unwrap()]);
        let mut marked: Value = serde_json::from_str(&marked).unwrap();
        serde_json::from_value(marked["params"]["_meta"]["mcp-ui/calls"].take()).unwrap()
    }

    #[test]
    fn the_page_is_told_of_the_first_calls() {
        let told = told(21, "a");
        assert_eq!((told.len(), &told[0]["id"], &told[19]["id"]), (20, &json!(1), &json!(20)));
    }

    #[test]
    fn the_rest_of_a_long_name_is_not_told() {
        let name = "é".repeat(100);
        for length in [100, 101] {
            let expected = json!({ "id": 1, "client": name, "tool": name });
            assert_eq!(told(1, &"é".repeat(length)), [expected]);
        }
    }
}
