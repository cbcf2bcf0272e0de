use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::{self, Either};
use http::header::{self, HeaderValue};
use http::{Method, Request, Response, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_service::Service as _;

use crate::body::ResponseBody;
use crate::io_timeout::{Connection, RequestBody};
use crate::linger::Unread;
use crate::response;
use crate::server_options::ServerOptions;
use crate::service::ComponentService;

/// Serves HTTP/1.1 and HTTP/2 until `shutdown` completes, and then until running requests are answered, or given up.
///
/// The path that says whether the server is ready is answered by the server itself: 200 while it takes requests, 503
/// while it shuts down. Until the last request is answered it goes on to say so, and turns other new requests away with
/// 503.
///
/// # Errors
///
/// When no connection can be accepted any more.
pub async fn serve(
    listener: TcpListener,
    service: ComponentService,
    options: &ServerOptions,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let &ServerOptions { header_timeout, io_timeout, shutdown_timeout, .. } = options;
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(header_timeout);
    server.http2().timer(TokioTimer::new()).keep_alive_interval(header_timeout);
    let is_ready = Arc::new(AtomicBool::new(true));
    let front = Front { service, ready_path: Arc::clone(&options.ready_path), io_timeout, is_ready };
    let places = Arc::new(Semaphore::new(options.connections.min(Semaphore::MAX_PERMITS)));
    let graceful = GracefulShutdown::new();
    let accept = |stream| {
        let (front, is_asked, unread) = (front.clone(), Arc::new(AtomicBool::new(false)), Unread::default());
        let connection = Connection::new(stream, io_timeout, unread.clone());
        let unasked = unasked(Arc::clone(&is_asked), header_timeout);
        let service = service_fn(move |request| {
            is_asked.store(true, Ordering::Relaxed);
            front.clone().answer(request, unread.clone())
        });
        (server.serve_connection(connection, service).into_owned(), unasked)
    };

    let accepting = accept_all(&listener, &places, |stream, place| {
        let (connection, unasked) = accept(stream);
        spawn(graceful.watch(connection), unasked, place);
    });
    match future::select(pin!(shutdown), pin!(accepting)).await {
        Either::Left(((), _)) => front.is_ready.store(false, Ordering::Relaxed),
        Either::Right((failure, _)) => return failure,
    }
    let finishing = tokio::time::timeout(shutdown_timeout, graceful.shutdown());
    let refusing = accept_all(&listener, &places, |stream, place| {
        let (connection, unasked) = accept(stream);
        spawn(connection, unasked, place);
    });
    let finished = match future::select(pin!(finishing), pin!(refusing)).await {
        Either::Left((finished, _)) => finished,
        Either::Right((_, finishing)) => finishing.await,
    };
    if finished.is_err() {
        tracing::warn!(?shutdown_timeout, "requests are still running; they are given up");
    }
    Ok(())
}

/// Accepts connections for as long as that is possible, each as soon as there is a place.
async fn accept_all(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    mut then: impl FnMut(TcpStream, OwnedSemaphorePermit),
) -> io::Result<()> {
    loop {
        let place = Arc::clone(places).acquire_owned().await.map_err(io::Error::other)?;
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection is slower than it could be");
                }
                then(stream, place);
            }
            Err(error) if is_passing(&error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Completes when nothing has been asked in time: hyper waits without limit for what tells HTTP/1.1 from HTTP/2.
async fn unasked(is_asked: Arc<AtomicBool>, limit: Duration) {
    tokio::time::sleep(limit).await;
    if is_asked.load(Ordering::Relaxed) {
        future::pending::<()>().await;
    }
}

fn spawn<E>(
    connection: impl Future<Output = Result<(), E>> + Send + 'static,
    unasked: impl Future + Send + 'static,
    place: OwnedSemaphorePermit,
) where
    E: AsRef<dyn std::error::Error + Send + Sync> + Send,
{
    tokio::spawn(async move {
        let _place = place;
        match future::select(pin!(connection), pin!(unasked)).await {
            Either::Left((Ok(()), _)) => {}
            Either::Left((Err(error), _)) => {
                tracing::debug!(error = error.as_ref() as &dyn std::error::Error, "a connection has ended");
            }
            Either::Right(_) => tracing::debug!("a connection is given up: nothing has been asked in time"),
        }
    });
}

/// What stands before the component.
#[derive(Clone)]
struct Front {
    service: ComponentService,
    ready_path: Arc<str>,
    io_timeout: Duration,
    is_ready: Arc<AtomicBool>,
}

impl Front {
    async fn answer(
        mut self,
        request: Request<Incoming>,
        unread: Unread,
    ) -> Result<Response<ResponseBody>, Infallible> {
        let is_head = request.method() == Method::HEAD;
        let unread = (request.version() < Version::HTTP_2).then_some(unread);
        let request = request.map(|body| RequestBody::new(body, self.io_timeout, unread.clone()));
        let is_ready = self.is_ready.load(Ordering::Relaxed);
        let mut answer = if request.uri().path() == &*self.ready_path {
            match *request.method() {
                Method::GET | Method::HEAD => response::ready(is_ready).map(Into::into),
                _ => response::not_allowed().map(Into::into),
            }
        } else if is_ready {
            self.service.call(request).await?
        } else {
            response::closing().map(Into::into)
        };
        if answer.body().is_own() && unread.is_some_and(|unread| unread.get()) {
            answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(if is_head { response::without_body(answer) } else { answer })
    }
}

/// Whether the next connection may succeed: the client has gone, or there are too many open files for now.
fn is_passing(error: &io::Error) -> bool {
    let too_many_files = matches!(error.raw_os_error(), Some(23 | 24));
    too_many_files || matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset)
}
