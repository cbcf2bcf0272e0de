//! The user's visit to the authorization server: the browser, and the listener that receives its answer.

use std::collections::VecDeque;
use std::io::{self, BufRead as _};
use std::net::Ipv4Addr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinSet};
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code};
use url::{Url, form_urlencoded};

use super::visitor::{Visitor, nobody};

/// The redirect URI's path.
const PATH: &str = "/callback";

/// Maximum size of a request head, in bytes. The rest is not read. The limit is high, because a browser sends the
/// cookies of all programs on this machine.
const MAX_HEAD: u64 = 256 * 1024;

/// Maximum number of simultaneous connections. A new connection replaces the oldest.
const MAX_CONNECTIONS: usize = 32;

/// The pause when no connection can be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// Timeout for the user to sign in, after which the sign-in fails.
const PATIENCE: Duration = Duration::from_mins(10);

/// Timeout for a connected browser to send its request, after which the connection is closed.
const READ: Duration = Duration::from_secs(10);

const PAGE: &str = "<!doctype html><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
    <title>MCP UI</title><p>You can close this tab, and go back to where you began.</p>";

/// The listener for a redirect URI on this machine.
pub(super) struct Callback {
    listener: TcpListener,
    pub(super) redirect_uri: Url,
}

impl Callback {
    /// Listens on an earlier redirect URI's port if that is free, otherwise on any port.
    pub(super) async fn listen(earlier: Option<&Url>) -> io::Result<Self> {
        let port = earlier.and_then(Url::port).unwrap_or(0);
        let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => listener,
            Err(_) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
        };
        let redirect_uri = format!("http://{}{PATH}", listener.local_addr()?);
        Ok(Self { listener, redirect_uri: Url::parse(&redirect_uri).map_err(io::Error::other)? })
    }

    /// Lets the user visit a URL, and returns the query from the redirect URI.
    pub(super) async fn visit(&self, url: &Url, issuer: &str, visitor: Visitor) -> Result<String, AuthorizationError> {
        let origin = url.origin();
        if let Ok(issuer) = Url::parse(issuer)
            && issuer.origin() != origin
            && visitor != Visitor::Page
        {
            eprintln!(
                "The authorization server {issuer} sends you to {}. Go there only if you know that they belong together.",
                origin.ascii_serialization()
            );
        }
        let answer = async {
            match visitor {
                Visitor::Nobody => Err(nobody()),
                Visitor::Page => Ok(self.answer(url).await),
                Visitor::Browser => {
                    eprintln!("Sign in at {}:\n{url}", origin.ascii_serialization());
                    open(url);
                    Ok(self.answer(url).await)
                }
                Visitor::Paste => {
                    eprintln!("Sign in at this URL. Then paste the URL that the browser shows at the end:\n{url}");
                    pasted(&self.redirect_uri).await
                }
            }
        };
        tokio::time::timeout(PATIENCE, answer).await.unwrap_or_else(|_| {
            let minutes = PATIENCE.as_secs() / 60;
            Err(AuthorizationError::new(Code::FlowExpired, format!("Nobody signed in within {minutes} minutes.")))
        })
    }

    /// Waits for the request to the redirect URI with this sign-in's state. All other requests get 404. Other programs
    /// cannot block that request by connecting, because a new connection replaces the oldest.
    async fn answer(&self, visited: &Url) -> String {
        let state = visited.query_pairs().find(|(name, _)| name == "state").map(|(_, state)| state.into_owned());
        let state: Arc<str> = state.unwrap_or_default().into();
        // Open connections end with this function.
        let (mut connections, mut newest) = (JoinSet::new(), VecDeque::<AbortHandle>::new());
        loop {
            tokio::select! {
                Some(read) = connections.join_next() => {
                    if let Ok(Some(answer)) = read {
                        return answer;
                    }
                }
                accepted = self.listener.accept() => {
                    let Ok((stream, _)) = accepted else {
                        tokio::time::sleep(PAUSE).await;
                        continue;
                    };
                    if newest.len() >= MAX_CONNECTIONS
                        && let Some(oldest) = newest.pop_front()
                    {
                        oldest.abort();
                    }
                    let state = Arc::clone(&state);
                    newest.push_back(connections.spawn(async move {
                        tokio::time::timeout(READ, read(stream, &state)).await.unwrap_or_default()
                    }));
                }
            }
        }
    }
}

/// Reads a request, and answers it. Returns the query if the request is for the redirect URI and has the right state.
async fn read(stream: TcpStream, state: &str) -> Option<String> {
    let mut stream = BufReader::new(tokio::io::AsyncReadExt::take(stream, MAX_HEAD));
    let mut line = Vec::new();
    stream.read_until(b'\n', &mut line).await.ok()?;
    let line = String::from_utf8_lossy(&line).into_owned();
    let target = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let has_state = || form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == "state" && value == state);
    let query = (path == PATH && has_state()).then(|| query.to_owned());
    // The headers must be read, or the browser would not read the response. They are read as
    // bytes: cookies that other programs have set may not be UTF-8.
    let mut header = Vec::new();
    while stream.read_until(b'\n', &mut header).await.ok()? > 2 {
        header.clear();
    }
    let (status, body) = if query.is_some() { ("200 OK", PAGE) } else { ("404 Not Found", "Not found.") };
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {length}\r\n\
         cache-control: no-store\r\nreferrer-policy: no-referrer\r\nx-content-type-options: nosniff\r\n\
         content-security-policy: default-src 'none'; frame-ancestors 'none'\r\nconnection: close\r\n\r\n{body}"
    );
    let mut stream = stream.into_inner().into_inner();
    // Fails if the browser has disconnected. The query is returned anyway.
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
    query
}

/// Opens the browser: the program in `BROWSER`, or the system's.
fn open(url: &Url) {
    let opened = match std::env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
        Some(browser) => {
            let quiet = Command::new(browser).arg(url.as_str()).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
            quiet.map(drop)
        }
        None => open::that_detached(url.as_str()),
    };
    if let Err(error) = opened {
        eprintln!("The browser cannot be opened ({error}). Open the URL above.");
    }
}

/// Reads the browser's final URL from stdin.
async fn pasted(redirect_uri: &Url) -> Result<String, AuthorizationError> {
    let (sender, line) = oneshot::channel();
    // A separate thread, which does not keep the program from exiting.
    std::thread::spawn(move || {
        let mut line = String::new();
        // Fails if nobody waits any more.
        let _ = io::stdin().lock().read_line(&mut line).map(|_| sender.send(line));
    });
    let line = line.await.unwrap_or_default();
    let url = Url::parse(line.trim()).ok().filter(|url| url.path() == redirect_uri.path());
    url.and_then(|url| url.query().map(str::to_owned)).ok_or_else(|| {
        let message = format!("The pasted URL does not start with {redirect_uri}.");
        AuthorizationError::new(Code::StateUnknown, message)
    })
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;
    use tokio::time::Instant;

    use super::*;

    /// Sends a request of this length, whose last byte belongs to the state. Returns the query that is read.
    async fn read_query(length: usize) -> Option<String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let mut browser = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let (begin, end) = ("GET /callback?code=", "&state=mine");
        let request = format!("{begin}{}{end}", "x".repeat(length - begin.len() - end.len()));
        let sending = async {
            // Fails if the listener has read enough.
            let _ = browser.write_all(request.as_bytes()).await;
            let _ = browser.shutdown().await;
            let _ = browser.read_to_end(&mut Vec::new()).await;
        };
        tokio::join!(read(stream, "mine"), sending).0
    }

    #[tokio::test]
    async fn the_rest_of_a_long_request_is_not_read() {
        assert!(read_query(256 * 1024).await.is_some_and(|query| query.ends_with("x&state=mine")));
        assert_eq!(read_query(256 * 1024 + 1).await, None);
    }

    /// Returns the listener, and a URL to visit.
    async fn begin() -> (Callback, Url) {
        let visited = Url::parse("https://issuer.example/authorize?state=mine").unwrap();
        (Callback::listen(None).await.unwrap(), visited)
    }

    #[tokio::test(start_paused = true)]
    async fn a_person_has_ten_minutes_to_sign_in() {
        let (callback, visited) = begin().await;
        let begin = Instant::now();
        let error = callback.visit(&visited, "https://issuer.example", Visitor::Page).await.unwrap_err().to_string();
        assert!(error.contains("within 10 minutes"), "{error}");
        assert_eq!(begin.elapsed().as_secs(), 600);
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_connection_is_closed() {
        let (callback, visited) = begin().await;
        let mut silent = TcpStream::connect(callback.listener.local_addr().unwrap()).await.unwrap();
        let (begin, mut byte) = (Instant::now(), [0]);
        tokio::select! {
            answer = callback.answer(&visited) => panic!("{answer}"),
            read = silent.read(&mut byte) => assert_eq!(read.unwrap(), 0),
        }
        assert_eq!(begin.elapsed().as_secs(), 10);
    }
}
