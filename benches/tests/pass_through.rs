//! A request for a path that is not the explorer's passes through without allocations.

use bytes::Bytes;
use http::Request;
use http_body_util::Empty;
use mcp_ui_benches::{Inner, request, respond, tools_from_inner, tools_in_code, with_sandbox_origin, with_traffic_off};
use tower::Service;

const OTHER_PATHS: [&str; 6] = ["/", "/mcp", "/mcp?session=1", "/explorerx", "/explore", "/some/explorer/tools"];

/// The number of allocations, for each path, while one request passes through. Allocations that create the request are
/// not counted.
fn allocations<S: Service<Request<Empty<Bytes>>>>(service: &mut S) -> Vec<u64> {
    let count = |path| {
        let request = request(path);
        let mut response = None;
        let counted = allocation_counter::measure(|| response = Some(respond(service, request)));
        assert!(response.is_some_and(|response| response.is_ok()), "{path}");
        counted.count_total
    };
    OTHER_PATHS.into_iter().map(count).collect()
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1))));
    assert_eq!(counted.count_total, 1);
    let counted = allocation_counter::measure(|| drop(respond(&mut tools_in_code(), request("/explorer"))));
    assert!(counted.count_total > 0);
}

#[test]
fn the_inner_service_does_not_allocate() {
    assert_eq!(allocations(&mut Inner), [0; OTHER_PATHS.len()]);
}

#[test]
fn no_allocations_with_tools_in_code() {
    assert_eq!(allocations(&mut tools_in_code()), [0; OTHER_PATHS.len()]);
}

#[test]
fn no_allocations_with_tools_from_the_inner_service() {
    assert_eq!(allocations(&mut tools_from_inner()), [0; OTHER_PATHS.len()]);
}

#[test]
fn no_allocations_with_a_sandbox_origin() {
    assert_eq!(allocations(&mut with_sandbox_origin()), [0; OTHER_PATHS.len()]);
}

#[test]
fn no_allocations_with_traffic_that_is_off() {
    assert_eq!(allocations(&mut with_traffic_off()), [0; OTHER_PATHS.len()]);
}
