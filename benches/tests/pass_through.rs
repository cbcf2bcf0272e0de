//! A request for a path that is not the explorer's passes through without allocations.

use bytes::Bytes;
use http::Request;
use http_body_util::Empty;
use mcp_ui_benches::{
    Inner, call_of, request, respond, tools_from_inner, tools_in_code, with_sandbox_origin, with_sign_in,
    with_traffic_off, with_uis,
};
use tower::Service;

const OTHER_PATHS: [&str; 6] = ["/", "/mcp", "/mcp?session=1", "/explorerx", "/explore", "/some/explorer/tools"];

/// Counts the allocations for each path while one request passes through. Allocations that create the request are not
/// counted.
fn allocations<S: Service<Request<Empty<Bytes>>>>(service: &mut S) -> Vec<u64> {
    OTHER_PATHS.into_iter().map(|path| allocations_of(service, request(path))).collect()
}

fn allocations_of<S: Service<Request<Empty<Bytes>>>>(service: &mut S, request: Request<Empty<Bytes>>) -> u64 {
    let mut response = None;
    let counted = allocation_counter::measure(|| response = Some(respond(service, request)));
    assert!(response.is_some_and(|response| response.is_ok()));
    counted.count_total
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
fn no_allocations_with_a_sign_in() {
    assert_eq!(allocations(&mut with_sign_in()), [0; OTHER_PATHS.len()]);
}

#[test]
fn no_allocations_with_traffic_that_is_off() {
    assert_eq!(allocations(&mut with_traffic_off()), [0; OTHER_PATHS.len()]);
}

#[test]
fn no_allocations_for_tools_without_a_ui_in_the_catalog() {
    let mut service = with_uis();
    assert_eq!(allocations(&mut service), [0; OTHER_PATHS.len()]);
    assert_eq!(allocations_of(&mut service, call_of("another")), 0);
    assert!(allocations_of(&mut service, call_of("tool-3")) > 0, "this one has a UI");
}
