use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::{self, Either};
use http::header::{self, HeaderValue};
use http::{Method, Request, Response, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service as _;

use super::body::ResponseBody;
use super::linger::{Lingering, Unread};
use super::probe::Probe;
use super::request_body::RequestBody;
use super::response;
use super::server_options::ServerOptions;
use super::service::ComponentService;

/// Timeout for a component to answer the first request at the start, before other requests are accepted. After that,
/// other requests are accepted, and readiness checks ask the component again.
const PROBE_TIMEOUT: Duration = Duration::from_secs(10);

/// Timeout for a client to reply to an HTTP/2 ping, after which the connection is closed.
const PING_TIMEOUT: Duration = Duration::from_secs(20);

/// Serves HTTP/1.1 and HTTP/2 until `shutdown` completes, then finishes running requests within
/// [`shutdown_timeout`](ServerOptions::shutdown_timeout).
///
/// The server itself responds to readiness checks: 200 while it accepts requests, and 503 during shutdown or as long as
/// the component fails for [`probe_path`](ServerOptions::probe_path). Other requests that arrive during shutdown get
/// 503.
///
/// ```no_run
/// use mcp_ui_host::{Binary, ComponentService, Options, ServerOptions, serve};
/// use tokio::net::TcpListener;
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let service = ComponentService::new(&Binary::read("server.wasm")?, Options::new())?;
/// let listener = TcpListener::bind("127.0.0.1:8080").await?;
/// serve(listener, service, &ServerOptions::new(), std::future::pending()).await?;
/// # Ok(()) }
/// ```
///
/// # Errors
///
/// Fails if the listener can no longer accept connections.
pub async fn serve(
    listener: TcpListener,
    service: ComponentService,
    options: &ServerOptions,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let &ServerOptions { header_timeout, io_timeout, shutdown_timeout, .. } = options;
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(header_timeout);
    server.http2().timer(TokioTimer::new()).keep_alive_interval(header_timeout).keep_alive_timeout(PING_TIMEOUT);
    let is_ready = Arc::new(AtomicBool::new(true));
    let probe = options.probe_path.clone().map(|path| Arc::new(Probe::new(service.clone(), path)));
    if let Some(probe) = &probe {
        // The probe runs before other requests are accepted, because it would delay them. If the component takes
        // longer, readiness checks ask it again.
        let _ = tokio::time::timeout(PROBE_TIMEOUT, probe.succeeds()).await;
    }
    let front = Front { service, ready_path: Arc::clone(&options.ready_path), io_timeout, is_ready, probe };
    let slots = Arc::new(Semaphore::new(options.connections.min(Semaphore::MAX_PERMITS)));
    let graceful = GracefulShutdown::new();
    let accept = |stream| {
        let (front, has_request, unread) = (front.clone(), Arc::new(AtomicBool::new(false)), Unread::default());
        let stream = TokioIo::new(Lingering::new(with_write_timeout(stream, io_timeout), unread.clone()));
        let timed_out = first_request_timeout(Arc::clone(&has_request), header_timeout);
        let service = service_fn(move |request| {
            has_request.store(true, Ordering::Relaxed);
            front.clone().respond(request, unread.clone())
        });
        (server.serve_connection(stream, service).into_owned(), timed_out)
    };

    let accepting = accept_all(&listener, &slots, |stream, slot| {
        let (connection, timed_out) = accept(stream);
        spawn(graceful.watch(connection), timed_out, slot);
    });
    match future::select(pin!(shutdown), pin!(accepting)).await {
        Either::Left(((), _)) => front.is_ready.store(false, Ordering::Relaxed),
        Either::Right((failure, _)) => return failure,
    }
    let finishing = tokio::time::timeout(shutdown_timeout, graceful.shutdown());
    let refusing = accept_all(&listener, &slots, |stream, slot| {
        let (connection, timed_out) = accept(stream);
        spawn(connection, timed_out, slot);
    });
    let finished = match future::select(pin!(finishing), pin!(refusing)).await {
        Either::Left((finished, _)) => finished,
        Either::Right((_, finishing)) => finishing.await,
    };
    if finished.is_err() {
        tracing::warn!(?shutdown_timeout, "requests are still running after the shutdown timeout and are aborted");
    }
    Ok(())
}

/// Accepts connections until the listener fails. Each connection is accepted as soon as there is a free slot.
async fn accept_all(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
    mut then: impl FnMut(TcpStream, OwnedSemaphorePermit),
) -> io::Result<()> {
    loop {
        let slot = Arc::clone(slots).acquire_owned().await.map_err(io::Error::other)?;
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY cannot be set, so small responses may be delayed");
                }
                then(stream, slot);
            }
            Err(error) if is_temporary(&error) => {
                tracing::warn!(%error, "connection cannot be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// A connection that fails when the client reads nothing for too long.
fn with_write_timeout(stream: TcpStream, limit: Duration) -> Pin<Box<TimeoutWriter<TcpStream>>> {
    let mut stream = TimeoutWriter::new(stream);
    // The writer panics at a limit beyond the clock's range.
    stream.set_timeout(Instant::now().checked_add(limit).map(|_| limit));
    Box::pin(stream)
}

/// Completes if no request has arrived in time. Hyper has no timeout for the bytes that tell HTTP/1.1 from HTTP/2.
async fn first_request_timeout(has_request: Arc<AtomicBool>, limit: Duration) {
    tokio::time::sleep(limit).await;
    if has_request.load(Ordering::Relaxed) {
        future::pending::<()>().await;
    }
}

fn spawn<E>(
    connection: impl Future<Output = Result<(), E>> + Send + 'static,
    timed_out: impl Future + Send + 'static,
    slot: OwnedSemaphorePermit,
) where
    E: AsRef<dyn std::error::Error + Send + Sync> + Send,
{
    tokio::spawn(async move {
        let _slot = slot;
        match future::select(pin!(connection), pin!(timed_out)).await {
            Either::Left((Ok(()), _)) => {}
            Either::Left((Err(error), _)) => {
                tracing::debug!(error = error.as_ref() as &dyn std::error::Error, "connection failed");
            }
            Either::Right(_) => tracing::debug!("connection closed: no request within the header timeout"),
        }
    });
}

/// The service in front of the component: readiness, shutdown and timeouts.
#[derive(Clone)]
struct Front {
    service: ComponentService,
    ready_path: Arc<str>,
    io_timeout: Duration,
    is_ready: Arc<AtomicBool>,
    probe: Option<Arc<Probe>>,
}

impl Front {
    async fn respond(
        mut self,
        request: Request<Incoming>,
        unread: Unread,
    ) -> Result<Response<ResponseBody>, Infallible> {
        let is_head = request.method() == Method::HEAD;
        let unread = (request.version() < Version::HTTP_2).then_some(unread);
        let request = request.map(|body| RequestBody::new(body, self.io_timeout, unread.clone()));
        let is_ready = self.is_ready.load(Ordering::Relaxed);
        let mut response = if request.uri().path() == &*self.ready_path {
            match *request.method() {
                Method::GET | Method::HEAD => {
                    let is_ready = is_ready
                        && match &self.probe {
                            Some(probe) => probe.succeeds().await,
                            None => true,
                        };
                    response::ready(is_ready).map(Into::into)
                }
                _ => response::not_allowed().map(Into::into),
            }
        } else if is_ready {
            self.service.call(request).await?
        } else {
            response::closing().map(Into::into)
        };
        if response.body().is_from_runner() && unread.is_some_and(|unread| unread.get()) {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(if is_head { response::without_body(response) } else { response })
    }
}

/// Returns true if later connections may be accepted despite this error: the client has disconnected, or too many files
/// are open.
fn is_temporary(error: &io::Error) -> bool {
    let too_many_files = matches!(error.raw_os_error(), Some(23 | 24));
    too_many_files || matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::io::AsyncWriteExt as _;

    use super::*;

    #[tokio::test]
    async fn a_write_timeout_beyond_the_range_of_the_clock_is_none() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut stream = with_write_timeout(stream, Duration::MAX);
        let unread = vec![0; 64 << 20];
        assert!(stream.write_all(&unread).now_or_never().is_none(), "the write blocks");
    }
}
