//! Errors for files that cannot be served and for invalid settings state the problem and a remedy.

use std::fs;
use std::path::Path;

use mcp_ui_host_e2e::{Server, component, explorer_with, middleware_before, run};

fn refused(arguments: &[&Path]) -> String {
    let serve = Path::new("serve");
    let output = run([&[serve], arguments].concat());
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_file_that_is_not_a_component_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let text = folder.join("text.wasm");
    fs::write(&text, "text").unwrap();
    assert!(refused(&[&text]).contains("text.wasm is not a WebAssembly component"));
    let module = folder.join("module.wasm");
    fs::write(&module, b"\0asm\x01\0\0\0").unwrap();
    assert!(refused(&[&module]).contains("module.wasm is a core module, not a component"));
    let broken = folder.join("broken.wasm");
    fs::write(&broken, b"\0asm\x0d\0\x01\0\xff").unwrap();
    assert!(refused(&[&broken]).contains("broken.wasm is not valid"));
    assert!(refused(&[Path::new("/no/such/file")]).contains("/no/such/file cannot be read"));
}

#[test]
fn a_missing_import_is_named_with_a_remedy() {
    let explorer = refused(&[&component("explorer")]);
    assert!(explorer.contains("explorer.wasm imports mcp-ui:tools/tools-provider@0.2.0"), "{explorer}");
    assert!(explorer.contains("--tools FILE"), "{explorer}");
    let middleware = refused(&[&component("middleware")]);
    assert!(middleware.contains("middleware.wasm imports wasi:http/handler@0.3.0"), "{middleware}");
    assert!(middleware.contains("--middleware FILE BACKEND"), "{middleware}");
}

#[test]
fn a_component_of_another_world_is_named() {
    let tools = refused(&[&component("fixture-corpus-tools")]);
    assert!(tools.contains("it is a tools component; serve the explorer with it"), "{tools}");
    let hello = component("fixture-hello");
    let plugged = refused(&[&component("explorer"), Path::new("--tools"), &hello]);
    assert!(plugged.contains("supplies nothing that"), "{plugged}");
    assert!(plugged.contains("exports wasi:http/handler@0.3.0"), "{plugged}");
}

#[test]
fn a_limit_out_of_range_is_refused_with_the_valid_range() {
    let hello = component("fixture-hello");
    for (limit, range) in
        [("--concurrent-requests=5000", "1..=4096"), ("--memory=0", "1..=4096"), ("--total-memory=0", "1..=")]
    {
        let message = refused(&[&hello, Path::new(limit)]);
        assert!(message.contains(range), "{message}");
    }
    let message = refused(&[&hello, Path::new("--memory=1")]);
    assert!(
        message.contains("fixture-hello.wasm needs 2 MiB of memory to start; set `--memory 2` or more"),
        "{message}"
    );
    let message = refused(&[&hello, Path::new("--total-memory=1")]);
    assert!(
        message.contains("fixture-hello.wasm needs 2 MiB of memory to start; set `--total-memory 2` or more"),
        "{message}"
    );
}

#[test]
fn a_composition_can_be_written() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("composed.wasm");
    let mut arguments = explorer_with("fixture-corpus-tools");
    arguments.extend(["--output".into(), out.clone()]);
    let output = run([vec!["compose".into()], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read(out).unwrap().starts_with(b"\0asm\x0d\0\x01\0"));
}

#[tokio::test]
async fn an_invalid_setting_is_reported_on_ui_paths_and_other_paths_still_work() {
    let env = [("MCP_UI_PREFIX", "/ui"), ("MCP_UI_THEME", "pink")];
    let server = Server::start(&middleware_before("fixture-backend"), &env, &[]);
    for path in ["/ui", "/ui/tools"] {
        let (status, body) = server.get(path).await;
        assert_eq!(status, 500);
        assert!(body.contains("MCP_UI_THEME") && body.contains("pink") && body.contains("dark"), "{body}");
    }
    assert_eq!(server.get("/bytes/3").await, (200, "...".to_owned()));
    assert_eq!(server.get("/explorer").await.0, 404);
}

#[tokio::test]
async fn a_build_without_validation_says_so() {
    let serve = [component("fixture-backend"), "--middleware".into(), component("middleware-without-validation")];
    let server = Server::start(&serve, &[], &[]);
    let (status, body) = server.post("/explorer/tools/echo/validate", "{}").await;
    assert_eq!(status, 501, "{body}");
    assert!(body.starts_with(r#"{"error":""#), "{body}");
}

#[tokio::test]
async fn calls_need_the_token_that_is_set() {
    let env = [("MCP_UI_ALLOW_EXECUTE", "true"), ("MCP_UI_TOKEN", "sesame")];
    let server = Server::start(&explorer_with("fixture-corpus-tools"), &env, &[]);
    let call = async |token: &str| {
        let request = http::Request::post("/explorer/tools/echo/call").header("host", "localhost");
        let request = request.header("authorization", token).body(bytes::Bytes::new()).unwrap();
        server.send(request).await.status().as_u16()
    };
    assert_eq!(call("Bearer sesame").await, 200);
    assert_eq!(call("Bearer sesam").await, 401);
    assert_eq!(call("").await, 401);
}
