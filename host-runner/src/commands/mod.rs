//! The commands of `mcp-ui`, one module for each.

#[cfg(feature = "open")]
pub(crate) mod open;
mod seconds;
#[cfg(feature = "serve")]
pub(crate) mod serve;
mod signals;

use std::fmt;

use clap::{Parser, Subcommand, ValueEnum};

/// Gives any MCP server a user interface in the browser: its tools as forms, calls with their progress, results and
/// MCP Apps.
#[derive(Debug, Parser)]
#[command(name = "mcp-ui", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Format of the log. The environment variable `RUST_LOG` sets its level, such as `debug`.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub(crate) log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Opens the explorer for an MCP server: a command, or a URL.
    #[cfg(feature = "open")]
    Open(Box<open::OpenArgs>),
    /// Serves a WebAssembly component over HTTP.
    #[cfg(feature = "serve")]
    Serve(Box<serve::ServeArgs>),
    /// Composes WebAssembly components and writes the result to a file, for other hosts.
    #[cfg(feature = "serve")]
    Compose(serve::ComposeArgs),
    /// Ends the servers of an `mcp-ui open` that was killed.
    #[cfg(all(feature = "open", unix))]
    #[command(hide = true)]
    Watchdog,
}

/// The end of a command with an error.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code, as MCP Inspector's command line has them: 1 for usage and everything else, 3 if credentials are
    /// needed, 4 if the server cannot be reached.
    pub(crate) code: u8,
    message: String,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: 1, message: message.into() }
    }

    #[cfg(feature = "open")]
    pub(crate) fn needs_credentials(message: impl Into<String>) -> Self {
        Self { code: 3, message: message.into() }
    }

    #[cfg(feature = "open")]
    pub(crate) fn unreachable(message: impl Into<String>) -> Self {
        Self { code: 4, message: message.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// Parses a variable such as `NAME=VALUE`.
fn variable(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
