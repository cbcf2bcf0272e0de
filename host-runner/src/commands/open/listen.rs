//! The listener: its port and its HTTP/1.1 connections.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use mcp_ui_host::ServerBody;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::commands::Failure;

/// The first port to try.
const PORT: u16 = 9470;

/// Maximum number of ports to try after the first. If all of them are in use, the system chooses a port.
const NEXT_PORTS: u16 = 20;

/// Timeout for a client to send request headers, after which the connection is closed.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeout for responses to end at shutdown, after which all connections are closed: event streams do not end by
/// themselves.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// Binds the given port, or the first free one.
pub(in crate::commands) async fn bind(address: IpAddr, port: Option<u16>) -> Result<TcpListener, Failure> {
    let failure = |port: u16, error: io::Error| match error.kind() {
        io::ErrorKind::AddrInUse => Failure::new(format!(
            "Port {port} is used by another program, perhaps by another `mcp-ui open`. Choose another one with --port, \
             or leave --port out to get a free one."
        )),
        _ => Failure::new(format!("Cannot listen on {address}, port {port}: {error}.")),
    };
    if let Some(port) = port {
        return TcpListener::bind((address, port)).await.map_err(|error| failure(port, error));
    }
    for port in (PORT..=PORT + NEXT_PORTS).chain([0]) {
        match TcpListener::bind((address, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(failure(port, error)),
        }
    }
    Err(Failure::new(format!("There is no free port on {address}.")))
}

/// Serves a function's responses until `stopped` completes.
///
/// Afterwards, the listener serves nothing but keeps the port, so that pages do not mistake another program on that
/// port for this one.
pub(in crate::commands) async fn serve<R, F>(
    listener: &TcpListener,
    respond: R,
    mut stopped: Pin<&mut (impl Future<Output = ()> + Send)>,
) where
    R: Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Response<ServerBody>> + Send + 'static,
{
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    let connections = GracefulShutdown::new();
    let (stop, stopping) = watch::channel(false);
    let (cut, cutting) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = accept(listener) => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok(stream) => {
                let (respond, stopping, mut cutting) = (respond.clone(), stopping.clone(), cutting.clone());
                let service = service_fn(move |request| {
                    let is_stopping = *stopping.borrow();
                    let response = (!is_stopping).then(|| respond(request));
                    async {
                        match response {
                            Some(response) => Ok(response.await),
                            None => Err(io::Error::other("mcp-ui is stopping")),
                        }
                    }
                });
                let connection = connections.watch(server.serve_connection(TokioIo::new(stream), service));
                tokio::spawn(async move {
                    tokio::select! {
                        _ = connection => {}
                        _ = cutting.changed() => {}
                    }
                });
            }
            // Too many open files, or a disconnected client.
            Err(error) => {
                tracing::warn!(%error, "connection cannot be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    // Fails if there are no open connections.
    let _ = stop.send(true);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, connections.shutdown()).await;
    drop(cut);
}

/// Accepts a connection that sends each write immediately. Otherwise, every small message of an event stream would wait
/// until the client has acknowledged the last one, which takes 40 ms on Linux.
async fn accept(listener: &TcpListener) -> io::Result<TcpStream> {
    let (stream, _) = listener.accept().await?;
    // Fails if the client has disconnected.
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::pin::pin;
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::sync::Notify;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test]
    async fn a_used_port_says_what_to_do() {
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let used = TcpListener::bind((local, 0)).await.unwrap().local_addr().unwrap().port();
        let listener = TcpListener::bind((local, used)).await.unwrap();
        let message = bind(local, Some(used)).await.unwrap_err().to_string();
        assert!(message.contains(&used.to_string()) && message.contains("--port"), "{message}");
        drop(listener);
        assert_eq!(bind(local, Some(used)).await.unwrap().local_addr().unwrap().port(), used);
    }

    #[tokio::test]
    async fn small_messages_are_not_held_back() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), accept(&listener));
        assert!(client.is_ok() && accepted.unwrap().nodelay().unwrap());
    }

    #[tokio::test]
    async fn another_port_is_taken_when_the_first_is_used() {
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let first = bind(local, None).await.unwrap();
        let second = bind(local, None).await.unwrap();
        assert_ne!(first.local_addr().unwrap(), second.local_addr().unwrap());
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_system_chooses_a_port_when_the_first_ones_are_used() {
        // An address that no other program uses.
        let local = IpAddr::V4(Ipv4Addr::new(127, 94, 70, 1));
        let mut listeners = Vec::new();
        let chosen = loop {
            let listener = bind(local, None).await.unwrap();
            let port = listener.local_addr().unwrap().port();
            if !(9_470..=9_490).contains(&port) {
                break port;
            }
            listeners.push(listener);
        };
        for port in 9_470..=9_490 {
            assert!(TcpListener::bind((local, port)).await.is_err(), "port {port} is free, but {chosen} was chosen");
        }
        assert!(!(9_491..=9_510).contains(&chosen), "{chosen}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_no_headers_is_disconnected() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut never = pin!(std::future::pending());
        let (begin, mut byte) = (Instant::now(), [0]);
        tokio::select! {
            () = serve(&listener, |_| std::future::pending(), never.as_mut()) => {}
            read = client.read(&mut byte) => assert_eq!(read.unwrap(), 0),
        }
        assert_eq!(begin.elapsed().as_secs(), 30);
    }

    #[tokio::test(start_paused = true)]
    async fn a_response_without_an_end_delays_the_shutdown_only_briefly() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        let requested = Arc::new(Notify::new());
        let stopped = Arc::clone(&requested);
        let respond = move |_| {
            requested.notify_one();
            std::future::pending()
        };
        let begin = Instant::now();
        serve(&listener, respond, pin!(stopped.notified())).await;
        assert!((500..510).contains(&begin.elapsed().as_millis()), "{:?}", begin.elapsed());
        assert_eq!(client.read(&mut [0]).await.unwrap(), 0);
    }
}
