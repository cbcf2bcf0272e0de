use std::time::Duration;

use http::{HeaderMap, Uri, header};

use super::http_step::{Access, first_request};
use super::tools::{Observed, client, failed, list_tools};
use super::{Examination, Problem, Report, Seen, Step, StepName, Stopped, metadata, network, tls};
use crate::live::{Event, LiveClient, LiveError};
use crate::upstream::{HttpServer, proxy_for};

/// Examines a server at a URL. `on_step` gets each step as soon as it is done.
///
/// `step_timeout` is the time for each step up to the first response, `call_timeout` that for each request after it.
///
/// ```no_run
/// use std::time::Duration;
///
/// use http::HeaderMap;
/// use mcp_ui_host::doctor::examine_url;
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let limit = Duration::from_secs(30);
/// let url = "https://example.com/mcp".parse()?;
/// let report = examine_url(&url, HeaderMap::new(), limit, limit, |step| eprintln!("{}", step.seen)).await;
/// assert!(report.failure().is_none());
/// # Ok(()) }
/// ```
pub async fn examine_url(
    url: &Uri,
    headers: HeaderMap,
    step_timeout: Duration,
    call_timeout: Duration,
    on_step: impl FnMut(&Step),
) -> Report {
    let mut examination = Examination::new(on_step);
    // The report says where it has stopped.
    let _ = examine(&mut examination, url, headers, step_timeout, call_timeout).await;
    examination.report
}

async fn examine<F: FnMut(&Step)>(
    examination: &mut Examination<F>,
    url: &Uri,
    headers: HeaderMap,
    limit: Duration,
    call_timeout: Duration,
) -> Result<(), Stopped> {
    if let Some(proxy) = proxy_for(url) {
        let seen = format!("Connections go through the proxy {proxy}, which the environment names.");
        examination.record(StepName::Proxy, Duration::ZERO, Seen::ok(seen));
    } else {
        let addresses = examination.step(StepName::Dns, network::look_up(url, limit)).await?;
        examination.step(StepName::Tcp, network::connect(&addresses, limit)).await?;
    }
    if url.scheme_str() == Some("https") {
        examination.step(StepName::Tls, tls::handshake(url, limit)).await?;
    }
    let had_credentials = headers.contains_key(header::AUTHORIZATION);
    let server = match HttpServer::new(url) {
        Ok(server) => server.headers(headers),
        Err(error) => {
            let seen = Seen::failed(Problem::Unreachable, error.to_string(), "Check the URL.");
            examination.record(StepName::Http, Duration::ZERO, seen);
            return Err(Stopped);
        }
    };
    if let Access::Refused(status, headers) = examination.step(StepName::Http, first_request(&server, limit)).await? {
        let explained = metadata::explain(url, status, &headers, had_credentials, limit);
        examination.step(StepName::Authorization, explained).await?;
    }
    let observed = Observed::default();
    let client = client(server, url.path(), &observed, call_timeout);
    examination.step(StepName::Revision, revision(&client, &observed)).await?;
    list_tools(examination, &client).await
}

/// Agrees on a revision, which the first page of the tools needs.
async fn revision(client: &LiveClient, observed: &Observed) -> (Option<()>, Seen) {
    let answered = match client.request("tools/list", "{}", None).await {
        Ok(mut events) => loop {
            match events.next().await {
                Ok(Event::Result(_)) => break Ok(()),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
        },
        Err(error) => Err(error),
    };
    match answered {
        // An error of the server comes after the negotiation, so the next step shows it.
        Ok(()) | Err(LiveError::Rpc(_)) => {
            (Some(()), Seen::ok(format!("The server speaks MCP {}.", observed.revision())))
        }
        Err(error) => (None, failed(&error)),
    }
}
