//! The agent as a user sees it, in front of the demo's server.

use std::process::Command;

use axum::Router;

#[test]
fn every_call_gets_the_answer_that_it_should() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let router = Router::new().nest_service("/mcp", demo::service());
    runtime.spawn(async { axum::serve(listener, router).await });
    let output = Command::new(env!("CARGO_BIN_EXE_demo-agent")).args([&url, "--pause", "0"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<_> = said.lines().filter_map(|line| line.strip_prefix("  → ")).collect();
    assert_eq!(answers.len(), 8, "{said}");
    assert!(answers[0].starts_with("Lisbon") && answers[2].contains("42"), "{said}");
    assert!(answers.iter().all(|answer| !answer.is_empty() && !answer.contains("unknown tool")), "{said}");
}

#[test]
fn without_the_demo_the_agent_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_demo-agent")).arg("http://127.0.0.1:9/mcp").output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("The agent cannot connect to http://127.0.0.1:9/mcp: "), "{said}");
    assert!(said.ends_with("Is the demo running? Start it by: cargo xtask demo\n"), "{said}");
}
