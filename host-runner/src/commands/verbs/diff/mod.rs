//! `mcp-ui diff`: the changes between two servers, or between two versions of one.

mod report;
mod side;

use clap::{Args, ValueEnum};
use tower_mcp_ui::definitions::Impact;

use self::side::Side;
use super::lock::changes;
use super::output;
use crate::commands::Failure;
use crate::commands::harmless::harmless;
use crate::commands::target::TargetArgs;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui diff [OPTIONS] A B",
    after_help = "Each side is one of these:\n  \
        https://example.com/mcp       a server at a URL\n  \
        'cmd:python3 my_server.py'    a server over stdio\n  \
        mcp-ui.lock                   a lock, as `mcp-ui test` writes it\n  \
        git:v1.2:mcp-ui.lock          a lock at a git revision\n\n\
        Examples:\n  \
        mcp-ui diff git:main:mcp-ui.lock mcp-ui.lock --markdown\n  \
        mcp-ui diff mcp-ui.lock 'cmd:python3 my_server.py' --fail-on any\n\n\
        Exit codes: 0 no change that --fail-on names, 1 at least one, 3 a server requires credentials, 4 it cannot be \
        started or reached, 64 wrong usage or an invalid lock."
)]
pub(crate) struct DiffArgs {
    /// Side before the change.
    #[arg(value_name = "A")]
    before: String,

    /// Side after the change.
    #[arg(value_name = "B")]
    after: String,

    /// Changes for which the exit code is 1: breaking ones, also additions, any, or none.
    #[arg(long, value_name = "CHANGES", value_enum, default_value_t = FailOn::Breaking)]
    fail_on: FailOn,

    /// Print Markdown, for a pull request.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Breaking,
    Additive,
    Any,
    Nothing,
}

impl FailOn {
    fn concerns(self, impact: Impact) -> bool {
        match self {
            Self::Breaking => impact == Impact::Breaking,
            Self::Additive => impact != Impact::Other,
            Self::Any => true,
            Self::Nothing => false,
        }
    }
}

impl DiffArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let done = self.compare().await;
        done.map_err(|failure| if self.json { failure.in_json() } else { failure })
    }

    async fn compare(&self) -> Result<(), Failure> {
        if !self.target.command.is_empty() {
            return Err(Failure::wrong_file("Each side is one word. Write a command as 'cmd:python3 my_server.py'."));
        }
        let (before, after) = (Side::parse(&self.before)?, Side::parse(&self.after)?);
        let (before, after) = tokio::try_join!(before.offers(&self.target), after.offers(&self.target))?;
        let changes = changes(&before, &after);
        if self.json {
            output::print_json(&serde_json::to_string(&report::Json::of(&changes))?)?;
        } else if self.markdown {
            output::print_bytes(report::markdown(&changes).as_bytes())?;
        } else {
            output::print_bytes(harmless(&report::text(&changes)).as_bytes())?;
        }
        if changes.iter().any(|change| self.fail_on.concerns(change.difference.impact)) {
            return Err(Failure::tests_failed());
        }
        Ok(())
    }
}
