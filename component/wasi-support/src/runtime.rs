use std::time::Duration;

use tower_mcp_ui::BoxFuture;
use tower_mcp_ui::runtime::Runtime;
use wasip3::clocks::monotonic_clock;

/// WASI's monotonic clock, and the component model's tasks.
#[derive(Clone, Copy, Debug)]
pub struct WasiRuntime;

impl Runtime for WasiRuntime {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        Box::pin(monotonic_clock::wait_for(nanoseconds))
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        wasip3::spawn_local(task);
    }

    /// Returns `false`: a task belongs to the export call that started it, and the request ends only when its tasks
    /// have ended.
    fn outlives_requests(&self) -> bool {
        false
    }
}
