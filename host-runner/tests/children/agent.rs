//! An agent with the official Rust SDK. It calls `echo` over HTTP, several calls at once, until its stdin ends. It
//! prints the server's process id after the first call, and the number of calls at the end.
//!
//!     agent URL TOKEN

use std::collections::HashMap;
use std::error::Error;

use http::{HeaderName, HeaderValue};
use rmcp::ServiceExt as _;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{Peer, RoleClient};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

const AT_ONCE: usize = 4;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let [url, token] = std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "usage: agent URL TOKEN")?;
    let headers = HashMap::from([(HeaderName::from_static("mcp-ui-token"), HeaderValue::try_from(token)?)]);
    let config = StreamableHttpClientTransportConfig::with_uri(url).custom_headers(headers);
    let client = ().serve(StreamableHttpClientTransport::from_config(config)).await?;
    println!("{}", call(client.peer(), "pid", &json!({})).await?);

    let mut stopped = std::pin::pin!(async { tokio::io::stdin().read_to_end(&mut Vec::new()).await });
    let mut count = 0;
    loop {
        let calls = (count..count + AT_ONCE).map(|number| echo(client.peer(), number));
        tokio::select! {
            results = futures_util::future::try_join_all(calls) => count += results?.len(),
            _ = &mut stopped => break,
        }
    }
    println!("{count}");
    client.cancel().await?;
    Ok(())
}

async fn echo(peer: &Peer<RoleClient>, number: usize) -> Result<(), Box<dyn Error>> {
    let sent = json!({ "message": format!("Rust {number}") });
    let answer = call(peer, "echo", &sent).await?;
    if serde_json::from_str::<Value>(&answer)? == sent { Ok(()) } else { Err(format!("{sent} got {answer}").into()) }
}

async fn call(peer: &Peer<RoleClient>, tool: &str, arguments: &Value) -> Result<String, Box<dyn Error>> {
    let params = CallToolRequestParams::new(tool.to_owned());
    let params = params.with_arguments(arguments.as_object().cloned().unwrap_or_default());
    let result = serde_json::to_value(peer.call_tool(params).await?)?;
    let text = result["content"][0]["text"].as_str().ok_or_else(|| format!("no text in {result}"))?;
    Ok(text.to_owned())
}
