/// Completes on Ctrl-C, SIGTERM, or SIGHUP (when the terminal closes).
pub(crate) async fn shutdown_signal() {
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut terminate), Ok(mut hang_up)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup())) {
            tokio::select! {
                () = interrupted => {}
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
