//! An agent with the official Rust SDK. It has the same arguments and output as `calls.py`.

#![expect(deprecated, reason = "agents of the older revisions sample, log and have roots")]

use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use http::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult,
    ElicitRequestParams, ElicitResult, ElicitationAction, ListRootsResult, LoggingMessageNotificationParam,
    ProgressNotificationParam, Role, Root, SamplingMessage, SamplingMessageContentBlock,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient, RunningService};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, ErrorData, ServiceExt as _};
use serde_json::{Value, json};

/// The shortest time between two attempts to connect.
const RETRY: Duration = Duration::from_secs(1);

#[derive(Default)]
struct Agent {
    progress: AtomicU64,
    logs: AtomicU64,
}

impl ClientHandler for Agent {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_sampling().enable_roots().enable_elicitation().build();
        let mut config = ClientConfig::default();
        config.capabilities = capabilities;
        config
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "name": "Ada" })))
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        let message = SamplingMessage::new(Role::Assistant, SamplingMessageContentBlock::text("sampled"));
        Ok(CreateMessageResult::new(message, "none".to_owned()))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        Ok(ListRootsResult::new(vec![Root::new("file:///work")]))
    }

    async fn on_progress(&self, _: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.fetch_add(1, Ordering::Relaxed);
    }

    async fn on_logging_message(&self, _: LoggingMessageNotificationParam, _: NotificationContext<RoleClient>) {
        self.logs.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<Value> =
        std::env::args().skip(1).map(|text| serde_json::from_str(&text)).collect::<Result<_, _>>()?;
    let (connection, calls, pause) = match &arguments[..] {
        [connection, calls] => (connection, calls, None),
        [connection, calls, pause] => (connection, calls, pause.as_u64()),
        _ => return Err("usage: rmcp_client CONNECTION CALLS [PAUSE]".into()),
    };
    let calls = calls.as_array().map(Vec::as_slice).unwrap_or_default();
    if let Some(pause) = pause {
        return repeat_calls(connection, calls, Duration::from_millis(pause)).await;
    }
    let client = connect(connection).await?;
    let tools: Vec<_> = client.list_all_tools().await?.into_iter().map(|tool| tool.name).collect();
    let mut outcomes = Vec::new();
    for call in calls {
        outcomes.push(outcome(&client, call).await);
    }
    println!("{}", json!({ "tools": tools, "outcomes": outcomes }));
    client.cancel().await?;
    Ok(())
}

/// Repeats the calls with new connections until stdin ends.
async fn repeat_calls(connection: &Value, calls: &[Value], pause: Duration) -> Result<(), Box<dyn Error>> {
    let stopped = Arc::new(AtomicBool::new(false));
    let is_stopped = Arc::clone(&stopped);
    std::thread::spawn(move || {
        let _: io::Result<u64> = io::copy(&mut io::stdin(), &mut io::sink());
        is_stopped.store(true, Ordering::Relaxed);
    });
    let is_stopped = || stopped.load(Ordering::Relaxed);
    while !is_stopped() {
        let connected = timed("connect", async {
            let client = connect(connection).await.map_err(|error| error.to_string())?;
            client.list_all_tools().await.map_err(|error| error.to_string())?;
            Ok(client)
        });
        let Some(client) = connected.await else {
            tokio::time::sleep(RETRY).await;
            continue;
        };
        for call in calls {
            let made = timed(call["tool"].as_str().unwrap_or_default(), async {
                let outcome = outcome(&client, call).await;
                let expected = call["text"].as_str().unwrap_or_default();
                let is_right = outcome["text"].as_str().is_some_and(|text| text.contains(expected));
                (is_right && outcome["isError"] == false).then_some(()).ok_or_else(|| outcome["text"].to_string())
            });
            if made.await.is_none() || is_stopped() {
                break;
            }
            tokio::time::sleep(pause).await;
        }
        let _ = client.cancel().await;
    }
    Ok(())
}

/// Awaits some work, and prints a line about it. Returns nothing if it fails.
async fn timed<T>(tool: &str, work: impl Future<Output = Result<T, String>>) -> Option<T> {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0;
    let begin = Instant::now();
    let result = work.await;
    let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
    println!("{}", json!({ "tool": tool, "at": at, "ms": milliseconds, "problem": result.as_ref().err() }));
    result.ok()
}

async fn connect(connection: &Value) -> Result<RunningService<RoleClient, Agent>, Box<dyn Error>> {
    let text = |value: &Value| value.as_str().map(str::to_owned).unwrap_or_default();
    if let Some(url) = connection["url"].as_str() {
        let headers = connection["headers"].as_object().into_iter().flatten();
        let headers =
            headers.map(|(name, value)| Ok((name.parse::<HeaderName>()?, text(value).parse::<HeaderValue>()?)));
        let headers = headers.collect::<Result<HashMap<_, _>, Box<dyn Error>>>()?;
        let config = StreamableHttpClientTransportConfig::with_uri(url.to_owned()).custom_headers(headers);
        return Ok(Agent::default().serve(StreamableHttpClientTransport::from_config(config)).await?);
    }
    let words: Vec<String> = connection["command"].as_array().into_iter().flatten().map(text).collect();
    let (program, rest) = words.split_first().ok_or("the command is empty")?;
    let mut command = tokio::process::Command::new(program);
    command.args(rest);
    Ok(Agent::default().serve(TokioChildProcess::new(command)?).await?)
}

async fn outcome(client: &RunningService<RoleClient, Agent>, call: &Value) -> Value {
    let agent = client.service();
    for count in [&agent.progress, &agent.logs] {
        count.store(0, Ordering::Relaxed);
    }
    let tool = call["tool"].as_str().unwrap_or_default().to_owned();
    let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
    let result = client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await;
    let (is_error, text) = match result {
        Ok(result) => {
            let text = result.content.first().and_then(|content| Some(content.as_text()?.text.clone()));
            (result.is_error == Some(true), text.unwrap_or_default())
        }
        Err(error) => (true, error.to_string()),
    };
    let [progress, logs] = [&agent.progress, &agent.logs].map(|count| count.load(Ordering::Relaxed));
    json!({ "isError": is_error, "text": text, "progress": progress, "logs": logs })
}
