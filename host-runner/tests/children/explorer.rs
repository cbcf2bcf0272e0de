//! The explorer for a server at a URL with any settings, for testing settings that `mcp-ui open` does not offer:
//! `explorer PORT URL MCP_UI_THEME=dark`. Each line on stdin prints the number of tasks; with `jump`, all of the layer's
//! timers fire before.

use std::error::Error;
use std::io;
use std::time::Duration;

use axum::Router;
use mcp_ui_host::HttpServer;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tower::ServiceBuilder;
use tower_mcp_ui::runtime::{Runtime, TokioRuntime};
use tower_mcp_ui::{BoxFuture, McpUiConfig, McpUiLayer};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(port), Some(url)) = (arguments.next(), arguments.next()) else {
        return Err("expected a port and a URL".into());
    };
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let settings: Option<Vec<_>> = arguments.map(|setting| setting.split_once('=').map(pair)).collect();
    let clock = JumpingClock(watch::Sender::default());
    let config = McpUiConfig::from_env(settings.ok_or("expected settings such as MCP_UI_THEME=dark")?)?;
    let layer = McpUiLayer::new(config.runtime(clock.clone())).mcp(HttpServer::new(&url.parse()?)?);
    let app = ServiceBuilder::new().layer(layer).service(Router::new());

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port.parse()?)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    let runtime = Handle::current();
    std::thread::spawn(move || obey(&clock, &runtime));
    axum::serve(listener, Router::new().fallback_service(app)).await?;
    Ok(())
}

fn obey(clock: &JumpingClock, runtime: &Handle) {
    for line in io::stdin().lines().map_while(Result::ok) {
        if line == "jump" {
            clock.0.send_replace(());
        }
        println!("tasks: {}", runtime.metrics().num_alive_tasks());
    }
}

/// Tokio's clock, but a message fires all timers.
#[derive(Clone)]
struct JumpingClock(watch::Sender<()>);

impl Runtime for JumpingClock {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let mut jump = self.0.subscribe();
        Box::pin(async move {
            let _: Result<_, _> = tokio::time::timeout(duration, jump.changed()).await;
        })
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        TokioRuntime.spawn(task);
    }
}
