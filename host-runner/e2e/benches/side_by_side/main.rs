//! Compares the components on the runner with alternatives, in one run.
//!
//! `cargo bench -p mcp-ui-host-e2e --features components`. To include `wasmtime serve`, set `WASMTIME` to the path of
//! wasmtime 48.

mod load;
mod native;
mod rivals;

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::timeout;

use mcp_ui_host_e2e::{Server, component, explorer_with, middleware_before, middleware_with_uis};

use self::load::{Target, latencies, median, throughput};

const ROUNDS: usize = 5;

#[tokio::main]
async fn main() {
    sizes();
    warm().await;
    pass_through().await;
    calls().await;
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

/// Prints each target's median requests per second, measured in alternating rounds, and the CPU time per request if the
/// target runs in its own process. The CPU time is meaningful even on a busy machine.
async fn compare(targets: &[(&str, Target)]) {
    let mut rounds = vec![Vec::new(); targets.len()];
    for _ in 0..ROUNDS {
        for (rounds, (_, target)) in rounds.iter_mut().zip(targets) {
            let time = Duration::from_millis(800);
            let before = target.processor_micros();
            let rate = throughput(target, 16, time).await;
            rounds.push((rate, (target.processor_micros() - before) / (rate * time.as_secs_f64())));
        }
    }
    let medians: Vec<(f64, f64)> = rounds
        .into_iter()
        .map(|round| {
            let (rates, costs) = round.into_iter().unzip();
            (median(rates), median(costs))
        })
        .collect();
    for ((name, _), (rate, cost)) in targets.iter().zip(&medians) {
        let (first_rate, first_cost) = medians[0];
        print!("  {name:<32} {rate:>8.0} requests/s, {:>5.2} times the first", rate / first_rate);
        if !cost.is_nan() {
            print!("; {cost:>4.0} µs of CPU time each");
        }
        let speed = first_cost / cost;
        if !speed.is_nan() {
            print!(", {speed:.2} times the first's speed");
        }
        println!();
    }
}

async fn warm() {
    println!("warm, hello world");
    let runner = Server::start(&[component("fixture-hello")], &[], &[]);
    let mut targets = vec![("mcp-ui serve", Target::of(&runner, "/"))];
    let rival = rivals::wasmtime_serve(&component("fixture-hello"));
    if let Some(rival) = &rival {
        targets.insert(0, ("wasmtime serve", Target::new(rival.address, "/")));
    }
    compare(&targets).await;

    println!("warm, the page");
    let explorer = Server::start(&explorer_with("fixture-corpus-tools"), &[], &[]);
    let page = Target::of(&explorer, "/explorer");
    let bytes = page.response_bytes().await.to_string();
    let hello = Server::start(&[component("fixture-hello")], &[("HELLO_BYTES", &bytes)], &[]);
    let native = native::page().await;
    compare(&[
        ("hello world of its size", Target::of(&hello, "/")),
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
        direct.extend(latencies(&Target::of(&alone, "/bytes/1000"), 500).await);
        through.extend(latencies(&Target::of(&behind, "/bytes/1000"), 500).await);
    }
    let (direct, through) = (median(direct), median(through));
    println!("  backend alone {direct:.0} µs, behind the middleware {through:.0} µs: {:.0} µs more", through - direct);
}

async fn calls() {
    println!("calls of a tool without a UI");
    let alone = Server::start(&[component("fixture-backend")], &[], &[]);
    let behind = Server::start(&middleware_before("fixture-backend"), &[], &[]);
    let with_uis = Server::start(&middleware_with_uis("fixture-backend"), &[], &[]);
    compare(&[
        ("backend alone", Target::calling(&alone, true)),
        ("behind the middleware", Target::calling(&behind, true)),
        ("  with UIs", Target::calling(&with_uis, true)),
        ("  with UIs, named in the body only", Target::calling(&with_uis, false)),
    ])
    .await;
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
        ("middleware, calling its backend", middleware_before("fixture-backend"), "/explorer/tools"),
        ("  without validation", lean(), "/explorer/tools"),
    ] {
        let server = Server::start(&serve, &[], &["--requests-per-instance", "1"]);
        let cold = median(latencies(&Target::of(&server, path), 300).await);
        println!("  {name:<32} {cold:>8.0} µs");
    }
}

/// Prints the memory per instance, measured while all instances wait for a tool.
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
    assert!(waited.is_err(), "a tool that hangs does not respond");
    let each = (resident(&server) - before) / f64::from(INSTANCES);
    println!("  explorer over tools              {each:>8.0} kB each, {before:.0} kB for the server alone");
}

/// Returns the server's resident memory in kilobytes.
fn resident(server: &Server) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN)
}
