//! A server's console in the terminal.

use mcp_ui_host::{Console, ConsoleSource};

use crate::commands::harmless::harmless;

/// Maximum number of console lines to read at once. The rest follows in later reads.
const LINES: usize = 256;

/// Prints the server's console as it is written, starting with line `next`. A terminal that is slower than the server
/// misses lines.
pub(crate) async fn follow(console: Console, next: u64) {
    print(console, next, "", "server").await;
}

/// Prints the console for one of several servers, with the server's name before each line.
pub(crate) async fn follow_as(console: Console, name: String) {
    print(console, 0, &format!("{name}: "), &name).await;
}

/// Prints the console. `about` is the prefix for lines about the server, and `server` is its name.
async fn print(console: Console, mut next: u64, about: &str, server: &str) {
    loop {
        console.written(next).await;
        for line in console.lines_from(next, LINES) {
            if line.number > next {
                eprintln!("{about}… ({} lines are not shown)", line.number - next);
            }
            next = line.number + 1;
            let text = harmless(&line.text);
            match line.source {
                ConsoleSource::Runner => eprintln!("{about}{text}"),
                ConsoleSource::Stdout => eprintln!("{server} (stdout): {text}"),
                _ => eprintln!("{server}: {text}"),
            }
        }
    }
}
