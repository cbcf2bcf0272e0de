use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use http::uri::Authority;
use mcp_ui_host::ProtocolChoice;

use crate::commands::Failure;
use crate::commands::otlp::OtlpArgs;
use crate::commands::target::TargetArgs;
use crate::commands::uis::UiArgs;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
#[command(
    group = ArgGroup::new("written").multiple(true).args(["folder", "tests"]),
    override_usage = "mcp-ui open [OPTIONS] -- COMMAND [ARGUMENT]...\n       mcp-ui open [OPTIONS] URL\n       \
        mcp-ui open [OPTIONS] --config FILE [--server NAME]...",
    after_help = "Examples:\n  \
        mcp-ui open -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui open -- python3 my_server.py\n  \
        mcp-ui open localhost:3001\n  \
        mcp-ui open https://example.com/mcp --header 'Authorization: Bearer …'\n  \
        mcp-ui open --config .vscode/mcp.json --server github\n\n\
        The explorer and the endpoint for agents require a random token, which is new at each start. Without it, \
        neither web pages nor other users of this machine can use them.\n\n\
        Exit codes: 0 after Ctrl-C, 1 for wrong usage and other errors, 3 if the server refuses the credentials, 4 if \
        the server cannot be started or reached."
)]
pub(crate) struct OpenArgs {
    /// URL of a running server's MCP endpoint. `localhost:3001` means `http://localhost:3001/mcp`.
    #[arg(value_name = "URL", required_unless_present_any = ["command", "config"], conflicts_with = "command")]
    pub(super) url: Option<String>,

    /// An agent's configuration file, with `mcpServers` as in Claude, Cursor and Windsurf, or `servers` as in VS Code.
    /// It is not changed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["url", "command", "env", "cwd", "header"])]
    pub(super) config: Option<PathBuf>,

    /// Server name in the configuration file. Can be repeated. Default: all servers.
    #[arg(long, value_name = "NAME", requires = "config")]
    pub(super) server: Vec<String>,

    /// Start a separate process for each agent, up to 16, instead of one that they share with the explorer.
    #[arg(long, conflicts_with = "url")]
    pub(super) per_client: bool,

    /// Port to listen on. Default: 9470, or the next free one.
    #[arg(long)]
    pub(super) port: Option<u16>,

    /// Address to listen on. An address that other machines can reach needs `--allow-host`.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(super) bind: IpAddr,

    /// Host name under which the explorer may be opened, besides local names such as localhost. Can be repeated.
    #[arg(long, value_name = "NAME", value_parser = host)]
    pub(super) allow_host: Vec<String>,

    /// Do not open the browser.
    #[arg(long)]
    pub(super) no_open: bool,

    /// Show the tools, but run none from the page. Agents can still run them.
    #[arg(long)]
    pub(super) no_execute: bool,

    /// Do not require the token. Every program that reaches the port can then use the server.
    #[arg(long)]
    pub(super) no_token: bool,

    /// Do not record the messages that agents send and receive. The page then shows no traffic.
    #[arg(long, conflicts_with = "collector")]
    pub(super) no_traffic: bool,

    /// When an agent calls a tool with an app, open the app in the page. Viewers can turn this off.
    #[arg(long, conflicts_with = "no_traffic")]
    pub(super) apps: bool,

    /// Test file that the page shows and runs, as `mcp-ui test` does.
    #[arg(long, value_name = "FILE", conflicts_with = "config")]
    pub(super) tests: Option<PathBuf>,

    #[command(flatten)]
    pub(super) uis: UiArgs,

    #[command(flatten)]
    pub(super) otlp: OtlpArgs,

    #[command(flatten)]
    pub(super) target: TargetArgs,
}

/// Parses a host name without scheme, user or port.
fn host(text: &str) -> Result<String, &'static str> {
    let authority: Option<Authority> = text.parse().ok();
    let is_host = authority.is_some_and(|authority| authority.host() == text);
    if is_host { Ok(text.to_owned()) } else { Err("expected a host name such as box.example, without scheme and port") }
}

impl OpenArgs {
    /// Checks that agents have sessions if each agent is to have its own process.
    pub(super) fn check_per_client(&self) -> Result<(), Failure> {
        if self.per_client && self.target.start_options().protocol == ProtocolChoice::Stateless {
            return Err(Failure::new(
                "--per-client needs a revision with sessions: MCP 2026-07-28 has none. Leave out --per-client or \
                 --protocol.",
            ));
        }
        Ok(())
    }

    /// Checks that other machines can reach the explorer only under a given host name.
    pub(super) fn check_address(&self) -> Result<(), Failure> {
        if self.bind.is_loopback() || !self.allow_host.is_empty() {
            return Ok(());
        }
        Err(Failure::new(format!(
            "--bind {} makes the explorer reachable from other machines. With --allow-host, specify the host name that \
             they use.",
            self.bind
        )))
    }

    /// The origin for opening the explorer.
    pub(super) fn origin(&self, address: SocketAddr) -> String {
        match self.allow_host.first().filter(|_| !address.ip().is_loopback()) {
            Some(host) => format!("http://{host}:{}", address.port()),
            None => format!("http://{address}"),
        }
    }
}
