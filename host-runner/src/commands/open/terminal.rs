//! The command's output: URLs on stdout, everything else on stderr.

use std::io::{self, IsTerminal as _, Write as _};

use clap::builder::styling::Style;
use mcp_ui_host::live::LiveClient;
use serde_json::{Map, Value, json};

use super::introduction::Introduction;
use crate::commands::Failure;
use crate::commands::harmless::{harmless, harmless_json, harmless_line};
use crate::commands::shell::shell_word;
use crate::commands::target::Doubt;

const BOLD: Style = Style::new().bold();

/// Prints the page's URL, and the configuration for agents with each server's name and endpoint. For a single server,
/// also prints a command for Claude Code.
pub(super) fn announce(page: &str, servers: &[(&str, String)], token: Option<&str>, per_client: bool) {
    let connect = match (servers.len(), per_client) {
        (1, false) => "To connect an agent to this server:",
        (_, false) => "To connect an agent to these servers:",
        (_, true) => "To connect agents, each to a process of its own:",
    };
    let configuration = json!({ "mcpServers": configuration(servers, token) }).to_string();
    let configuration = harmless_json(&configuration);
    let for_claude = match servers {
        [(name, endpoint)] => format!("\n{}\n", command_for_claude(name, endpoint, token)),
        _ => String::new(),
    };
    let text = format!(
        "MCP UI: {BOLD}{page}{BOLD:#}\n\n\
         {connect}\n{configuration}\n{for_claude}"
    );
    eprintln!();
    // Without colors if stdout is not a terminal. Fails if the reader, such as `head`, is gone.
    let _ = anstream::stdout().write_all(text.as_bytes());
    eprintln!();
    eprintln!("Press Ctrl-C to stop.");
}

/// Introduces the server to the user at a terminal.
pub(super) async fn introduce(client: &LiveClient) {
    if io::stderr().is_terminal()
        && let Some(introduction) = Introduction::of(client).await
    {
        eprintln!("{}", harmless_line(&introduction.to_string()));
    }
}

fn command_for_claude(name: &str, endpoint: &str, token: Option<&str>) -> String {
    let name = shell_word(&harmless_line(name));
    let header = token.map(|token| format!(" --header 'Mcp-Ui-Token: {token}'")).unwrap_or_default();
    format!("Claude Code: claude mcp add --transport http {name} {endpoint}{header}")
}

fn configuration(servers: &[(&str, String)], token: Option<&str>) -> Map<String, Value> {
    let server = |endpoint: &str| {
        let mut server = json!({ "type": "http", "url": endpoint });
        if let Some(token) = token {
            server["headers"] = json!({ "Mcp-Ui-Token": token });
        }
        server
    };
    servers.iter().map(|(name, endpoint)| ((*name).to_owned(), server(endpoint))).collect()
}

/// Prints why one of several servers cannot be used. Server text is escaped, so it cannot control the terminal.
pub(super) fn failure(name: &str, failure: &Failure) {
    eprintln!("{}", harmless(&format!("{name}: {failure}")));
}

/// Prints a possible problem with the server.
pub(super) fn doubt(doubt: &Doubt) {
    match doubt {
        Doubt::NeedsCredentials(text) => {
            eprintln!(
                "{text} Sign in or enter a token in the page, or pass one with --header 'Authorization: Bearer …'."
            );
        }
        Doubt::NoEndpoint(text) => {
            eprintln!("{text} If the page shows no tools, check the URL: `mcp-ui doctor` with it says what is wrong.");
        }
    }
}
