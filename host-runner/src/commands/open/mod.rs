//! `mcp-ui open`: the explorer for an MCP server, and the server's MCP endpoint for agents, on this machine.

mod args;
mod backend;
mod front;
mod guard;
mod launch;
mod listen;
mod probe;
mod target;
mod terminal;
mod token;

use std::pin::pin;

pub(crate) use self::args::OpenArgs;
use self::backend::Backend;
use self::front::Front;
use self::guard::Guard;
use self::target::Target;
use self::token::Token;
use super::Failure;
use super::signals::shutdown_signal;

/// The path of the MCP endpoint for agents.
const ENDPOINT: &str = "/mcp";

/// The path of the explorer.
const EXPLORER: &str = "/explorer";

impl OpenArgs {
    /// Serves the explorer until Ctrl-C, SIGTERM or the end of the terminal.
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let target = Target::of(self)?;
        let listener = listen::bind(self.bind, self.port).await?;
        let address = listener.local_addr()?;
        let mut stopped = pin!(shutdown_signal());

        let backend = Backend::start(&target, self)?;
        let terminal = backend.console().map(|console| tokio::spawn(terminal::follow(console.clone())));
        let ready = tokio::select! {
            ready = backend.ready(self) => ready,
            () = &mut stopped => Ok(false),
        };
        let result = match ready {
            Ok(true) => {
                let token = (!self.no_token).then(Token::new);
                let guard = Guard::new(&self.allow_host, token.clone());
                let front = Front::new(&backend, guard, self.config(&target));
                let origin = self.origin(address);
                let opened = self.announce(&origin, token.as_ref());
                listen::serve(listener, front, stopped.as_mut()).await;
                drop(opened);
                Ok(())
            }
            // Stopped while the server was starting.
            Ok(false) => Ok(()),
            Err(failure) => Err(failure),
        };
        // A second Ctrl-C ends the program at once, and with it the server.
        tokio::select! {
            () = backend.shut_down() => {}
            () = shutdown_signal() => {}
        }
        if let Some(terminal) = terminal {
            terminal.abort();
        }
        result
    }

    /// Prints how to reach the explorer and the server, and opens the browser. The result must be kept while the browser
    /// may still need it.
    fn announce(&self, origin: &str, token: Option<&Token>) -> Option<launch::Opened> {
        let fragment = token.map(|token| format!("#token={}", token.as_str())).unwrap_or_default();
        let url = format!("{origin}{EXPLORER}{fragment}");
        terminal::announce(&url, &format!("{origin}{ENDPOINT}"), token);
        if self.no_open || !launch::has_display() {
            return None;
        }
        let opened = launch::open(&url);
        if let Err(error) = &opened {
            eprintln!("The browser cannot be opened ({error}). Open the address above.");
        }
        opened.ok()
    }
}
