use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use http::{HeaderName, HeaderValue};
use mcp_ui_host::authorization::Visitor;
use mcp_ui_host::{ProtocolChoice, Questions, StdioCommand, StdioOptions};

use super::{SignInArgs, StartOptions, Target, url};
use crate::commands::seconds::Seconds;
use crate::commands::{Failure, variable};

/// Default for `--timeout`: the timeout for a tool to finish or to report progress, after which the call fails.
const CALL_TIMEOUT: Duration = Duration::from_mins(2);

/// The options that select an MCP server and say how to reach it. The URL is an argument of each command, because
/// commands differ in what may follow it.
#[derive(Clone, Debug, Args)]
pub(crate) struct TargetArgs {
    /// Command that starts an MCP server over stdio, with its arguments.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,

    /// Environment variable for the command. Without a value, it is taken from this program's environment. The command
    /// also gets PATH, HOME, LANG, TERM, USER, SHELL, TMPDIR, the variables for certificates, and those for proxies
    /// that contain no password. Can be repeated.
    #[arg(short = 'e', long = "env", value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, String)>,

    /// Working directory for the command.
    #[arg(long, value_name = "FOLDER")]
    cwd: Option<PathBuf>,

    /// Header for every request to the URL, such as 'Authorization: Bearer …'. Can be repeated.
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    header: Vec<(HeaderName, HeaderValue)>,

    #[command(flatten)]
    pub(crate) sign_in: SignInArgs,

    /// Protocol revision to speak with the command: auto, both, 2026-07-28, or an older one such as 2025-11-25. With
    /// `both`, `mcp-ui open` starts a process with sessions and one for 2026-07-28.
    #[arg(long, value_name = "REVISION", default_value = "auto")]
    protocol: ProtocolChoice,

    /// Timeout in seconds for a tool call. Progress restarts it.
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds(CALL_TIMEOUT))]
    timeout: Seconds,

    /// Time in seconds for the server to start and to answer its first request.
    #[arg(long, value_name = "SECONDS", default_value_t = Seconds(StdioOptions::DEFAULT_INIT_TIMEOUT))]
    init_timeout: Seconds,
}

impl TargetArgs {
    /// Returns the target: the server at the URL, or the command.
    pub(crate) fn target(&self, url: Option<&str>) -> Result<Target, Failure> {
        match (url, self.command.as_slice()) {
            (Some(url), []) => self.check_for_url().and_then(|()| self.at(url)),
            (None, words @ [_, ..]) => self.check_for_command().and_then(|()| self.started_by(words)),
            (Some(_), _) => Err(Failure::usage("Specify either a URL or a command after `--`, not both.")),
            (None, []) => Err(Failure::usage("Specify a URL, or a command after `--`. See --help.")),
        }
    }

    /// Splits the words on a command line into the target and the rest. Unless there is a command, the first word is
    /// the target's URL.
    pub(crate) fn split<'w>(&self, words: &'w [String]) -> Result<(Target, &'w [String]), Failure> {
        if !self.command.is_empty() {
            return Ok((self.target(None)?, words));
        }
        let (url, rest) = words.split_first().map_or((None, words), |(url, rest)| (Some(url.as_str()), rest));
        Ok((self.target(url)?, rest))
    }

    fn check_for_url(&self) -> Result<(), Failure> {
        let is_given = [
            ("-e", !self.env.is_empty()),
            ("--cwd", self.cwd.is_some()),
            ("--protocol", self.protocol != ProtocolChoice::Auto),
        ];
        if let Some((option, _)) = is_given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::usage(format!("{option} works only with a command, not with a URL.")));
        }
        Ok(())
    }

    fn check_for_command(&self) -> Result<(), Failure> {
        if !self.header.is_empty() {
            return Err(Failure::usage(
                "--header works only with a URL. Pass credentials to a command with -e NAME=VALUE.",
            ));
        }
        Ok(())
    }

    /// Returns the server at a URL.
    pub(crate) fn at(&self, text: &str) -> Result<Target, Failure> {
        let (completed, url) = url::complete(text)?;
        if completed {
            eprintln!("Opening {url}");
        }
        Ok(Target::Url {
            url,
            headers: self.header.iter().cloned().collect(),
            sign_in: Box::new(self.sign_in.clone()),
            shown: None,
        })
    }

    /// Returns the server that a command starts.
    pub(crate) fn started_by(&self, words: &[impl AsRef<OsStr>]) -> Result<Target, Failure> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(Failure::usage("The server has no command."));
        };
        let command = StdioCommand::new(program.as_ref()).args(arguments);
        let command = self.env.iter().fold(command, |command, (name, value)| command.env(name, value));
        Ok(Target::Command(match &self.cwd {
            Some(directory) => command.cwd(directory),
            None => command,
        }))
    }

    /// The options for starting a server.
    pub(crate) fn start_options(&self) -> StartOptions {
        StartOptions {
            protocol: self.protocol,
            init_timeout: self.init_timeout.0,
            visitor: Visitor::Nobody,
            questions: Questions::All,
        }
    }

    /// The time limit for a tool to finish, or to report progress.
    pub(crate) fn call_timeout(&self) -> Duration {
        self.timeout.0
    }
}

fn header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = text.split_once(':').ok_or("expected NAME: VALUE")?;
    let name =
        name.trim().parse().map_err(|_| "the header's name contains characters that are not allowed in headers")?;
    let mut value: HeaderValue =
        value.trim().parse().map_err(|_| "the value contains characters that are not allowed in headers")?;
    value.set_sensitive(true);
    Ok((name, value))
}
