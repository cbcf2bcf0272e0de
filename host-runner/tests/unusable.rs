//! Errors for components that cannot run state the problem and a remedy.

use mcp_ui_host::{Binary, ComponentService, Options};

fn refused(text: &str) -> String {
    let binary = Binary::new("it.wasm", wat::parse_str(text).unwrap()).unwrap();
    ComponentService::new(&binary, Options::new().without_cache()).unwrap_err().to_string()
}

#[test]
fn a_missing_import_is_named_with_a_remedy() {
    for (import, help) in [
        ("wasi:http/handler@0.3.0", "the component is a middleware and needs a service behind it"),
        ("wasi:http/handler@0.4.0", "this runner supports WASI 0.2 and 0.3"),
        ("wasi:cli/environment@0.3.0-rc-1", "that is a preview; build the component for a release"),
        ("wasi:nn/graph@0.2.0", "this runner supports the interfaces of"),
        ("mcp-ui:tools/tool-handler@0.2.0", "serve it with a tools component ("),
        ("mcp-ui:tools/tool-handler@0.1.0", "this runner supports version 0.2 of it"),
        ("acme:thing/api@1.0.0", "compose the component with one that exports it"),
    ] {
        let message = refused(&format!(r#"(component (import "{import}" (instance (export "f" (func)))))"#));
        assert!(message.starts_with(&format!("it.wasm imports {import}, which is missing: {help}")), "{message}");
    }
}

#[test]
fn too_many_memories_are_refused_with_the_setting_that_helps() {
    let instances = "(core instance (instantiate $m))".repeat(5);
    let text = format!("(component (core module $m (memory 1)) {instances})");
    let binary = Binary::new("it.wasm", wat::parse_str(text).unwrap()).unwrap();
    let refused = |count| {
        let options = Options::new().without_cache().concurrent_requests(count);
        ComponentService::new(&binary, options).unwrap_err().to_string()
    };
    let message = refused(4_096);
    assert!(message.starts_with("it.wasm has 5 memories"), "{message}");
    assert!(message.ends_with("set `--concurrent-requests 3276`"), "{message}");
    assert!(refused(3_276).contains("it cannot be served"));
}

#[test]
fn a_component_that_cannot_be_served_is_described() {
    for (export, help) in [
        ("wasi:http/incoming-handler@0.2.3", "it is a WASI 0.2 service; build it for WASI 0.3"),
        ("wasi:http/handler@0.4.0", "it exports another version of this interface"),
        ("wasi:cli/run@0.2.3", "it is a command"),
        ("mcp-ui:tools/exchange@0.2.0", "it is the explorer for hosts that have an HTTP server"),
        ("acme:thing/api@1.0.0", "it exports acme:thing/api@1.0.0"),
    ] {
        let message = refused(&format!(r#"(component (instance $i) (export "{export}" (instance $i)))"#));
        let begin = "it.wasm does not export wasi:http/handler@0.3.0, so it cannot be served: ";
        assert!(message.starts_with(&format!("{begin}{help}")), "{message}");
    }
}
