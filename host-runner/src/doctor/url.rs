use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Uri, header};

use super::http_step::{Access, first_request};
use super::metadata::{Credentials, Source};
use super::tools::{Observed, client, failed, list_tools};
use super::{Examination, Problem, Report, Seen, Step, StepName, Stopped, metadata, network, tls};
use crate::authorization::Authorizer;
use crate::connect::proxy_for;
use crate::live::{Event, LiveClient, LiveError};
use crate::upstream::HttpServer;

/// Examines a server at a URL. `on_step` gets each step as soon as it completes.
///
/// `authorizer` supplies the grant if the headers have no `Authorization`, and describes how a sign-in would go,
/// without asking the user. `step_timeout` bounds each step up to the first response, and `call_timeout` each later
/// request.
///
/// ```no_run
/// use std::sync::Arc;
/// use std::time::Duration;
///
/// use http::HeaderMap;
/// use mcp_ui_host::authorization::{Authorizer, Visitor};
/// use mcp_ui_host::doctor::examine_url;
/// use tower_mcp_ui::authorization::Settings;
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let limit = Duration::from_secs(30);
/// let url = "https://example.com/mcp".parse()?;
/// let settings = Settings::new("https://example.com/mcp".parse()?, "https://example.com/mcp".parse()?);
/// let authorizer = Arc::new(Authorizer::new(settings, Visitor::Nobody));
/// let show = |step: &_| eprintln!("{step:?}");
/// let report = examine_url(&url, HeaderMap::new(), &authorizer, limit, limit, show).await;
/// assert!(report.failure().is_none());
/// # Ok(()) }
/// ```
pub async fn examine_url(
    url: &Uri,
    headers: HeaderMap,
    authorizer: &Arc<Authorizer>,
    step_timeout: Duration,
    call_timeout: Duration,
    on_step: impl FnMut(&Step),
) -> Report {
    let mut examination = Examination::new(on_step);
    // The report shows the step that failed.
    let _ = examine(&mut examination, url, headers, authorizer, step_timeout, call_timeout).await;
    examination.report
}

async fn examine<F: FnMut(&Step)>(
    examination: &mut Examination<F>,
    url: &Uri,
    mut headers: HeaderMap,
    authorizer: &Arc<Authorizer>,
    limit: Duration,
    call_timeout: Duration,
) -> Result<(), Stopped> {
    if let Some(proxy) = proxy_for(url) {
        let seen = format!("Connections go through the proxy {proxy}, which the environment sets.");
        examination.record(StepName::Proxy, Duration::ZERO, Seen::ok(seen));
    } else {
        let addresses = examination.step(StepName::Dns, network::look_up(url, limit)).await?;
        examination.step(StepName::Tcp, network::connect(&addresses, limit)).await?;
    }
    if url.scheme_str() == Some("https") {
        examination.step(StepName::Tls, tls::handshake(url, limit)).await?;
    }
    let mut source = Source::None;
    if headers.contains_key(header::AUTHORIZATION) {
        source = Source::Given;
    } else if let Some(granted) = authorizer.header().await {
        source = Source::Granted;
        headers.insert(header::AUTHORIZATION, granted);
    }
    let credentials = Credentials::of(source, &headers);
    let server = match HttpServer::new(url) {
        Ok(server) => server.headers(headers),
        Err(error) => {
            let seen = Seen::failed(Problem::Unreachable, error.to_string(), "Check the URL.");
            examination.record(StepName::Http, Duration::ZERO, seen);
            return Err(Stopped);
        }
    };
    if let Access::Refused(status, headers) = examination.step(StepName::Http, first_request(&server, limit)).await? {
        let explained = metadata::explain(authorizer, status, &headers, &credentials, limit);
        examination.step(StepName::Authorization, explained).await?;
    }
    let observed = Observed::default();
    let client = client(server, url.path(), &observed, call_timeout);
    examination.step(StepName::Revision, revision(&client, &observed)).await?;
    list_tools(examination, &client).await
}

/// Negotiates a revision by requesting the first page of tools.
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
        // A server error comes after the negotiation, so the next step shows it.
        Ok(()) | Err(LiveError::Rpc(_)) => {
            (Some(()), Seen::ok(format!("The server speaks MCP {}.", observed.revision())))
        }
        Err(error) => (None, failed(&error)),
    }
}
