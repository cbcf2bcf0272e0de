//! Runs work that the compiler cannot prove to be `Send`, on the current thread.

/// Runs the work, or logs why no runtime could be created.
pub(super) fn block_on(work: impl Future<Output = ()>) {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => tracing::warn!(%error, "a thread of the page has no runtime"),
    }
}
