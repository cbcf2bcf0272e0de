//! `mcp-ui open`: the explorer for MCP servers, and their MCP endpoints for agents, on this machine.

mod args;
mod authorization;
mod console_stream;
mod eras;
mod event_stream;
mod examination;
mod front;
mod guard;
mod host_endpoints;
mod index;
mod introduction;
mod launch;
pub(super) mod listen;
mod own_runtime;
pub(super) mod response;
mod routes;
mod selection;
mod server;
mod several;
mod single;
mod terminal;
mod test_runs;
mod tokens;
mod traffic;
#[cfg(unix)]
mod wrapped;

pub(super) use self::guard::Guard;
pub(super) use self::launch::show;
pub(super) use self::routes::{Place, Routes};
pub(super) use self::server::explore;
pub(super) use self::tokens::Tokens;
pub(super) use self::traffic::show_all;

pub(crate) use self::args::OpenArgs;
use self::selection::Selection;
use self::traffic::Recorded;
use super::Failure;
use super::otlp::Exporter;

impl OpenArgs {
    /// Serves the explorer until Ctrl-C, SIGTERM or SIGHUP.
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        self.check_address()?;
        self.check_per_client()?;
        match self.selection()? {
            Selection::Single { name, target } => self.open(name.as_deref(), &target).await,
            Selection::Several(file) => self.open_several(&file).await,
        }
    }

    /// Prints how to reach the page and the servers, and opens the browser. Keep the result for as long as the browser
    /// may need it.
    fn announce(&self, page: &str, servers: &[(&str, String)], tokens: Option<&Tokens>) -> Option<launch::Opened> {
        let printed = tokens.map_or_else(|| page.to_owned(), Tokens::printed);
        terminal::announce(&printed, servers, tokens.map(Tokens::agents), self.per_client);
        if self.no_open { None } else { show(&tokens.map_or_else(|| page.to_owned(), Tokens::opened)) }
    }
}

/// Runs `work`, which never ends, while `serving` runs.
async fn beside(serving: impl Future<Output = ()>, work: impl Future<Output = ()>) {
    tokio::select! {
        () = serving => {}
        () = work => {}
    }
}

/// While `serving` runs, follows the servers that agents start through `mcp-ui wrap`, and exports records.
async fn following(serving: impl Future<Output = ()>, servers: Vec<Recorded>, mut exporter: Option<Exporter>) {
    if let Some(exporter) = &mut exporter {
        for Recorded { traffic, .. } in &servers {
            exporter.follow(traffic);
        }
    }
    #[cfg(unix)]
    let wrapped = tokio::spawn(wrapped::follow(servers));
    #[cfg(not(unix))]
    drop(servers);
    serving.await;
    #[cfg(unix)]
    {
        wrapped.abort();
        // Waits until the socket is removed.
        let _ = wrapped.await;
    }
    if let Some(exporter) = exporter {
        exporter.shut_down().await;
    }
}
