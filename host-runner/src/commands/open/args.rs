use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use http::{HeaderName, HeaderValue};
use mcp_ui_host::{ProtocolChoice, StdioOptions};

use crate::commands::seconds::Seconds;
use crate::commands::variable;

/// Default of `--timeout`.
const CALL_TIMEOUT: Duration = Duration::from_mins(2);

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui open [OPTIONS] -- COMMAND [ARGUMENT]...\n       mcp-ui open [OPTIONS] URL",
    after_help = "Examples:\n  \
        mcp-ui open -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui open -- python3 my_server.py\n  \
        mcp-ui open localhost:3001\n  \
        mcp-ui open https://example.com/mcp --header 'Authorization: Bearer …'\n\n\
        The explorer and the address for agents hold a new random token at each start. Other users of this machine, and \
        web pages, cannot use them without it.\n\n\
        Exit codes: 0 after Ctrl-C, 1 for wrong usage and other errors, 3 if the server refuses the credentials, 4 if \
        the server cannot be started or reached."
)]
pub(crate) struct OpenArgs {
    /// URL of the MCP endpoint of a server that is running already. `localhost:3001` means `http://localhost:3001/mcp`.
    #[arg(value_name = "URL", required_unless_present = "command", conflicts_with = "command")]
    pub(super) url: Option<String>,

    /// Command that starts an MCP server over stdio, with its arguments.
    #[arg(last = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,

    /// Port to listen on. Default: 9470, or the next one that is free.
    #[arg(long)]
    pub(super) port: Option<u16>,

    /// Address to listen on. One that other machines can reach needs `--allow-host`.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(super) bind: IpAddr,

    /// Host name under which the explorer may be opened, besides those of this machine such as localhost. Can be
    /// repeated.
    #[arg(long, value_name = "NAME")]
    pub(super) allow_host: Vec<String>,

    /// Do not open the browser.
    #[arg(long)]
    pub(super) no_open: bool,

    /// Show the tools, but run none from the page. Agents can still run them.
    #[arg(long)]
    pub(super) no_execute: bool,

    /// Do not require the token: every program on this machine can use the server.
    #[arg(long)]
    pub(super) no_token: bool,

    /// Environment variable for the command. Besides these, it gets PATH, HOME, LANG, TERM, USER, SHELL and TMPDIR. Can
    /// be repeated.
    #[arg(short = 'e', long = "env", value_name = "NAME=VALUE", value_parser = variable, conflicts_with = "url")]
    pub(super) env: Vec<(String, String)>,

    /// Working directory of the command.
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    pub(super) cwd: Option<PathBuf>,

    /// Header for every request to the URL, such as 'Authorization: Bearer …'. Can be repeated.
    #[arg(long, value_name = "NAME: VALUE", value_parser = header, conflicts_with = "command")]
    pub(super) header: Vec<(HeaderName, HeaderValue)>,

    /// Protocol revision in which to speak to the command: auto, 2026-07-28, or an older one such as 2025-11-25.
    #[arg(long, value_name = "REVISION", default_value = "auto", conflicts_with = "url")]
    pub(super) protocol: ProtocolChoice,

    /// Time in seconds for a tool to finish, or to report progress.
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds(CALL_TIMEOUT))]
    pub(super) timeout: Seconds,

    /// Time in seconds for the server to start and to answer its first request.
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds(StdioOptions::DEFAULT_INIT_TIMEOUT))]
    pub(super) init_timeout: Seconds,
}

impl OpenArgs {
    /// The origin under which the explorer is opened.
    pub(super) fn origin(&self, address: SocketAddr) -> String {
        match self.allow_host.first().filter(|_| !address.ip().is_loopback()) {
            Some(host) => format!("http://{host}:{}", address.port()),
            None => format!("http://{address}"),
        }
    }
}

fn header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = text.split_once(':').ok_or("expected NAME: VALUE")?;
    let name = name.trim().parse().map_err(|_| "the name of the header has characters that no header has")?;
    let mut value: HeaderValue = value.trim().parse().map_err(|_| "the value has characters that no header has")?;
    value.set_sensitive(true);
    Ok((name, value))
}
