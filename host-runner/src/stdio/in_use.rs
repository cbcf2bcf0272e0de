//! Tracks the use of a process that ends when nobody needs it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::Response;
use http_body::Body as _;
use http_body_util::BodyExt as _;
use parking_lot::Mutex;

use super::server::StdioServer;
use crate::connect::ServerBody;

/// A process, and the time when it was last used. Responses that are being read hold references to it.
pub(super) struct InUse {
    pub(super) server: StdioServer,
    used: Mutex<Instant>,
}

impl InUse {
    pub(super) fn new(server: StdioServer) -> Self {
        Self { server, used: Mutex::new(Instant::now()) }
    }

    pub(super) fn touch(&self) {
        *self.used.lock() = Instant::now();
    }

    pub(super) fn unused(&self) -> Duration {
        self.used.lock().elapsed()
    }
}

/// Keeps a process in use until a response stream has ended.
pub(super) fn held<P>(response: Response<ServerBody>, process: Arc<P>) -> Response<ServerBody>
where
    P: AsRef<InUse> + Send + Sync + 'static,
{
    if response.body().size_hint().exact().is_some() {
        return response;
    }
    response.map(|body| {
        let frames = body.map_frame(move |frame| {
            (*process).as_ref().touch();
            frame
        });
        frames.boxed_unsync()
    })
}

/// Waits until a process has been idle for some time, or is gone. `find` clones the owner's reference. Any other
/// reference counts as use.
pub(super) async fn until_unused<P: AsRef<InUse>>(find: impl Fn() -> Option<Arc<P>>, idle: Duration) {
    loop {
        let Some(process) = find() else { return };
        let unused = (*process).as_ref().unused();
        // The owner holds one reference, and this function another.
        let is_read = Arc::strong_count(&process) > 2;
        drop(process);
        if !is_read && unused >= idle {
            return;
        }
        tokio::time::sleep(if is_read { idle } else { idle.saturating_sub(unused) }).await;
    }
}

impl AsRef<Self> for InUse {
    fn as_ref(&self) -> &Self {
        self
    }
}
