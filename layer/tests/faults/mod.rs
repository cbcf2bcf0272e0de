//! MCP servers behind a network that delays, cuts, reorders, truncates and fails, as a seed decides: each request ends
//! with the correct response or a named error, and never with another caller's data.
//!
//! A test runs with the seeds 0 to 19, or with the number of seeds in the environment variable `MCP_UI_FAULT_SEEDS`.

mod callers;
mod corpus;
mod server;

use std::time::Duration;

use bytes::Bytes;
use http::Response;
use serde_json::Value;

/// The time limit for each request. It is longer than all of the layer's timeouts together.
const END: Duration = Duration::from_secs(3_600);

/// Runs a test with each seed, on a paused clock that skips waiting times. Returns the total counts.
fn with_seeds<const N: usize>(test: impl AsyncFn(u64) -> [usize; N]) -> [usize; N] {
    let seeds = std::env::var("MCP_UI_FAULT_SEEDS").map_or(20, |seeds| seeds.parse().expect("a number of seeds"));
    let mut sums = [0; N];
    for seed in 0..seeds {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        println!("seed {seed}");
        sums = sum([sums, runtime.block_on(test(seed))]);
    }
    sums
}

fn sum<const N: usize>(all: impl IntoIterator<Item = [usize; N]>) -> [usize; N] {
    all.into_iter().fold([0; N], |sums, one| std::array::from_fn(|at| sums[at] + one[at]))
}

/// Returns true for a response that says that the request has failed, and why.
fn is_named_error(response: &Response<Bytes>) -> bool {
    let body = String::from_utf8_lossy(response.body());
    if response.status().is_success() {
        return body
            .rsplit("event: ")
            .next()
            .is_some_and(|event| event.starts_with("error\n") && event.ends_with("\n\n"));
    }
    let error: Value = serde_json::from_str(&body).unwrap_or_default();
    let reason = error["error"].as_str().unwrap_or_default();
    !reason.is_empty() && !reason.starts_with("Internal error")
}
