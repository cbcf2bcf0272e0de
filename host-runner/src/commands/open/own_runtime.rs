//! Work that the compiler cannot prove to be `Send`, on a runtime of the thread that calls.

/// Does the work, or logs why there is no runtime for it.
pub(super) fn block_on(work: impl Future<Output = ()>) {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => tracing::warn!(%error, "a thread of the page has no runtime"),
    }
}
