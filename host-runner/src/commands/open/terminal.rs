//! The output of the command: addresses on stdout, everything else on stderr.

use mcp_ui_host::{Console, ConsoleSource};
use serde_json::json;

use super::token::Token;

/// Number of console lines that are printed at once.
const LINES: usize = 256;

/// Prints the address of the explorer, and the configuration of agents.
pub(super) fn announce(explorer: &str, endpoint: &str, token: Option<&Token>) {
    let mut server = json!({ "type": "http", "url": endpoint });
    if let Some(token) = token {
        server["headers"] = json!({ "Mcp-Ui-Token": token.as_str() });
    }
    println!("The explorer is at {explorer}");
    println!();
    println!("Agents connect to the same server, and share its state, by this configuration:");
    println!("{}", json!({ "mcpServers": { "mcp-ui": server } }));
    eprintln!();
    eprintln!("Press Ctrl-C to stop.");
}

/// Prints the console of the server as it is written. A terminal that is slower than the server misses lines.
pub(super) async fn follow(console: Console) {
    let mut next = 0;
    loop {
        console.written(next).await;
        for line in console.lines_from(next, LINES) {
            if line.number > next {
                eprintln!("… ({} lines are not shown)", line.number - next);
            }
            next = line.number + 1;
            match line.source {
                ConsoleSource::Runner => eprintln!("{}", line.text),
                ConsoleSource::Stdout => eprintln!("server (stdout): {}", line.text),
                _ => eprintln!("server: {}", line.text),
            }
        }
    }
}
