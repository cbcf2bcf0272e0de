//! HTTP/1.1 for the examples on axum, with a header timeout.

use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

/// Serves an app until Ctrl+C, and then finishes the running requests.
///
/// Closes connections that do not send complete request headers within `header_timeout`. `axum::serve` has no such
/// timeout.
pub async fn serve(mut listener: TcpListener, app: Router, header_timeout: Duration) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(header_timeout);
    let connections = GracefulShutdown::new();
    let mut stopped = pin!(tokio::signal::ctrl_c());
    loop {
        let (stream, _) = tokio::select! {
            // axum's `accept` waits and retries if there are too many open files.
            accepted = Listener::accept(&mut listener) => accepted,
            _ = &mut stopped => break,
        };
        // The small messages of an event stream are sent at once. This fails if the client has disconnected.
        let _ = stream.set_nodelay(true);
        let connection = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        tokio::spawn(connections.watch(connection));
    }
    drop(listener);
    connections.shutdown().await;
}
