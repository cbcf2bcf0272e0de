//! Conversations of several callers with a disturbed MCP server: lists, calls, reports, questions and answers.

use axum::body::Body;
use bytes::Bytes;
use futures_util::future::join_all;
use http::{Method, Request, Response};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::service::{RequestBody, ResponseBody};
use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer};

use super::server::Server;
use super::{END, is_named_error, sum, with_seeds};
use crate::support::faults::Faults;
use crate::support::mcp_server::Era;

const CALLERS: usize = 4;

/// The number of rounds. In each round, every caller does everything once.
const ROUNDS: usize = 3;

/// A caller, with its own view of the explorer.
struct Caller<S> {
    name: String,
    explorer: S,
    faults: Faults,
}

/// The numbers of correct results, named errors, and requests that the caller gave up on.
type Counts = [usize; 3];

const RIGHT: Counts = [1, 0, 0];
const FAILED: Counts = [0, 1, 0];
const GIVEN_UP: Counts = [0, 0, 1];

impl<S> Caller<S>
where
    S: Service<Request<Body>, Response = Response<ResponseBody<Body>>, Error = BoxError> + Clone,
{
    /// Sends a request, and reads the response. `on_part` gets what has arrived so far. Returns `None` if the caller
    /// gives up.
    async fn send(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        mut on_part: impl AsyncFnMut(&str),
    ) -> Option<Response<Bytes>> {
        let request = Request::builder().method(method).uri(format!("/explorer/{path}")).header("host", "localhost");
        let request = request.header("authorization", &self.name).body(Body::from(body.to_string())).unwrap();
        let exchange = async {
            let (parts, mut body) =
                self.explorer.clone().oneshot(request).await.expect("the explorer answers").into_parts();
            let mut text = String::new();
            while let Some(frame) = body.frame().await {
                let data = frame.expect("the response does not break off").into_data().unwrap_or_default();
                text.push_str(std::str::from_utf8(&data).expect("whole events"));
                on_part(&text).await;
            }
            Response::from_parts(parts, Bytes::from(text))
        };
        let response = match self.faults.patience() {
            Some(patience) => tokio::time::timeout(patience, exchange).await.ok()?,
            None => tokio::time::timeout(END, exchange).await.expect("the request ends"),
        };
        let text = String::from_utf8_lossy(response.body());
        let foreign = text.split("caller-").skip(1).find(|rest| !rest.starts_with(&self.name["caller-".len()..]));
        assert!(foreign.is_none(), "{} has got: {text}", self.name);
        Some(response)
    }

    /// Counts a response with this text as correct, and a named error as a named error.
    fn judge(&self, response: Option<&Response<Bytes>>, expected: &str) -> Counts {
        let Some(response) = response else { return GIVEN_UP };
        let body = String::from_utf8_lossy(response.body());
        if is_named_error(response) {
            return FAILED;
        }
        assert!(response.status().is_success() && body.contains(expected), "{}: {response:?}", self.name);
        RIGHT
    }

    async fn list(&self) -> Counts {
        let response = self.send(Method::GET, "tools", &Value::Null, async |_| {}).await;
        self.judge(response.as_ref(), &format!("for {}", self.name))
    }

    async fn call(&self, number: usize) -> Counts {
        let response = self.send(Method::POST, "tools/echo/call", &json!({ "text": number }), async |_| {}).await;
        self.judge(response.as_ref(), &format!("{number} for {}", self.name))
    }

    async fn report(&self, number: usize) -> Counts {
        let body = json!({ "params": { "name": "report", "arguments": { "text": number } } });
        let response = self.send(Method::POST, "rpc/tools/call", &body, async |_| {}).await;
        self.judge(response.as_ref(), &format!("{number} for {}", self.name))
    }

    async fn ask(&self, number: usize) -> Counts {
        let elicitation = json!({ "elicitation": { "form": {} } });
        let mut body =
            json!({ "params": { "name": "ask", "arguments": { "text": number } }, "capabilities": elicitation });
        let mut is_answered = false;
        let answer = json!({ "action": "accept", "content": { "n": number } });
        let response = self
            .send(Method::POST, "rpc/tools/call", &body, async |text| {
                let question = text.split_once("event: request\ndata: ").and_then(|(_, rest)| rest.split_once("\n\n"));
                let Some((question, _)) = question.filter(|_| !is_answered) else { return };
                is_answered = true;
                let question: Value = serde_json::from_str(question).expect("a question is JSON");
                let answer = json!({ "token": question["token"], "result": answer });
                self.send(Method::POST, "rpc/answer", &answer, async |_| {}).await;
            })
            .await;
        let text = response.as_ref().map(|response| String::from_utf8_lossy(response.body())).unwrap_or_default();
        let Some((_, result)) = text.split_once("event: result\ndata: ") else {
            return self.judge(response.as_ref(), "a result");
        };
        let result: Value = serde_json::from_str(result.trim_end()).expect("a result is JSON");
        let result = &result["result"];
        if result["resultType"] != "input_required" {
            return self.judge(response.as_ref(), &format!("{number} for {}", self.name));
        }
        body["resume"] = json!({ "inputResponses": { "name": answer }, "requestState": result["requestState"] });
        let response = self.send(Method::POST, "rpc/tools/call", &body, async |_| {}).await;
        self.judge(response.as_ref(), &format!("{number} for {}", self.name))
    }

    async fn converse(&self) -> Counts {
        let mut counts = Counts::default();
        for round in 0..ROUNDS {
            let all =
                [counts, self.list().await, self.call(round).await, self.report(round).await, self.ask(round).await];
            counts = sum(all);
        }
        counts
    }
}

fn conversations(era: Era) {
    let [right, failed, given_up] = with_seeds(async |seed| {
        let server = Server::new(era);
        let serving = server.clone();
        let service = service_fn(move |request: Request<RequestBody<Body>>| serving.clone().respond(request));
        let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all()));
        let faults = Faults::new(seed);
        let explorer = layer.layer(faults.layer(service));
        let caller = |number| {
            let name = format!("caller-{number}");
            Caller { name, explorer: explorer.clone(), faults: faults.clone() }
        };
        let callers: Vec<_> = (0..CALLERS).map(caller).collect();
        let counts = join_all(callers.iter().map(Caller::converse)).await;
        drop((callers, explorer, layer));
        tokio::time::sleep(END).await;
        assert_eq!(server.mistaken(), [""; 0]);
        assert_eq!(server.uses(), 0, "streams are left open");
        sum(counts)
    });
    println!("{right} right results, {failed} named errors, {given_up} abandoned requests");
    assert!(failed > 0 && given_up > 0 && right > failed);
}

#[test]
fn of_callers_with_a_server() {
    conversations(Era::Modern);
}

#[test]
fn of_callers_with_an_older_server() {
    conversations(Era::Legacy);
}
