//! One server at `/explorer` and `/mcp`.

use std::future::pending;
use std::path::PathBuf;
use std::pin::pin;

use futures_util::future::join_all;
use mcp_ui_host::StdioServers;
use mcp_ui_host::authorization::Visitor;

use super::eras::Eras;
use super::front::Front;
use super::guard::Guard;
use super::host_endpoints::HostEndpoints;
use super::routes::Routes;
use super::server::Server;
use super::tokens::Tokens;
use super::{OpenArgs, beside, following, listen, terminal};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::signals::shutdown_signal;
use crate::commands::target::{self, Backend, StartOptions, Target};
use crate::commands::verbs::ShownTests;

/// The server's name in agents' configurations, unless it is named in a configuration file.
const NAME: &str = "mcp-ui";

impl OpenArgs {
    /// The service for agents, if each agent has its own process.
    pub(super) fn agents(&self, name: &str, target: &Target, options: &StartOptions) -> Option<StdioServers> {
        let Target::Command(command) = target else { return None };
        let name = name.to_owned();
        let observer = move |console, number: u64| {
            tokio::spawn(target::follow_as(console, format!("{name} {number}"))).abort_handle()
        };
        self.per_client.then(|| StdioServers::new(command.clone(), options.stdio(), observer))
    }

    /// Serves one server's explorer once the server is ready.
    pub(super) async fn open(&self, name: Option<&str>, target: &Target) -> Result<(), Failure> {
        let options = StartOptions { visitor: Visitor::Page, ..self.target.start_options() };
        let shown = |path: &PathBuf| ShownTests::new(path, self.uis.write, &self.target, target);
        let tests = self.tests.as_ref().map(shown).transpose()?;
        let exporter = self.otlp.exporter()?;
        let uis = self.uis.catalog()?;
        let listener = listen::bind(self.bind, self.port).await?;
        let origin = self.origin(listener.local_addr()?);
        let routes = Routes::single();
        let (page, endpoint) = (format!("{origin}{}", routes.explorer(0)), format!("{origin}{}", routes.endpoint(0)));
        let augment = uis.layer(&routes.endpoint(0), &page)?;
        let mut stopped = pin!(shutdown_signal());

        if let Target::Command(command) = target {
            eprintln!("{}", harmless_line(&format!("Starting {command}")));
        }
        let backend = Backend::start(target, &options)?;
        let agents = self.agents("agent", target, &options);
        let printing = backend.console().map(|console| tokio::spawn(target::follow(console.clone(), 0)));
        let eras = Eras::new(backend.clone(), target, &options);
        let ready = tokio::select! {
            ready = backend.ready(&options) => ready.map(|doubt| {
                doubt.iter().for_each(terminal::doubt);
                true
            }),
            () = &mut stopped => Ok(false),
        };
        let result = match ready {
            Ok(true) => {
                eras.start_both(&options).await;
                let tokens = (!self.no_token).then(|| Tokens::new(&page));
                let guard = Guard::new(&self.allow_host, tokens.clone()).sharing_uis(self.uis.are_for_others());
                let config = uis.shown(self.config(&target.history_key(), &routes.explorer(0), &options)?)?;
                // If no file gives a name, the title is the server's own name, and the footer shows the opened target.
                let (shown, config) = match name {
                    Some(name) => (name.to_owned(), config.title(name)),
                    None => (target.name(), config.project(target.name(), None)),
                };
                let host = HostEndpoints::new(&eras, target, options, self.target.call_timeout(), tokens.is_some())
                    .tests(tests);
                let recorded = self.record(target.name(), &routes.endpoint(0));
                let server = Server::new(&shown, eras.clone(), agents.clone(), host, recorded.clone(), augment, config);
                let client = server.client();
                let front = Front::single(server, guard);
                let opened = self.announce(&page, &[(name.unwrap_or(NAME), endpoint)], tokens.as_ref());
                let serving = listen::serve(&listener, move |request| front.clone().respond(request), stopped.as_mut());
                let introduction = async {
                    if let Some(client) = &client {
                        Box::pin(terminal::introduce(client)).await;
                    }
                    pending::<()>().await;
                };
                let serving = beside(beside(serving, introduction), self.uis.follow(&uis));
                Box::pin(following(serving, vec![recorded], exporter)).await;
                drop(opened);
                Ok(())
            }
            // Stopped while the server was still starting.
            Ok(false) => Ok(()),
            Err(failure) => Err(failure),
        };
        // A second Ctrl-C ends the program at once, and the server with it.
        let ended = async { tokio::join!(eras.shut_down(), join_all(agents.iter().map(StdioServers::shut_down))) };
        tokio::select! {
            _ = ended => {}
            () = shutdown_signal() => {}
        }
        if let Some(printing) = printing {
            printing.abort();
        }
        result
    }
}
