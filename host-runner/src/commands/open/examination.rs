//! The server's examination as server-sent events: a `step` for each completed step, then `end`.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream;
use http::Response;
use mcp_ui_host::ServerBody;
use mcp_ui_host::authorization::{Authorizer, Visitor};
use mcp_ui_host::doctor::{Step, examine_command, examine_url};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::event_stream::{self, event};
use super::own_runtime;
use crate::commands::target::{StartOptions, Target};

/// Maximum number of events waiting for the page. An examination has fewer; additional events would be lost.
const EVENTS: usize = 64;

/// The server to examine.
#[derive(Clone, Debug)]
pub(super) struct Examination {
    pub(super) target: Target,
    pub(super) options: StartOptions,
    pub(super) call_timeout: Duration,
    /// The sign-in, if the server is at a URL.
    pub(super) authorizer: Option<Arc<Authorizer>>,
}

impl Examination {
    /// Examines the server. If a command starts the server, a separate process is started for the examination. When the
    /// page disconnects, the examination and that process end.
    pub(super) fn into_response(self, permit: OwnedSemaphorePermit) -> Response<ServerBody> {
        let (sender, mut events) = mpsc::channel(EVENTS);
        // Runs on its own thread, because the compiler cannot prove that the examination is `Send`.
        std::thread::spawn(move || {
            own_runtime::block_on(async {
                tokio::select! {
                    () = self.run(sender.clone()) => {}
                    () = sender.closed() => {}
                }
            });
            // Fails only if the page is gone, as for the steps.
            let _ = sender.try_send(event("end", None, &()));
            drop(permit);
        });
        event_stream::response(stream::poll_fn(move |context| events.poll_recv(context)))
    }

    async fn run(&self, events: mpsc::Sender<Bytes>) {
        let Self { target, options, call_timeout, .. } = self.clone();
        let on_step = move |step: &Step| drop(events.try_send(event("step", None, step)));
        match target {
            Target::Command(command) => {
                examine_command(command, options.stdio(), call_timeout, on_step).await;
            }
            Target::Url { url, headers, sign_in, .. } => {
                // There is no sign-in yet if the user gave a header with credentials.
                let made = || sign_in.authorizer(&url, Visitor::Nobody, false).map(Arc::new);
                let authorizer = match self.authorizer.clone().map_or_else(made, Ok) {
                    Ok(authorizer) => authorizer,
                    Err(failure) => {
                        tracing::warn!(%failure, "the server cannot be examined");
                        return;
                    }
                };
                examine_url(&url, headers, &authorizer, options.init_timeout, call_timeout, on_step).await;
            }
        }
    }
}
