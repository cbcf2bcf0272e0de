//! The `mcp-ui` commands, one module each.

#[cfg(feature = "open")]
mod config_file;
mod failure;
mod harmless;
#[cfg(feature = "open")]
pub(crate) mod open;
#[cfg(feature = "open")]
mod otlp;
#[cfg(feature = "open")]
mod page;
mod seconds;
#[cfg(feature = "serve")]
pub(crate) mod serve;
#[cfg(feature = "open")]
mod shell;
mod signals;
#[cfg(feature = "open")]
mod target;
#[cfg(feature = "open")]
pub(crate) mod traffic;
#[cfg(feature = "open")]
pub(crate) mod uis;
#[cfg(feature = "open")]
pub(crate) mod verbs;
#[cfg(feature = "open")]
pub(crate) mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use self::failure::Failure;

/// Gives any MCP server a user interface in the browser: its tools as forms, calls with their progress, results and
/// MCP Apps.
#[derive(Debug, Parser)]
#[command(name = "mcp-ui", version)]
#[cfg_attr(
    feature = "open",
    command(after_help = "Examples:\n  \
            mcp-ui open -- npx -y @modelcontextprotocol/server-everything\n  \
            mcp-ui open localhost:3001\n  \
            mcp-ui call get-sum a=2 b=3 -- npx -y @modelcontextprotocol/server-everything\n\n\
            The server is a command after `--`, or a URL. `mcp-ui open --help` has more.")
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Log format. The environment variable `RUST_LOG` sets the level, such as `debug`.
    #[arg(long, global = true, value_enum, default_value = "text", display_order = 900)]
    pub(crate) log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "open")]
    #[command(flatten)]
    Servers(ServersCommand),
    /// Serves a WebAssembly component over HTTP.
    #[cfg(feature = "serve")]
    Serve(Box<serve::ServeArgs>),
    /// Composes WebAssembly components and writes the result to a file, for other hosts.
    #[cfg(feature = "serve")]
    Compose(serve::ComposeArgs),
    /// Ends the servers that a killed `mcp-ui open` or `mcp-ui wrap` left behind.
    #[cfg(all(feature = "open", unix))]
    #[command(hide = true)]
    Watchdog,
}

/// The commands for MCP servers.
#[cfg(feature = "open")]
#[derive(Debug, Subcommand)]
pub(crate) enum ServersCommand {
    /// Opens an MCP server's explorer in the browser.
    Open(Box<open::OpenArgs>),
    /// Runs an agent's server, and copies its messages to every running `mcp-ui open`.
    Wrap(wrap::WrapArgs),
    /// Shows MCP traffic from an OpenTelemetry collector or from files.
    Traffic(traffic::TrafficArgs),
    /// Shows one UI with example data before it is added to a catalog.
    Preview(uis::PreviewArgs),
    /// Checks a folder's UIs against their stories, without a browser.
    Check(uis::CheckArgs),
    /// Lists an MCP server's tools.
    Tools(Box<verbs::ToolsArgs>),
    /// Calls a tool on an MCP server, and prints its result.
    Call(Box<verbs::CallArgs>),
    /// Reads a resource from an MCP server, or lists its resources.
    Read(Box<verbs::ReadArgs>),
    /// Lists an MCP server's prompts, or gets one.
    Prompts(Box<verbs::PromptsArgs>),
    /// Runs tests against an MCP server: calls with expected results.
    Test(Box<verbs::TestArgs>),
    /// Compares what two MCP servers, or two versions of one, offer.
    Diff(Box<verbs::DiffArgs>),
    /// Shows step by step why an MCP server cannot be used.
    Doctor(Box<verbs::DoctorArgs>),
    /// Signs in to an MCP server, and keeps the grant for the other commands.
    Login(Box<verbs::LoginArgs>),
    /// Forgets and revokes the grant for an MCP server.
    Logout(verbs::LogoutArgs),
}

#[cfg(feature = "open")]
impl ServersCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Open(args) => args.run(),
            Self::Wrap(args) => args.run(),
            Self::Traffic(args) => args.run(),
            Self::Preview(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Tools(args) => args.run(),
            Self::Call(args) => args.run(),
            Self::Read(args) => args.run(),
            Self::Prompts(args) => args.run(),
            Self::Test(args) => args.run(),
            Self::Diff(args) => args.run(),
            Self::Doctor(args) => args.run(),
            Self::Login(args) => args.run(),
            Self::Logout(args) => args.run(),
        }
    }
}

/// Parses a variable such as `NAME=VALUE`. A bare `NAME` takes its value from the environment, which keeps secrets out
/// of the process list.
fn variable(text: &str) -> Result<(String, String), String> {
    if let Some((name, value)) = text.split_once('=') {
        return Ok((name.to_owned(), value.to_owned()));
    }
    let value = std::env::var(text).map_err(|_| format!("{text} is not set; use NAME=VALUE"))?;
    Ok((text.to_owned(), value))
}

/// Prints a usage error or the help, and returns the exit code.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    #[cfg(feature = "open")]
    if error.use_stderr() && std::env::args_os().take_while(|word| word != "--").any(|word| word == "--json") {
        let text = error.to_string();
        let failure = Failure::usage(text.strip_prefix("error: ").unwrap_or(&text).trim_end()).in_json();
        failure.report();
        return ExitCode::from(failure.exit_code());
    }
    // Fails if stdout or stderr is closed.
    let _ = error.print();
    #[cfg(feature = "open")]
    if let Some(command) = separated(&std::env::args().skip(1).collect::<Vec<_>>()).filter(|_| error.use_stderr()) {
        eprintln!("\nA command comes after `--`: mcp-ui {command}");
    }
    // In `test` and `diff`, 1 means a failed test or a difference, so wrong usage is 64.
    let wrong = if std::env::args().nth(1).is_some_and(|verb| verb == "test" || verb == "diff") { 64 } else { 1 };
    ExitCode::from(if error.use_stderr() { wrong } else { 0 })
}

/// Returns the words with `--` inserted before the server's command, if it seems to be missing.
#[cfg(feature = "open")]
fn separated(words: &[String]) -> Option<String> {
    let [verb, program, ..] = words else { return None };
    let may_lack = ["open", "doctor", "tools"].contains(&verb.as_str())
        && !words.iter().any(|word| word == "--")
        && !program.starts_with('-')
        && !is_address(program);
    may_lack.then(|| format!("{verb} -- {}", harmless::harmless_line(&words[1..].join(" "))))
}

/// Returns whether a word looks like a URL, or a host with a port.
fn is_address(word: &str) -> bool {
    !word.starts_with('-') && word.contains(':')
}

/// The command-line words. If the first word is a URL, a host with a port, or `--`, `open` is inserted before it.
pub(crate) fn words() -> Vec<OsString> {
    let mut words: Vec<_> = std::env::args_os().collect();
    let is_opened = words.get(1).and_then(|word| word.to_str()).is_some_and(|word| word == "--" || is_address(word));
    if is_opened && cfg!(feature = "open") {
        words.insert(1, "open".into());
    }
    words
}

/// Entry points for the fuzz targets in `host-runner/fuzz`. An error is the message that the user sees.
#[cfg(fuzzing)]
pub(crate) mod fuzzing {
    use std::path::Path;

    use tower_mcp_ui::Traffic;

    use super::config_file::{Answers, ConfigFile};
    use super::traffic::Import;
    pub use super::traffic::fuzz_spans as spans;
    pub use super::verbs::fuzz_test_file as test_file;

    /// Reads a configuration file, and expands the variables of its servers.
    pub fn config_file(path: &Path) -> Result<(), String> {
        let file = ConfigFile::read(path).map_err(|failure| failure.to_string())?;
        for server in &file.servers {
            // Fails if a variable has no value.
            let _resolved = file.resolve(server, &Answers::default());
        }
        Ok(())
    }

    /// Imports a traffic file.
    pub fn import(path: &Path, traffic: &Traffic) -> Result<(), String> {
        Import::file(path, 0, traffic).map(drop).map_err(|failure| failure.to_string())
    }
}
