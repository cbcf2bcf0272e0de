use std::time::Duration;

use mcp_ui_host::Questions;
use mcp_ui_host::authorization::Visitor;

use super::client::{Client, needs_credentials};
use crate::commands::Failure;
use crate::commands::signals::shutdown_signal;
use crate::commands::target::{self, Backend, Doubt, StartOptions, Target, TargetArgs};

/// The first console line to print. The line before it says that the process was started.
const FIRST_LINE: u64 = 1;

/// Finds the target in the command-line words, starts the server, does the work with the remaining words, and stops the
/// server. With `json`, errors are reported as JSON. `questions` are the server requests that the command answers.
pub(super) async fn run(
    args: &TargetArgs,
    words: &[String],
    json: bool,
    questions: Questions,
    work: impl AsyncFnOnce(&Client, &[String]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let result = match args.split(words) {
        Ok((target, rest)) => {
            let options = StartOptions { visitor: Visitor::of_terminal(), questions, ..args.start_options() };
            let work = async |client: &Client| work(client, rest).await;
            with_server(&target, &options, args.call_timeout(), true, work).await
        }
        Err(failure) => Err(failure),
    };
    result.map_err(|failure| if json { failure.in_json() } else { failure })
}

/// Starts a server, does some work, and stops the server. If `prints` is true, the server's stderr is shown.
pub(super) async fn with_server<T>(
    target: &Target,
    options: &StartOptions,
    call_timeout: Duration,
    prints: bool,
    work: impl AsyncFnOnce(&Client) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let backend = Backend::start(target, options)?;
    let console = backend.console().filter(|_| prints);
    let console = console.map(|console| tokio::spawn(target::follow(console.clone(), FIRST_LINE)));
    let done = async {
        if let Some(Doubt::NeedsCredentials(text)) = backend.ready(options).await? {
            return Err(needs_credentials(text));
        }
        let client = Client::new(target, &backend, call_timeout);
        let done = work(&client).await;
        client.close().await;
        done
    };
    let result = tokio::select! {
        result = done => result,
        () = shutdown_signal() => Err(Failure::interrupted()),
    };
    // A second Ctrl-C ends the program at once, and the server with it.
    tokio::select! {
        () = backend.shut_down() => {}
        () = shutdown_signal() => {}
    }
    if let Some(console) = console {
        console.abort();
    }
    result
}
