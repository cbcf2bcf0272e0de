use proptest::prelude::*;

use super::*;
use crate::config::Prefix;

fn matched<'p>(method: &Method, path: &'p str) -> Option<Matched<'p>> {
    Prefix::DEFAULT.strip(path).map(|path| Matched::of(method, path))
}

fn found(method: &Method, path: &str) -> (Endpoint, String) {
    let matched = matched(method, path).unwrap();
    (matched.endpoint.unwrap(), matched.name().unwrap().into_owned())
}

fn mismatch(method: &Method, path: &str) -> Mismatch {
    matched(method, path).unwrap().endpoint.unwrap_err()
}

#[test]
fn one_trailing_slash_changes_nothing() {
    for (path, endpoint) in [
        ("/explorer", Endpoint::Page),
        ("/explorer/", Endpoint::Page),
        ("/explorer//", Endpoint::Page),
        ("/explorer/tools", Endpoint::Tools),
        ("/explorer/tools/", Endpoint::Tools),
        ("/explorer/resources/read/", Endpoint::ReadResource),
        ("/explorer/server/", Endpoint::Server),
    ] {
        assert_eq!(found(&Method::GET, path), (endpoint, String::new()), "{path}");
        assert_eq!(found(&Method::HEAD, path).0, endpoint, "{path}");
    }
    assert_eq!(found(&Method::GET, "/explorer/tools/a/b/"), (Endpoint::Tool, "a/b".to_owned()));
    for path in ["toolsx", "other", "resources/other", "server/other", "sandboxed", "sandbox/other"] {
        assert_eq!(mismatch(&Method::GET, &format!("/explorer/{path}")), Mismatch::UnknownPath, "{path}");
    }
}

#[test]
fn an_empty_name_is_between_two_slashes() {
    assert_eq!(found(&Method::GET, "/explorer/tools//"), (Endpoint::Tool, String::new()));
    assert_eq!(found(&Method::POST, "/explorer/tools//call"), (Endpoint::Call, String::new()));
    assert_eq!(found(&Method::POST, "/explorer/tools//validate"), (Endpoint::Validate, String::new()));
    assert_eq!(found(&Method::GET, "/explorer/tools/%2F"), (Endpoint::Tool, "/".to_owned()));
}

#[test]
fn an_action_is_the_last_segment_and_takes_post() {
    assert_eq!(found(&Method::POST, "/explorer/tools/a/b/call"), (Endpoint::Call, "a/b".to_owned()));
    assert_eq!(found(&Method::POST, "/explorer/tools/a/call/validate"), (Endpoint::Validate, "a/call".to_owned()));
    assert_eq!(found(&Method::GET, "/explorer/tools/a/call"), (Endpoint::Tool, "a/call".to_owned()));
    assert_eq!(tool_of_action("a/call"), Some("a"));
    assert_eq!((tool_of_action("call"), tool_of_action("a/list")), (None, None));
}

#[test]
fn another_method_names_those_that_are_allowed() {
    for (method, path, allow) in [
        (Method::PUT, "tools", "GET, HEAD"),
        (Method::POST, "", "GET, HEAD"),
        (Method::POST, "tools/call", "GET, HEAD"),
        (Method::DELETE, "tools/a/call", "GET, HEAD, POST"),
        (Method::GET, "sandbox/policy", "POST"),
    ] {
        let path = format!("/explorer/{path}");
        assert_eq!(mismatch(&method, &path), Mismatch::MethodNotAllowed(allow), "{method} {path}");
    }
    let reading = matched(&Method::POST, "/explorer/resources/read").unwrap();
    assert_eq!(reading.permission, Permission::Resources, "the guards of the path hold for every method");
}

proptest! {
    #[test]
    fn every_path_under_the_prefix_is_matched(rest in "(/.*)?", method in "[A-Z]{3,7}") {
        let path = format!("/explorer{rest}");
        prop_assert!(matched(&method.parse().unwrap(), &path).is_some());
    }

    #[test]
    fn every_name_survives_encoding(name in ".*", call: bool) {
        let encoded = percent_encoding::utf8_percent_encode(&name, percent_encoding::NON_ALPHANUMERIC);
        let (action, endpoint) = if call { ("call", Endpoint::Call) } else { ("validate", Endpoint::Validate) };
        let path = format!("/explorer/tools/{encoded}/{action}");
        prop_assert_eq!(found(&Method::POST, &path), (endpoint, name));
    }
}
