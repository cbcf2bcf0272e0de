//! An agent without a model: it connects to the demo like any agent, and calls its tools one after another. The calls
//! appear in the explorer's traffic, and the `weather/forecast` app follows them.

use std::error::Error;
use std::time::Duration;

use clap::Parser;
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation};
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Value, json};

/// The maximum number of characters shown from a result in the terminal.
const MAX_SHOWN: usize = 100;

#[derive(Parser)]
struct Arguments {
    /// URL of the MCP endpoint of the demo.
    #[arg(default_value = "http://127.0.0.1:8080/mcp")]
    url: String,
    /// Seconds between two calls.
    #[arg(long, default_value_t = 3.0)]
    pause: f64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { url, pause } = Arguments::parse();
    let pause = Duration::try_from_secs_f64(pause)?;
    let identity = Implementation::new("demo-agent", env!("CARGO_PKG_VERSION"));
    let client = ClientConfig::new(ClientCapabilities::default(), identity);
    let transport = StreamableHttpClientTransport::from_uri(url.clone());
    let client = match client.serve(transport).await {
        Ok(client) => client,
        Err(error) => {
            eprintln!("The agent cannot connect to {url}: {error}\nIs the demo running? Start it by: cargo xtask demo");
            std::process::exit(1);
        }
    };
    println!("The agent is connected to {url}. Watch its calls in the explorer, under Traffic.");
    for (tool, arguments) in calls() {
        tokio::time::sleep(pause).await;
        println!("{tool} {arguments}");
        let params =
            CallToolRequestParams::new(tool).with_arguments(arguments.as_object().cloned().unwrap_or_default());
        let said = match client.call_tool(params).await {
            Ok(result) => serde_json::to_value(result)?["content"][0]["text"].as_str().unwrap_or_default().to_owned(),
            Err(error) => error.to_string(),
        };
        let line = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let dots = if line.chars().nth(MAX_SHOWN).is_some() { "…" } else { "" };
        println!("  → {}{dots}", line.chars().take(MAX_SHOWN).collect::<String>());
    }
    client.cancel().await?;
    println!("That was all. Start it again for more.");
    Ok(())
}

/// The calls. Some of them fail, as agents' calls do.
fn calls() -> [(&'static str, Value); 8] {
    [
        ("weather/forecast", json!({ "city": "Lisbon", "days": 7 })),
        ("weather/forecast", json!({ "city": "Reykjavík", "days": 7 })),
        ("add", json!({ "a": 17, "b": 25 })),
        ("refuse", json!({})),
        ("weather/forecast", json!({ "city": "Nairobi", "days": 10 })),
        ("fail", json!({})),
        ("greet", json!({ "name": "Ada" })),
        ("weather/forecast", json!({ "city": "Lisbon", "days": 3 })),
    ]
}
