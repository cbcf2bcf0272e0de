//! A request that is not the explorer's passes without a single allocation.

use bytes::Bytes;
use http::Request;
use http_body_util::Empty;
use mcp_ui_benches::{Inner, answered, request, tools_asked_of_inner, tools_in_code, with_sandbox_origin};
use tower::Service;

const NOT_OURS: [&str; 6] = ["/", "/mcp", "/mcp?session=1", "/explorerx", "/explore", "/some/explorer/tools"];

/// The allocations of one request that passes, for each path; the request itself is made before.
fn allocations<S: Service<Request<Empty<Bytes>>>>(service: &mut S) -> Vec<u64> {
    let count = |path| {
        let request = request(path);
        let mut answer = None;
        let counted = allocation_counter::measure(|| answer = Some(answered(service, request)));
        assert!(answer.is_some_and(|answer| answer.is_ok()), "{path}");
        counted.count_total
    };
    NOT_OURS.into_iter().map(count).collect()
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1))));
    assert_eq!(counted.count_total, 1);
    let counted = allocation_counter::measure(|| drop(answered(&mut tools_in_code(), request("/explorer"))));
    assert!(counted.count_total > 0);
}

#[test]
fn none_by_the_inner_service_itself() {
    assert_eq!(allocations(&mut Inner), [0; NOT_OURS.len()]);
}

#[test]
fn none_with_tools_given_in_code() {
    assert_eq!(allocations(&mut tools_in_code()), [0; NOT_OURS.len()]);
}

#[test]
fn none_with_tools_asked_of_the_inner_service() {
    assert_eq!(allocations(&mut tools_asked_of_inner()), [0; NOT_OURS.len()]);
}

#[test]
fn none_where_an_origin_is_set_aside_for_apps() {
    assert_eq!(allocations(&mut with_sandbox_origin()), [0; NOT_OURS.len()]);
}
