//! The output of the command: addresses on stdout, everything else on stderr.

use std::io::{self, Write as _};

use serde_json::{Map, Value, json};

use crate::commands::Failure;
use crate::commands::harmless::{harmless, harmless_json};
use crate::commands::target::Doubt;

/// Prints the address of the page, and the configuration of agents: the name and the endpoint of each server.
pub(super) fn announce(page: &str, servers: &[(&str, String)], token: Option<&str>, per_client: bool) {
    let servers_of_agents = match (servers.len(), per_client) {
        (1, false) => "the same server, and share its state,",
        (_, false) => "the same servers, and share their state,",
        (_, true) => "a process of their own",
    };
    let configuration = json!({ "mcpServers": configuration(servers, token) }).to_string();
    let configuration = harmless_json(&configuration);
    let text = format!(
        "The explorer is at {page}\n\nAgents connect to {servers_of_agents} by this configuration:\n{configuration}\n"
    );
    // Fails if the reader, such as `head`, has gone.
    let _ = io::stdout().write_all(text.as_bytes());
    eprintln!();
    eprintln!("Press Ctrl-C to stop.");
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

/// Prints why one of several servers cannot be used. What the server has said in it cannot control the terminal.
pub(super) fn failure(name: &str, failure: &Failure) {
    eprintln!("{}", harmless(&format!("{name}: {failure}")));
}

/// Prints what may be wrong with the server.
pub(super) fn doubt(doubt: &Doubt) {
    match doubt {
        Doubt::NeedsCredentials(text) => {
            eprintln!(
                "{text} Sign in or enter a token in the page, or give one by --header 'Authorization: Bearer …'."
            );
        }
        Doubt::NoEndpoint(text) => {
            eprintln!("{text} If the page shows no tools, check the path of the MCP endpoint.");
        }
    }
}
