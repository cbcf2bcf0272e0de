use std::any::Any;
use std::fmt;
use std::panic::AssertUnwindSafe;

use futures_util::future::FutureExt as _;

/// The error of a task that panicked. The panic's message is in the log.
#[derive(Debug)]
pub(super) struct Panicked;

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("panicked")
    }
}

/// Runs a task and catches its panic, so that a panic affects only this request. `what` names the task in the log.
pub(super) async fn catch_panic<F: Future>(what: &'static str, task: F) -> Result<F::Output, Panicked> {
    AssertUnwindSafe(task).catch_unwind().await.map_err(|payload| {
        tracing::error!(panic = message(&*payload), "{what} panicked");
        Panicked
    })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
