//! The process: its environment, its folder, and its end.

use std::collections::BTreeSet;

use mcp_ui_host::{ConsoleSource, StdioOptions, StdioServer};
use serde_json::{Value, json};

use crate::support::{Client, begin, command, within, written};

#[tokio::test]
async fn the_environment_is_small_and_the_folder_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let command = command(&[]).env("MY_SETTING", "1").cwd(folder.path());
    let server = StdioServer::start(command, StdioOptions::new());
    let client = Client::begin(&server, json!({})).await;
    let environment: Value = serde_json::from_str(&client.call("environment", json!({})).await).unwrap();
    let names: BTreeSet<_> = environment.as_object().unwrap().keys().map(String::as_str).collect();
    let basic = ["HOME", "LANG", "LC_CTYPE", "MY_SETTING", "PATH", "SHELL", "TERM", "TMPDIR", "USER"];
    // Other tests cover the variables for certificates and proxies.
    let of_networks = ["CERT", "CA_BUNDLE", "PROXY", "proxy"];
    let allowed = |name: &str| basic.contains(&name) || of_networks.iter().any(|part| name.contains(part));
    // Shells and pyenv, which may be in front of Python, add their own.
    let foreign: Vec<_> = names.iter().filter(|name| std::env::var_os(name).is_some() && !allowed(name)).collect();
    let foreign: Vec<_> = foreign
        .into_iter()
        .filter(|name| !name.starts_with("PYENV") && !["PWD", "SHLVL", "_"].contains(name))
        .collect();
    assert!(foreign.is_empty() && names.contains("MY_SETTING") && names.contains("PATH"), "{foreign:?}");
    let place = client.call("where", json!({})).await;
    assert_eq!(std::fs::canonicalize(place).unwrap(), std::fs::canonicalize(folder.path()).unwrap());
}

/// Returns whether a process is running. A zombie does not count.
#[cfg(target_os = "linux")]
pub(crate) fn is_running(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_process_and_its_own_children_end_with_the_server() {
    for faults in [
        &[][..],
        &["--fault", "ignores the end of stdin"],
        &["--fault", "ignores the end of stdin", "--fault", "ignores SIGTERM"],
    ] {
        let (server, client) = begin(&[&["--fault", "has a child"], faults].concat()).await;
        let pid = client.call("pid", json!({})).await;
        let child = written(&server, ConsoleSource::Stderr, "child ").await.replace("child ", "");
        assert!(is_running(&pid) && is_running(&child));
        within(server.shut_down()).await;
        assert!(!is_running(&pid), "{faults:?}");
        within(async {
            while is_running(&child) {
                tokio::task::yield_now().await;
            }
        })
        .await;
        assert_eq!(client.request(json!(1), "tools/list", json!({})).await.status, 503);
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_process_ends_with_the_last_handle() {
    let (server, client) = begin(&[]).await;
    let pid = client.call("pid", json!({})).await;
    drop(client);
    drop(server);
    within(async {
        while is_running(&pid) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
}
