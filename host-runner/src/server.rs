use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::{self, Either};
use http::{Method, Request};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower_service::Service as _;

use crate::answer;
use crate::service::ComponentService;

/// How long connections may take to finish once the server shuts down.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves HTTP/1.1 and HTTP/2 until `shutdown` completes, and then until running requests are answered.
///
/// GET for `ready_path` is answered by the server itself: 200 while it takes requests, 503 while it shuts down.
///
/// # Errors
///
/// When no connection can be accepted any more.
pub async fn serve(
    listener: TcpListener,
    service: ComponentService,
    ready_path: &str,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let graceful = GracefulShutdown::new();
    let ready = Arc::new(AtomicBool::new(true));
    let ready_path: Arc<str> = ready_path.into();
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    server.http2().timer(TokioTimer::new());
    let mut shutdown = pin!(shutdown);
    loop {
        let stream = match future::select(shutdown.as_mut(), pin!(listener.accept())).await {
            Either::Left(_) => break,
            Either::Right((Ok((stream, _)), _)) => stream,
            Either::Right((Err(error), _)) if is_passing(&error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
            Either::Right((Err(error), _)) => return Err(error),
        };
        stream.set_nodelay(true)?;
        let (service, ready, ready_path) = (service.clone(), Arc::clone(&ready), Arc::clone(&ready_path));
        let answer = service_fn(move |request: Request<Incoming>| {
            let mut service = service.clone();
            let asks_ready = request.method() == Method::GET && request.uri().path() == &*ready_path;
            let is_ready = ready.load(Ordering::Relaxed);
            async move { if asks_ready { Ok(answer::ready(is_ready).map(Into::into)) } else { service.call(request).await } }
        });
        let connection = graceful.watch(server.serve_connection(TokioIo::new(stream), answer).into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(error, "a connection has ended");
            }
        });
    }
    ready.store(false, Ordering::Relaxed);
    drop(listener);
    if tokio::time::timeout(PATIENCE, graceful.shutdown()).await.is_err() {
        tracing::warn!(patience = ?PATIENCE, "requests are still running; they are given up");
    }
    Ok(())
}

/// Whether the next connection may succeed: the client has gone, or there are too many open files for now.
fn is_passing(error: &io::Error) -> bool {
    let too_many_files = matches!(error.raw_os_error(), Some(23 | 24));
    too_many_files || matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset)
}
