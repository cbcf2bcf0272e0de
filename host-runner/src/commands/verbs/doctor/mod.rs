mod report;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use mcp_ui_host::authorization::Visitor;
use mcp_ui_host::doctor::{Outcome, Problem, Report, Step, examine_command, examine_url};
use serde::Serialize;

use super::lock::Offers;
use super::{EXIT_CODES, output};
use crate::commands::Failure;
use crate::commands::harmless::harmless;
use crate::commands::signals::shutdown_signal;
use crate::commands::target::{Target, TargetArgs};

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui doctor [OPTIONS] -- COMMAND [ARGUMENT]...\n       mcp-ui doctor [OPTIONS] URL",
    after_help = format!("Examples:\n  \
        mcp-ui doctor -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui doctor https://example.com/mcp --header 'Authorization: Bearer …'\n  \
        mcp-ui doctor --report report.md -- python3 my_server.py\n\n{EXIT_CODES}")
)]
pub(crate) struct DoctorArgs {
    /// URL of a running server's MCP endpoint.
    #[arg(value_name = "URL")]
    words: Vec<String>,

    /// Print the steps as JSON.
    #[arg(long)]
    json: bool,

    /// Write the steps, and the findings on the definitions, to a Markdown file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    #[command(flatten)]
    target: TargetArgs,
}

impl DoctorArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let done = self.examine().await;
        done.map_err(|failure| if self.json { failure.in_json() } else { failure })
    }

    async fn examine(&self) -> Result<(), Failure> {
        let (target, rest) = self.target.split(&self.words)?;
        if let [word, ..] = rest {
            return Err(Failure::usage(format!("Unexpected argument: {word:?}.")));
        }
        let report = tokio::select! {
            report = self.report(&target) => report?,
            () = shutdown_signal() => return Err(Failure::new("Interrupted.")),
        };
        if let Some(path) = &self.report {
            // A command is started again to get the definitions.
            let offers =
                if report.failure().is_none() { Some(Offers::of_target(&target, &self.target).await?) } else { None };
            let text = report::markdown(&target.name(), &report, offers.as_ref());
            std::fs::write(path, text)
                .map_err(|error| Failure::new(format!("{} cannot be written: {error}.", path.display())))?;
        }
        let failure = report.failure().map(failure);
        if self.json {
            let error = failure.as_ref().map(Failure::to_json);
            output::print_json(&serde_json::to_string(&Examined { report: &report, error })?)?;
        }
        // The steps have already shown the failure.
        failure.map_or(Ok(()), |failure| Err(failure.silent()))
    }

    async fn report(&self, target: &Target) -> Result<Report, Failure> {
        let options = self.target.start_options();
        let (init_timeout, call_timeout) = (options.init_timeout, self.target.call_timeout());
        let show = |step: &Step| {
            if !self.json {
                // Fails if stdout is closed. The exit code still tells the outcome.
                let _ = output::print_text(&lines(step));
            }
        };
        Ok(match target {
            Target::Command(command) => examine_command(command.clone(), options.stdio(), call_timeout, show).await,
            Target::Url { url, headers, sign_in, .. } => {
                let authorizer = Arc::new(sign_in.authorizer(url, Visitor::Nobody, false)?);
                examine_url(url, headers.clone(), &authorizer, init_timeout, call_timeout, show).await
            }
        })
    }
}

/// The JSON output.
#[derive(Serialize)]
struct Examined<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<serde_json::Value>,
}

/// Converts a failed step to the command's failure.
fn failure(step: &Step) -> Failure {
    let failure = match step.problem {
        Some(Problem::AuthRequired) => Failure::needs_credentials(&step.seen),
        Some(Problem::BadResponse) => Failure::bad_response(&step.seen),
        _ => Failure::unreachable(&step.seen),
    };
    step.next.iter().fold(failure, Failure::hint)
}

/// Formats a step as lines.
fn lines(step: &Step) -> String {
    let outcome = match step.outcome {
        Outcome::Ok => "ok",
        Outcome::Warning => "warning",
        Outcome::Failed => "FAILED",
    };
    let name = serde_json::to_value(step.step).unwrap_or_default();
    let indented = |text: &str| harmless(text).replace('\n', "\n    ");
    let mut lines = format!(
        "{outcome:<8}{:<14}{:>6} ms  {}",
        name.as_str().unwrap_or_default(),
        step.milliseconds,
        indented(&step.seen)
    );
    if let Some(next) = &step.next {
        lines.push_str("\n    → ");
        lines.push_str(&indented(next));
    }
    for finding in &step.findings {
        let severity = serde_json::to_value(finding.severity).unwrap_or_default();
        lines.push_str("\n    ");
        lines.push_str(&indented(&format!("{}: {finding}", severity.as_str().unwrap_or_default())));
    }
    lines
}
