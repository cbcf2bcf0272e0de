//! The parts of the server that operators rely on: the log, the cache, readiness and shutdown.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use serde_json::Value;

use mcp_ui_host_e2e::{Server, component, explorer_with};

fn get(path: &str) -> Request<Bytes> {
    Request::get(path).header("host", "localhost").body(Bytes::new()).unwrap()
}

#[tokio::test]
async fn the_log_in_json_has_the_output_of_components() {
    let env = [("MCP_UI_ALLOW_EXECUTE", "true")];
    let server = Server::start(&explorer_with("fixture-hostile-tools"), &env, &["--log-format", "json"]);
    assert_eq!(server.post("/explorer/tools/trap/call", "{}").await.0, 500);
    let of_component = server.logged(|line| line.contains("a tool has trapped")).await;
    let of_component: Value = serde_json::from_str(&of_component).unwrap();
    assert_eq!(of_component["target"], "component");
    assert_eq!(of_component["fields"]["stream"], "stderr");
    assert!(of_component["fields"]["instance"].is_u64());
    let of_host = server.logged(|line| line.contains("instance failed")).await;
    let of_host: Value = serde_json::from_str(&of_host).unwrap();
    assert_eq!(of_host["level"], "ERROR");
    assert_eq!(of_host["fields"]["instance"], of_component["fields"]["instance"]);
    assert!(server.log().lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", server.log());
}

#[tokio::test]
async fn the_level_of_a_line_is_that_of_the_component() {
    let env = [("MCP_UI_THEME", "purple")];
    let server = Server::start(&explorer_with("fixture-hostile-tools"), &env, &["--log-format", "json"]);
    let line = server.logged(|line| line.contains("invalid settings")).await;
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["level"], &line["target"]), (&"ERROR".into(), &"component".into()), "{line}");
    // The error was reported before any request, and the server is not ready.
    let line = server.logged(|line| line.contains("the component failed the readiness check")).await;
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["fields"]["path"], "/explorer", "{line}");
    assert_eq!(server.get("/readyz").await, (503, r#"{"ready":false}"#.to_owned()));
}

#[tokio::test]
async fn the_line_of_a_trap_names_the_tool_and_has_no_colours() {
    let env = [("MCP_UI_ALLOW_EXECUTE", "true")];
    let server = Server::start(&explorer_with("fixture-hostile-tools"), &env, &[]);
    assert_eq!(server.post("/explorer/tools/trap/call", "{}").await.0, 500);
    server.logged(|line| line.contains("component failed") && line.contains("/explorer/tools/trap/call")).await;
    let body = Bytes::from_static(br#"{"params":{"name":"trap","arguments":{}},"capabilities":{}}"#);
    let request = Request::post("/explorer/rpc/tools/call").header("host", "localhost").header("mcp-name", "trap");
    server.send(request.header("content-type", "application/json").body(body).unwrap()).await;
    server.logged(|line| line.contains("/explorer/rpc/tools/call") && line.contains("name=\"trap\"")).await;
    assert!(!server.log().contains('\u{1b}'), "{}", server.log());
}

/// Starts a server that answers each connection with `fetched`.
fn start_target() -> std::net::SocketAddr {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]).unwrap();
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 7\r\nconnection: close\r\n\r\nfetched").unwrap();
        }
    });
    address
}

#[tokio::test]
async fn outgoing_requests_are_denied_unless_their_origin_is_allowed() {
    let address = start_target();
    let start = |options: &[&str]| Server::start(&[component("fixture-backend")], &[], options);
    let path = format!("/fetch/{address}/x");
    for options in [&[][..], &["--allow-outbound", "http://127.0.0.1:1"]] {
        let server = start(options);
        assert_eq!(server.get(&path).await.0, 500);
        let line = server.logged(|line| line.contains("outgoing request denied")).await;
        assert!(line.contains("--allow-outbound") && line.contains(&address.to_string()), "{line}");
    }
    let server = start(&["--allow-outbound", "http://127.0.0.1:1", "--allow-outbound", &format!("http://{address}")]);
    assert_eq!(server.get(&path).await, (200, "fetched".to_owned()));
}

/// Returns the compiled code files below a folder, with their modification times. Wasmtime's statistics are omitted.
fn compiled(folder: &Path) -> Vec<(String, SystemTime)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(compiled(&path));
        } else if path.extension().is_none() {
            found.push((path.display().to_string(), path.metadata().unwrap().modified().unwrap()));
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn code_is_compiled_once_for_all_starts() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cache-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    // Relative to the package folder.
    let relative = format!("../../target/tmp/{}", folder.file_name().unwrap().to_str().unwrap());
    assert!(Path::new(&relative).is_dir());
    let start = || Server::start(&[component("fixture-hello")], &[], &["--cache", &relative]);
    assert_eq!(start().get("/").await.0, 200);
    let first = compiled(&folder);
    assert!(!first.is_empty(), "nothing is cached in {}", folder.display());
    assert_eq!(start().get("/").await.0, 200);
    assert_eq!(compiled(&folder), first);
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn readiness_checks_are_handled_by_the_server() {
    let options = ["--ready-path", "/seen"];
    let server = Server::start(&[component("fixture-backend")], &[], &options);
    let check = async |method| {
        let request = Request::builder().method(method).uri("/seen?any").header("host", "localhost");
        server.send(request.body(Bytes::new()).unwrap()).await
    };
    assert_eq!(check("GET").await.body(), r#"{"ready":true}"#);
    let head = check("HEAD").await;
    assert_eq!((head.status().as_u16(), &head.headers()["content-length"]), (200, &"14".parse().unwrap()));
    let refused = check("POST").await;
    assert_eq!((refused.status().as_u16(), &refused.headers()["allow"]), (405, &"GET, HEAD".parse().unwrap()));
}

/// Returns whether the server reports its shutdown. A connection that the server accepts at that moment may get no
/// response.
async fn reports_shutdown(server: &Server) -> bool {
    let mut connection = server.connect().await;
    let response = connection.send_request(get("/readyz").map(Full::new)).await;
    response.is_ok_and(|response| response.status().as_u16() == 503)
}

#[tokio::test]
async fn running_requests_finish_before_the_server_exits() {
    let mut server = Server::start(&[component("fixture-backend")], &[], &[]);
    assert_eq!(server.get("/readyz").await, (200, r#"{"ready":true}"#.to_owned()));
    let running = server.begin(get("/bytes/50000000")).await;
    server.terminate();
    let mut attempts = 500;
    while !reports_shutdown(&server).await {
        assert_ne!(attempts, 0, "the server does not report its shutdown");
        attempts -= 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(server.get("/readyz").await, (503, r#"{"ready":false}"#.to_owned()));
    let refused = server.send(get("/bytes/1")).await;
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (503, &"1".parse().unwrap()));
    assert_eq!(running.into_body().collect().await.unwrap().to_bytes().len(), 50_000_000);
    assert!(server.wait());
    assert!(!server.log().contains("ERROR"), "{}", server.log());
}

#[tokio::test]
async fn requests_are_aborted_after_the_shutdown_timeout() {
    let mut server = Server::start(&[component("fixture-backend")], &[], &["--shutdown-timeout", "0.2"]);
    let running = server.begin(get("/bytes/50000000")).await;
    server.terminate();
    assert!(server.wait());
    assert!(running.into_body().collect().await.is_err());
    server.logged(|line| line.contains("requests are still running after the shutdown timeout and are aborted")).await;
    assert!(!server.log().contains("ERROR"), "{}", server.log());
}

#[tokio::test]
async fn an_instance_that_ends_at_shutdown_is_not_an_error() {
    let mut server = Server::start(&[component("fixture-hello")], &[], &[]);
    assert_eq!(server.get("/").await.0, 200);
    server.terminate();
    assert!(server.wait());
    // The runner recognizes an instance dropped at shutdown by wasmtime's error message. This test fails if wasmtime
    // changes that message.
    let line = server.logged(|line| line.contains("instance dropped at shutdown")).await;
    assert!(line.contains("DEBUG"), "{line}");
    assert!(!server.log().contains("ERROR"), "{}", server.log());
}
