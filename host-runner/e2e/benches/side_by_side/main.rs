//! The components on the runner, side by side with what they are to be compared with, in one run.
//!
//! `cargo bench -p mcp-ui-host-e2e --features components`. `wasmtime serve` takes part where `WASMTIME` names the program of wasmtime 48.

mod load;
mod native;
mod rivals;

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::timeout;

use mcp_ui_host_e2e::{Server, component, explorer_with, middleware_before};

use self::load::{Target, latencies, median, throughput};

const ROUNDS: usize = 5;

#[tokio::main]
async fn main() {
    sizes();
    warm().await;
    pass_through().await;
    cold().await;
    memory().await;
}

fn sizes() {
    println!("size");
    for name in ["middleware-without-validation", "middleware", "explorer", "embed"] {
        let bytes = std::fs::metadata(component(name)).map_or(0, |file| file.len());
        println!("  {name:<32} {:>8} kB", bytes.div_ceil(1_000));
    }
}

/// Requests per second, in rounds that take turns; the median of each.
async fn compare(targets: &[(&str, Target)]) -> Vec<f64> {
    let mut rates = vec![Vec::new(); targets.len()];
    for _ in 0..ROUNDS {
        for (rates, (_, target)) in rates.iter_mut().zip(targets) {
            rates.push(throughput(target, 16, Duration::from_millis(800)).await);
        }
    }
    let medians: Vec<f64> = rates.into_iter().map(median).collect();
    for ((name, _), rate) in targets.iter().zip(&medians) {
        println!("  {name:<32} {rate:>8.0} requests/s  {:>5.2} of the first", rate / medians[0]);
    }
    medians
}

async fn warm() {
    println!("warm, hello world");
    let own = Server::start(&[component("fixture-hello")], &[], &[]);
    let mut targets = vec![("mcp-ui serve", Target::new(own.address, "/"))];
    let rival = rivals::wasmtime_serve(&component("fixture-hello"));
    if let Some(rival) = &rival {
        targets.insert(0, ("wasmtime serve", Target::new(rival.address, "/")));
    }
    compare(&targets).await;

    println!("warm, the page");
    let explorer = Server::start(&explorer_with("fixture-corpus-tools"), &[], &[]);
    let page = Target::new(explorer.address, "/explorer");
    let bytes = page.answer_bytes().await.to_string();
    let hello = Server::start(&[component("fixture-hello")], &[("HELLO_BYTES", &bytes)], &[]);
    let native = native::page().await;
    compare(&[
        ("hello world of its size", Target::new(hello.address, "/")),
        ("explorer", page),
        ("the layer, native", Target::new(native, "/explorer")),
    ])
    .await;
}

async fn pass_through() {
    println!("pass-through, one request at a time");
    let alone = Server::start(&[component("fixture-backend")], &[], &[]);
    let behind = Server::start(&middleware_before("fixture-backend"), &[], &[]);
    let (mut direct, mut through) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        direct.extend(latencies(&Target::new(alone.address, "/bytes/1000"), 500).await);
        through.extend(latencies(&Target::new(behind.address, "/bytes/1000"), 500).await);
    }
    let (direct, through) = (median(direct), median(through));
    println!("  backend alone {direct:.0} µs, behind the middleware {through:.0} µs: {:.0} µs more", through - direct);
}

async fn cold() {
    println!("cold, a fresh instance for every request, first byte");
    let lean = || vec![component("fixture-backend"), "--middleware".into(), component("middleware-without-validation")];
    for (name, serve, path) in [
        ("hello world", vec![component("fixture-hello")], "/"),
        ("explorer over tools", explorer_with("fixture-corpus-tools"), "/explorer/tools"),
        ("middleware, passing", middleware_before("fixture-backend"), "/bytes/1000"),
        ("  without validation", lean(), "/bytes/1000"),
        ("middleware, its page", middleware_before("fixture-backend"), "/explorer"),
        ("  without validation", lean(), "/explorer"),
        ("middleware, asking its backend", middleware_before("fixture-backend"), "/explorer/tools"),
        ("  without validation", lean(), "/explorer/tools"),
    ] {
        let server = Server::start(&serve, &[], &["--requests-per-instance", "1"]);
        let cold = median(latencies(&Target::new(server.address, path), 300).await);
        println!("  {name:<32} {cold:>8.0} µs");
    }
}

/// What one instance more takes, while it waits for a tool.
async fn memory() {
    const INSTANCES: u32 = 64;
    println!("memory, {INSTANCES} instances at once");
    let server = Server::start(&explorer_with("fixture-hostile-tools"), &[("MCP_UI_ALLOW_EXECUTE", "true")], &[]);
    let calls = |tool: &'static str| {
        let server = &server;
        join_all(
            (0..INSTANCES)
                .map(move |_| async move { server.post(&format!("/explorer/tools/{tool}/call"), "{}").await }),
        )
    };
    let before = resident(&server);
    let waited = timeout(Duration::from_secs(2), calls("hang")).await;
    assert!(waited.is_err(), "a tool that hangs does not answer");
    let each = (resident(&server) - before) / f64::from(INSTANCES);
    println!("  explorer over tools              {each:>8.0} kB each, the server without any {before:.0} kB");
}

/// Kilobytes of the server's memory in use.
fn resident(server: &Server) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN)
}
