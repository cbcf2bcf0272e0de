//! The visit of a person to the authorization server: the browser, and the listener to which it brings the answer.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::net::Ipv4Addr;
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code};
use url::Url;

use super::authorizer::Visitor;

/// The path of the redirect URI.
const PATH: &str = "/callback";

/// The maximum size of the first line of a request.
const MAX_LINE: u64 = 16 * 1024;

/// The time that a person has.
const PATIENCE: Duration = Duration::from_mins(10);

/// The time in which a browser sends a request after it has connected.
const READ: Duration = Duration::from_secs(10);

const PAGE: &str = "<!doctype html><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
    <title>MCP UI</title><p>You can close this tab and go back to the terminal.</p>";

/// The listener of a redirect URI on this machine.
pub(super) struct Callback {
    listener: TcpListener,
    pub(super) redirect_uri: Url,
}

impl Callback {
    /// Listens on the port of an earlier redirect URI if it is free, or else on any other.
    pub(super) async fn listen(earlier: Option<&Url>) -> io::Result<Self> {
        let port = earlier.and_then(Url::port).unwrap_or(0);
        let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => listener,
            Err(_) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
        };
        let redirect_uri = format!("http://{}{PATH}", listener.local_addr()?);
        Ok(Self { listener, redirect_uri: Url::parse(&redirect_uri).map_err(io::Error::other)? })
    }

    /// Lets the person visit an address, and returns the query of the answer.
    pub(super) async fn visit(&self, url: &Url, visitor: Visitor) -> Result<String, AuthorizationError> {
        let answer = async {
            match visitor {
                Visitor::Nobody => Err(AuthorizationError::new(Code::NoClient, "Nobody can sign in here.")),
                Visitor::Browser => {
                    eprintln!("Sign in at {}:\n{url}", url.origin().ascii_serialization());
                    open(url);
                    Ok(self.answer().await)
                }
                Visitor::Paste => {
                    eprintln!("Sign in at this address, and paste the one at which the browser ends:\n{url}");
                    pasted(&self.redirect_uri).await
                }
            }
        };
        tokio::time::timeout(PATIENCE, answer).await.unwrap_or_else(|_| {
            let minutes = PATIENCE.as_secs() / 60;
            Err(AuthorizationError::new(Code::FlowExpired, format!("Nobody has signed in within {minutes} minutes.")))
        })
    }

    /// Waits for the request to the redirect URI. All others get 404.
    async fn answer(&self) -> String {
        loop {
            let Ok((stream, _)) = self.listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            // Nothing waits for a connection that sends nothing.
            if let Ok(Some(query)) = tokio::time::timeout(READ, read(stream)).await {
                return query;
            }
        }
    }
}

/// Reads a request, and answers it. Returns the query, if it is for the redirect URI.
async fn read(stream: TcpStream) -> Option<String> {
    let mut stream = BufReader::new(tokio::io::AsyncReadExt::take(stream, MAX_LINE));
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let target = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let query = (path == PATH).then(|| query.to_owned());
    // The headers are read, or the browser would not read the response.
    loop {
        line.clear();
        if stream.read_line(&mut line).await.ok()? == 0 || line.trim().is_empty() {
            break;
        }
    }
    let (status, body) = if query.is_some() { ("200 OK", PAGE) } else { ("404 Not Found", "Not found.") };
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {length}\r\n\
         cache-control: no-store\r\nreferrer-policy: no-referrer\r\nx-content-type-options: nosniff\r\n\
         content-security-policy: default-src 'none'; frame-ancestors 'none'\r\nconnection: close\r\n\r\n{body}"
    );
    let mut stream = stream.into_inner().into_inner();
    // Fails if the browser has gone. Its answer counts nevertheless.
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
    query
}

/// Opens the browser: the program that `BROWSER` names, or that of the system.
fn open(url: &Url) {
    let opened = match std::env::var_os("BROWSER").filter(|browser| !browser.is_empty()) {
        Some(browser) => {
            let quiet = Command::new(browser).arg(url.as_str()).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
            quiet.map(drop)
        }
        None => open::that_detached(url.as_str()),
    };
    if let Err(error) = opened {
        eprintln!("The browser cannot be opened ({error}). Open the address above.");
    }
}

/// Reads the address at which the browser has ended from stdin.
async fn pasted(redirect_uri: &Url) -> Result<String, AuthorizationError> {
    let read = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).map(|_| line)
    });
    let line = read.await.ok().and_then(Result::ok).unwrap_or_default();
    let url = Url::parse(line.trim()).ok().filter(|url| url.path() == redirect_uri.path());
    url.and_then(|url| url.query().map(str::to_owned)).ok_or_else(|| {
        let message = format!("The address that was pasted does not begin with {redirect_uri}.");
        AuthorizationError::new(Code::StateUnknown, message)
    })
}

impl Visitor {
    /// The browser, if there is a person at a terminal, or a program is named that opens addresses.
    pub fn of_terminal() -> Self {
        let has_browser = std::env::var_os("BROWSER").is_some_and(|browser| !browser.is_empty());
        if io::stderr().is_terminal() || has_browser { Self::Browser } else { Self::Nobody }
    }
}
