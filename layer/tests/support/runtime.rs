//! A runtime like those of edge platforms.

use std::time::Duration;

use tower_mcp_ui::BoxFuture;
use tower_mcp_ui::runtime::{Runtime, TokioRuntime};

/// A runtime where spawned tasks keep their request open, and no request can wake another request, as in a component.
pub(crate) struct Bound;

impl Runtime for Bound {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        TokioRuntime.sleep(duration)
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        TokioRuntime.spawn(task);
    }

    fn outlives_requests(&self) -> bool {
        false
    }
}
