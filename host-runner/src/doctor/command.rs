use std::time::{Duration, Instant};

use super::tools::{Observed, client, list_tools};
use super::{Examination, Problem, Report, Seen, Step, StepName, Stopped};
use crate::stdio::{ConsoleSource, ProtocolChoice, STATELESS, StdioCommand, StdioOptions, StdioServer};

/// Maximum number of quoted lines. Only the last lines are quoted.
const QUOTED: usize = 3;

/// Examines a server started by a command, and then stops it. `on_step` gets each step as soon as it completes.
///
/// `call_timeout` bounds each request after the start. The limits in `options` bound the start itself.
///
/// ```no_run
/// use std::time::Duration;
///
/// use mcp_ui_host::doctor::examine_command;
/// use mcp_ui_host::{StdioCommand, StdioOptions};
///
/// # #[tokio::main] async fn main() {
/// let command = StdioCommand::new("python3").args(["my_server.py"]);
/// let report = examine_command(command, StdioOptions::new(), Duration::from_secs(30), |_| {}).await;
/// if let Some(step) = report.failure() {
///     eprintln!("{} {}", step.seen, step.next.as_deref().unwrap_or_default());
/// }
/// # }
/// ```
pub async fn examine_command(
    command: StdioCommand,
    options: StdioOptions,
    call_timeout: Duration,
    on_step: impl FnMut(&Step),
) -> Report {
    let mut examination = Examination::new(on_step);
    // The report shows the step that failed.
    let _ = examine(&mut examination, command, options, call_timeout).await;
    examination.report
}

async fn examine<F: FnMut(&Step)>(
    examination: &mut Examination<F>,
    command: StdioCommand,
    options: StdioOptions,
    call_timeout: Duration,
) -> Result<(), Stopped> {
    examination.step(StepName::Command, async { found(&command) }).await?;
    let server = StdioServer::start(command.clone(), options.clone());
    let done = with_server(examination, &server, call_timeout).await;
    let revision = server.revision().await.unwrap_or_default();
    server.shut_down().await;
    done?;
    if options.protocol == ProtocolChoice::Auto && revision != STATELESS {
        examination.step(StepName::Newest, newest(command, options)).await?;
    }
    Ok(())
}

/// Starts a separate process for the newest revision. The first process cannot switch: its first message has decided
/// whether it speaks a revision with a handshake or one without.
async fn newest(command: StdioCommand, options: StdioOptions) -> (Option<()>, Seen) {
    let limit = options.init_timeout.min(options.probe_timeout);
    let server = StdioServer::start(command, options.protocol(ProtocolChoice::Stateless).init_timeout(limit));
    let text = match server.ready().await {
        Ok(()) => format!("In a second process, the server also speaks MCP {STATELESS}."),
        Err(_) => format!("In a second process, the server does not speak MCP {STATELESS}."),
    };
    server.shut_down().await;
    (Some(()), Seen::ok(text))
}

fn found(command: &StdioCommand) -> (Option<()>, Seen) {
    match command.locate() {
        Ok(path) => (Some(()), Seen::ok(format!("{} is {}.", command.program().to_string_lossy(), path.display()))),
        Err(why) => {
            let next = "Install the program, or give its full path. A relative path is resolved from --cwd.";
            (None, Seen::failed(Problem::Unreachable, why, next))
        }
    }
}

async fn with_server<F: FnMut(&Step)>(
    examination: &mut Examination<F>,
    server: &StdioServer,
    call_timeout: Duration,
) -> Result<(), Stopped> {
    examination.step(StepName::Start, started(server)).await?;
    examination.step(StepName::Revision, revision(server)).await?;
    let client = client(server.for_explorer(), "/mcp", &Observed::default(), call_timeout);
    let listed = list_tools(examination, &client).await;
    let begin = Instant::now();
    let output = output(server);
    examination.record(StepName::Output, begin.elapsed(), output);
    listed
}

async fn started(server: &StdioServer) -> (Option<()>, Seen) {
    // The first console line says that the process was started.
    tokio::select! {
        biased;
        () = server.console().written(0) => {
            let line = server.console().lines_from(0, 1).first().map(|line| line.text.clone());
            (Some(()), Seen::ok(format!("{}.", line.unwrap_or_default())))
        }
        Err(exit) = server.ready() => {
            let next = "Check that the program may be executed, and that --cwd is a folder.";
            (None, Seen::failed(Problem::Unreachable, exit.to_string(), next))
        }
    }
}

async fn revision(server: &StdioServer) -> (Option<()>, Seen) {
    match server.revision().await {
        Ok(revision) => (Some(()), Seen::ok(format!("The server speaks MCP {revision}."))),
        Err(exit) => {
            let next = if exit.is_late() {
                "If it needs more time to start, for example to download packages, allow more with --init-timeout. \
                 Otherwise it is not an MCP server over stdio, or it waits for something."
            } else if exit.stderr.is_empty() {
                "Run the command by itself: an MCP server waits for input and writes nothing to stdout."
            } else {
                "Its last lines on stderr say why. Often an environment variable is missing: add -e NAME=VALUE."
            };
            let printed = server.console().last_lines(ConsoleSource::Stdout, QUOTED);
            let printed = if printed.is_empty() { String::new() } else { format!("{} ", on_stdout(server)) };
            (None, Seen::failed(Problem::Unreachable, format!("{printed}{exit}"), next))
        }
    }
}

/// The observation about output other than messages.
fn output(server: &StdioServer) -> Seen {
    let lines = server.console().lines_from(0, usize::MAX);
    let errors = lines.iter().filter(|line| line.source == ConsoleSource::Stderr).count();
    if lines.iter().any(|line| line.source == ConsoleSource::Stdout) {
        let next =
            "Only messages belong on stdout: write everything else to stderr. The usual cause is a print statement.";
        return Seen::warning(on_stdout(server), next);
    }
    let plural = if errors == 1 { "" } else { "s" };
    Seen::ok(format!("stdout has only messages, and stderr has {errors} line{plural}."))
}

fn on_stdout(server: &StdioServer) -> String {
    let lines = server.console().last_lines(ConsoleSource::Stdout, QUOTED);
    let quoted: Vec<String> = lines.iter().map(|line| format!("{:?}", excerpt(&line.text))).collect();
    format!("The server writes text to stdout that is not MCP: {}.", quoted.join(", "))
}

fn excerpt(text: &str) -> String {
    text.chars().take(100).collect()
}
