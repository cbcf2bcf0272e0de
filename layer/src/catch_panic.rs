//! A panic boundary: a panic in a handler, a provider or the explorer itself affects one response, not the connection
//! or the process.
//!
//! The boundary needs unwinding. Where panics abort, as in components, a panic terminates the instance.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use futures_util::future::{FutureExt as _, TryFutureExt as _};

/// The error for a task that panicked. The panic message is in the log.
#[derive(Debug, thiserror::Error)]
#[error("panicked")]
pub(crate) struct Panicked;

/// Runs a task and catches its panic, so that the panic affects only this request. `what` describes the task in the
/// log.
///
/// The task is dropped after a panic and never polled again, so `AssertUnwindSafe` is right here.
pub(crate) fn catch_panic<F: Future>(what: &'static str, task: F) -> impl Future<Output = Result<F::Output, Panicked>> {
    // An async function would store the task twice.
    AssertUnwindSafe(task).catch_unwind().map_err(move |payload| {
        tracing::error!(panic = message(&*payload), "{what} panicked");
        Panicked
    })
}

/// Returns a panic's message. The payload is a string unless `panic_any` was used.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
