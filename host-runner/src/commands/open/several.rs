//! The servers in a configuration file, each at a path that starts with its name, and an index page.

use std::pin::pin;
use std::sync::Arc;

use futures_util::future::join_all;
use mcp_ui_host::authorization::Visitor;

use super::eras::Eras;
use super::front::Front;
use super::guard::Guard;
use super::host_endpoints::HostEndpoints;
use super::index::Index;
use super::routes::Routes;
use super::selection::{Several, Start};
use super::server::{Idle, Server};
use super::tokens::Tokens;
use super::{OpenArgs, beside, following, listen, terminal};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::signals::shutdown_signal;
use crate::commands::target::{self, Backend, StartOptions};
use crate::commands::uis::Shown;

impl OpenArgs {
    /// Serves the index page and the explorers while the servers start. A failing server does not stop the other
    /// servers.
    pub(super) async fn open_several(&self, file: &Several) -> Result<(), Failure> {
        let options = StartOptions { visitor: Visitor::Page, ..self.target.start_options() };
        let exporter = self.otlp.exporter()?;
        let uis = self.uis.catalog()?;
        let listener = listen::bind(self.bind, self.port).await?;
        let origin = self.origin(listener.local_addr()?);
        let stopped = pin!(shutdown_signal());

        let routes = Arc::new(Routes::several(file.servers.iter().map(|server| server.name.as_str())));
        let servers = file.servers.iter().enumerate();
        let servers =
            servers.map(|(number, start)| self.start(file, start, &origin, (&routes, number), &uis, &options));
        let servers: Arc<[Server]> = servers.collect::<Result<_, _>>()?;
        let consoles: Vec<_> = servers.iter().filter_map(follow).collect();
        let starts: Vec<_> = (0..servers.len())
            .map(|number| {
                let (servers, explorer) = (Arc::clone(&servers), routes.explorer(number));
                tokio::spawn(async move { servers[number].follow_start(&options, &explorer).await })
            })
            .collect();

        let tokens = (!self.no_token).then(|| Tokens::new(&format!("{origin}/")));
        let guard = Guard::new(&self.allow_host, tokens.clone()).sharing_uis(self.uis.are_for_others());
        let index = Index::new(&origin, file.path.display().to_string(), file.unused.clone());
        let started = servers.iter().enumerate().filter(|(_, server)| server.backend().is_some());
        let agents: Vec<_> = started
            .map(|(number, server)| (server.name.as_str(), format!("{origin}{}", routes.endpoint(number))))
            .collect();
        let opened = self.announce(&format!("{origin}/"), &agents, tokens.as_ref());
        let front = Front::several(Arc::clone(&servers), routes, guard, index);
        let recorded: Vec<_> = servers.iter().filter_map(Server::recorded).cloned().collect();
        let serving = listen::serve(&listener, move |request| front.clone().respond(request), stopped);
        let serving = beside(serving, self.uis.follow(&uis));
        following(serving, recorded, exporter).await;
        drop(opened);

        for start in starts {
            start.abort();
        }
        // A second Ctrl-C ends the program at once, and the servers with it.
        tokio::select! {
            _ = join_all(servers.iter().map(Server::shut_down)) => {}
            () = shutdown_signal() => {}
        }
        for console in consoles {
            console.abort();
        }
        Ok(())
    }

    fn start(
        &self,
        file: &Several,
        start: &Start,
        origin: &str,
        (routes, number): (&Routes, usize),
        uis: &Shown,
        options: &StartOptions,
    ) -> Result<Server, Failure> {
        let Start { name, target, unused } = start;
        let started = match target {
            Ok(target) => Backend::start(target, options).map(|backend| (target, backend)),
            Err(Idle::Disabled) => return Ok(Server::idle(name, Idle::Disabled).unused(unused)),
            Err(Idle::Unusable(reason)) => Err(Failure::new(reason)),
        };
        let server = match started {
            Ok((target, backend)) => {
                let history_key = format!("{} {name} {}", file.path.display(), target.history_key());
                let eras = Eras::new(backend, target, options);
                let agents = self.agents(&format!("{name}, agent"), target, options);
                let host = HostEndpoints::new(&eras, target, *options, self.target.call_timeout(), !self.no_token);
                let host = host.of_several();
                let recorded = self.record(target.name(), &routes.endpoint(number));
                let config = uis.shown(self.config(&history_key, &routes.explorer(number), options)?.title(name))?;
                let explorer = format!("{origin}{}", routes.explorer(number));
                let augment = uis.layer(&routes.endpoint(number), &explorer)?;
                Server::new(name, eras, agents, host, recorded, augment, config)
            }
            Err(failure) => {
                terminal::failure(name, &failure);
                Server::idle(name, Idle::Unusable(failure.to_string()))
            }
        };
        Ok(server.unused(unused))
    }
}

fn follow(server: &Server) -> Option<tokio::task::JoinHandle<()>> {
    let console = server.backend()?.console()?.clone();
    Some(tokio::spawn(target::follow_as(console, harmless_line(&server.name).into_owned())))
}
