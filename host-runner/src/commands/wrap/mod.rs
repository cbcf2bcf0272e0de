//! `mcp-ui wrap`: sits between an agent and a server that the agent starts.

mod install;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitStatus;

use clap::Args;
use mcp_ui_host::StdioCommand;

use super::Failure;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui wrap -- COMMAND [ARGUMENT]...\n       mcp-ui wrap --install FILE [--server NAME]...",
    after_help = "For agents that start their own servers: configure `mcp-ui wrap -- COMMAND` instead of COMMAND. Bytes, \
        signals, environment variables and the exit code pass through unchanged. Each running `mcp-ui open` gets a copy \
        of the messages.\n\n\
        On Windows, the server runs, but copies are not delivered.\n\n\
        Example, in the configuration of an agent:\n  \
        \"command\": \"mcp-ui\", \"args\": [\"wrap\", \"--\", \"npx\", \"-y\", \"@modelcontextprotocol/server-everything\"]\n\n\
        To preview this change to a configuration file, and to apply it:\n  \
        mcp-ui wrap --install .mcp.json\n  \
        mcp-ui wrap --install .mcp.json | patch .mcp.json\n\n\
        Exit codes: that of the command; 4 if it cannot be started, 1 for wrong usage."
)]
pub(crate) struct WrapArgs {
    /// Command that starts an MCP server over stdio, with its arguments.
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "install")]
    command: Vec<OsString>,

    /// An agent's configuration file. Prints the change that puts `mcp-ui wrap` before its commands, and writes
    /// nothing.
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    install: Option<PathBuf>,

    /// Server name in the file, to change that server alone. Can be repeated.
    #[arg(long, value_name = "NAME", requires = "install")]
    server: Vec<String>,
}

impl WrapArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if let Some(file) = &self.install {
            return install::print(file, &self.server);
        }
        let [program, arguments @ ..] = self.command.as_slice() else {
            return Err(Failure::new("Specify a command after `--`. See `mcp-ui wrap --help`."));
        };
        let status = wrap(&StdioCommand::new(program).args(arguments))?;
        end_like(status)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn wrap(command: &StdioCommand) -> Result<ExitStatus, Failure> {
    #[cfg(not(unix))]
    eprintln!("mcp-ui wrap: on this system, no copies of the messages are delivered to explorers.");
    let watchdog = std::env::current_exe().ok();
    mcp_ui_host::wrap::run(command, watchdog.as_deref()).await.map_err(Failure::unreachable)
}

/// Ends this program the way the server ended: with its exit code, or by the same signal.
fn end_like(status: ExitStatus) -> ! {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        use nix::sys::resource::{Resource, setrlimit};

        // The server may have left a core dump. One from this program would be useless.
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
        // Fails for signals that cannot be handled, such as SIGKILL.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        let _ = signal_hook::low_level::raise(signal);
        // The exit code that shells use.
        std::process::exit(128 + signal);
    }
    std::process::exit(status.code().unwrap_or(1))
}
