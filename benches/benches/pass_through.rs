//! The layer's overhead for a request that is not the explorer's: nanoseconds, and allocations (must be zero).

use std::hint::black_box;
use std::time::Instant;

use bytes::Bytes;
use divan::Bencher;
use http::Request;
use http_body_util::Empty;
use mcp_ui_benches::{Inner, request, respond, tools_from_inner, tools_in_code};
use tower::Service;

const PATH: &str = "/mcp";
const ROUNDS: usize = 301;
const REQUESTS: usize = 1_000;

fn main() {
    divan::main();
    println!();
    println!("overhead per request, median of {ROUNDS} alternating rounds of {REQUESTS} requests:");
    let [bare, in_code, from_inner] = in_turns();
    let allocations = [allocations(Inner), allocations(tools_in_code()), allocations(tools_from_inner())];
    println!("  inner service alone            {bare:>6.1} ns, {} allocations", allocations[0]);
    println!("  tools defined in code         +{:>6.1} ns, {} allocations", in_code - bare, allocations[1]);
    println!("  tools from inner service      +{:>6.1} ns, {} allocations", from_inner - bare, allocations[2]);
    println!("  target                        <  50.0 ns, 0 allocations");
}

#[divan::bench]
fn inner_service_alone(bencher: Bencher<'_, '_>) {
    passing(bencher, Inner);
}

#[divan::bench]
fn with_tools_in_code(bencher: Bencher<'_, '_>) {
    passing(bencher, tools_in_code());
}

#[divan::bench]
fn with_tools_from_inner_service(bencher: Bencher<'_, '_>) {
    passing(bencher, tools_from_inner());
}

fn passing<S: Service<Request<Empty<Bytes>>>>(bencher: Bencher<'_, '_>, mut service: S) {
    bencher.with_inputs(|| request(PATH)).bench_local_values(|request| respond(&mut service, request));
}

/// Returns each service's nanoseconds per request. The services take turns, so that other load on the machine affects
/// all of them alike.
fn in_turns() -> [f64; 3] {
    let (mut bare, mut in_code, mut from_inner) = (Inner, tools_in_code(), tools_from_inner());
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        times[0].push(nanoseconds(&mut bare));
        times[1].push(nanoseconds(&mut in_code));
        times[2].push(nanoseconds(&mut from_inner));
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    })
}

fn nanoseconds<S: Service<Request<Empty<Bytes>>>>(service: &mut S) -> f64 {
    let requests: Vec<_> = (0..REQUESTS).map(|_| request(PATH)).collect();
    let begun = Instant::now();
    for request in requests {
        black_box(respond(service, black_box(request)).is_ok());
    }
    begun.elapsed().as_secs_f64() * 1e9 / f64::from(u32::try_from(REQUESTS).expect("a small number"))
}

fn allocations<S: Service<Request<Empty<Bytes>>>>(mut service: S) -> u64 {
    let request = request(PATH);
    allocation_counter::measure(|| drop(black_box(respond(&mut service, request)))).count_total
}
