use std::time::Duration;

use tokio::runtime;

use crate::client::Connections;
use crate::rounds::{Reached, Rounds};
use crate::samples::{FEW, Sample};
use crate::servers;
use crate::tools::arguments;

const ROUNDS: usize = 9;
/// The duration of a contestant's turn in each round.
const TURN: Duration = Duration::from_millis(300);
/// The minimum rate for live requests, relative to plain calls. A live request may take 1.15 times as long.
const TARGET: f64 = 1.0 / 1.15;

/// Prints the calls per second over sockets, as live requests and as plain calls.
pub(crate) fn table() {
    println!("calls per second over keep-alive HTTP/1.1, medians of {ROUNDS} rounds");
    println!("{:<26}{:>12}{:>12}  live / plain", "", "live", "plain");
    let client = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    for (name, server) in [("tool in code", servers::layer(FEW)), ("tool of an MCP server", servers::over_mcp())] {
        let arguments = arguments(5);
        let live = format!(r#"{{"params":{{"name":"warehouse_0010","arguments":{arguments}}}}}"#);
        let samples = [
            Sample::post("live", "/explorer/rpc/tools/call", live),
            Sample::post("plain", "/explorer/tools/warehouse_0010/call", arguments),
        ];
        let mut contestants = samples.map(|sample| client.block_on(Connections::open(server, sample.path, &sample)));
        let rounds = Rounds::<2>::run(ROUNDS, |at| client.block_on(contestants[at].throughput(TURN)));
        let reached = Reached { ratio: rounds.ratio(0, 1), target: Some(TARGET) };
        println!("{name:<26}{:>12.0}{:>12.0}  {reached}", rounds.of(0), rounds.of(1));
    }
}
