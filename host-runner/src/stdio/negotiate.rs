//! The protocol revision that a process speaks: agreed on in the handshake, or found by `server/discover`.
//!
//! The revisions form two eras: those with a handshake, and those without (2026-07-28). A process keeps the era of its
//! first request. A server that speaks both eras is used in the older one, in which every agent can connect to it:
//! newer agents fall back by themselves.

use std::sync::Arc;
use std::time::Duration;

use super::era::Era;
use super::errors;
use super::json::{self, quoted};
use super::link::{Link, Refusal, Running};
use super::options::{ProtocolChoice, Questions, STATELESS, WITH_HANDSHAKE};
use super::outbox::{Event, Inbox};

/// The oldest revision with Streamable HTTP. Clients see it in place of 2024-11-05, whose messages have only some of
/// its features.
const OLDEST_OVER_HTTP: &str = "2025-03-26";

/// The first request to a process when the user has not chosen a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// `initialize`, from the older revisions.
    Initialize,
    /// `server/discover`, for a server that supports no older revision.
    Discover,
}

/// The reason no revision was agreed on.
#[derive(Debug)]
pub(super) struct Failure {
    /// A sentence.
    pub(super) reason: String,
    /// True if the process refuses everything after its first request, so that another opening needs a new process.
    pub(super) is_pinned: bool,
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self { reason, is_pinned: false }
    }
}

/// The response to a request from this program: the result as JSON, or the error's code and the whole error as JSON.
type Answer = Result<String, (i64, String)>;

/// Determines the revision, including the handshake if the revision has one.
pub(super) async fn negotiate(
    link: &Arc<Link>,
    choice: ProtocolChoice,
    probe_timeout: Duration,
    opening: Opening,
    questions: Questions,
) -> Result<Era, Failure> {
    match (choice, opening) {
        (ProtocolChoice::Stateless, _) => {
            let (mut inbox, _running) = discover(link, questions).await?;
            let answer = answer(&mut inbox).await?;
            match conclusion(&answer) {
                Discovered::Stateless(era) => Ok(era),
                Discovered::Older => {
                    let said = answer.map_or_else(
                        |(_, error)| format!(", and answers server/discover with {error}"),
                        |_| String::new(),
                    );
                    Err(format!("The server does not speak MCP {STATELESS}{said}.").into())
                }
            }
        }
        (ProtocolChoice::Handshake(version), _) => {
            let (mut inbox, _running) = initialize(link, version, questions).await?;
            let answer = answer(&mut inbox).await?;
            agree(link, answer).await
        }
        (ProtocolChoice::Auto | ProtocolChoice::Both, Opening::Initialize) => {
            handshake_or_discover(link, probe_timeout, questions).await
        }
        (ProtocolChoice::Auto | ProtocolChoice::Both, Opening::Discover) => {
            let (mut inbox, _running) = discover(link, questions).await?;
            match conclusion(&answer(&mut inbox).await?) {
                Discovered::Stateless(era) => Ok(era),
                Discovered::Older => {
                    let (mut inbox, _running) = initialize(link, WITH_HANDSHAKE[0], questions).await?;
                    let answer = answer(&mut inbox).await?;
                    agree(link, answer).await
                }
            }
        }
    }
}

/// Tries the handshake, and `server/discover` after an error or silence. The first useful answer decides.
async fn handshake_or_discover(
    link: &Arc<Link>,
    probe_timeout: Duration,
    questions: Questions,
) -> Result<Era, Failure> {
    let (mut inbox, _running) = initialize(link, WITH_HANDSHAKE[0], questions).await?;
    let silence = async {
        // Until it has read the message, the process is still starting.
        link.read_by_process().await;
        tokio::time::sleep(probe_timeout).await;
    };
    let initialized = tokio::select! {
        biased;
        initialized = answer(&mut inbox) => match initialized? {
            Ok(result) => return agree(link, Ok(result)).await,
            refused => Some(refused),
        },
        () = silence => None,
    };
    let (mut discovered, _asked) = discover(link, questions).await?;
    let Some(refused) = initialized else {
        return tokio::select! {
            biased;
            initialized = answer(&mut inbox) => agree(link, initialized?).await,
            era = era_of(&mut discovered) => Ok(era?),
        };
    };
    match conclusion(&answer(&mut discovered).await?) {
        Discovered::Stateless(era) => Ok(era),
        Discovered::Older => agree(link, refused).await.map_err(|failure| Failure { is_pinned: true, ..failure }),
    }
}

/// Waits for an answer to `server/discover` that offers a revision without a handshake. Any other answer leaves the
/// decision to the handshake.
async fn era_of(discovered: &mut Inbox) -> Result<Era, String> {
    match conclusion(&answer(discovered).await?) {
        Discovered::Stateless(era) => Ok(era),
        Discovered::Older => std::future::pending().await,
    }
}

enum Discovered {
    Stateless(Era),
    Older,
}

/// Sends `server/discover` (2026-07-28, "Discovery").
async fn discover(link: &Arc<Link>, questions: Questions) -> Result<(Inbox, Running), String> {
    let client = client_info();
    let capabilities = questions.capabilities();
    let params = format!(
        r#"{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{STATELESS}","io.modelcontextprotocol/clientInfo":{client},"io.modelcontextprotocol/clientCapabilities":{capabilities}}}}}"#
    );
    link.ask("server/discover", &params).await.map_err(|refusal| reason(&refusal))
}

/// Interprets the answer to `server/discover`.
fn conclusion(answer: &Answer) -> Discovered {
    let versions = match answer {
        Ok(result) => json::find(result, 0..result.len(), &["supportedVersions"]).ok().flatten().map(|it| &result[it]),
        Err((code, error)) if errors::is_of_stateless_revision(*code) => {
            json::find(error, 0..error.len(), &["data", "supported"]).ok().flatten().map(|it| &error[it])
        }
        Err(_) => return Discovered::Older,
    };
    let stateless = format!("[{}]", quoted(STATELESS));
    let supported = versions.unwrap_or(&stateless);
    let listed: Vec<String> = serde_json::from_str(supported).unwrap_or_default();
    let speaks = |version: &str| listed.iter().any(|listed| listed == version);
    if !speaks(STATELESS) && WITH_HANDSHAKE.into_iter().any(speaks) {
        return Discovered::Older;
    }
    Discovered::Stateless(Era::Stateless { supported: supported.to_owned() })
}

/// Sends `initialize` (2025-11-25, "Lifecycle").
async fn initialize(link: &Arc<Link>, version: &str, questions: Questions) -> Result<(Inbox, Running), String> {
    let client = client_info();
    let capabilities = questions.capabilities();
    let params = format!(r#"{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{client}}}"#);
    link.ask("initialize", &params).await.map_err(|refusal| reason(&refusal))
}

/// Completes the handshake with the answer to `initialize`.
async fn agree(link: &Arc<Link>, initialized: Answer) -> Result<Era, Failure> {
    let result = initialized.map_err(|(_, error)| format!("The server refuses the handshake: {error}."))?;
    let span = json::find(&result, 0..result.len(), &["protocolVersion"]).ok().flatten();
    let chosen: Option<String> = span.clone().and_then(|span| serde_json::from_str(&result[span]).ok());
    let (Some(span), Some(chosen)) = (span, chosen) else {
        return Err("The server answered the handshake without a protocol version.".to_owned().into());
    };
    if !WITH_HANDSHAKE.contains(&chosen.as_str()) {
        let known = WITH_HANDSHAKE.join(", ");
        return Err(
            format!("The server speaks protocol version {chosen}. Supported versions: {STATELESS}, {known}.").into()
        );
    }
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    link.send(initialized.to_owned()).await.map_err(|refusal| reason(&refusal))?;
    let version = if *chosen < *OLDEST_OVER_HTTP { OLDEST_OVER_HTTP.to_owned() } else { chosen };
    let result = json::splice(&result, vec![(span, quoted(&version))]);
    Ok(Era::Handshake { version, result })
}

/// Waits for the response to a request.
async fn answer(inbox: &mut Inbox) -> Result<Answer, String> {
    loop {
        match inbox.recv().await {
            Some(Event::Response(held, code)) => {
                let text = String::from_utf8_lossy(&held.text);
                let part =
                    |name| json::find(&text, 0..text.len(), &[name]).ok().flatten().map(|it| text[it].to_owned());
                return Ok(match code {
                    None => Ok(part("result").unwrap_or_default()),
                    Some(code) => Err((code, part("error").unwrap_or_default())),
                });
            }
            Some(Event::Message(_)) => {}
            Some(Event::Lost(loss)) => return Err(loss.reason),
            None => return Err("The server ended.".to_owned()),
        }
    }
}

fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Ended(exit) => exit.to_string(),
        Refusal::Full => "1,000 requests are already in progress.".to_owned(),
        Refusal::Invalid(invalid) => format!("The request is invalid: {invalid}."),
    }
}

fn client_info() -> &'static str {
    concat!(r#"{"name":"mcp-ui","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_stateless(answer: &Answer) -> bool {
        matches!(conclusion(answer), Discovered::Stateless(_))
    }

    #[test]
    fn the_answer_to_discover_tells_the_revision() {
        assert!(is_stateless(&Ok("{}".to_owned())));
        assert!(is_stateless(&Ok(r#"{"supportedVersions":["2025-11-25","2026-07-28"]}"#.to_owned())));
        assert!(!is_stateless(&Ok(r#"{"supportedVersions":["2025-11-25"]}"#.to_owned())));
        for code in [-32020, -32021, -32022] {
            assert!(is_stateless(&Err((code, r#"{"code":-32022,"message":"no"}"#.to_owned()))));
        }
        assert!(!is_stateless(&Err((-32022, r#"{"data":{"supported":["2025-06-18"]}}"#.to_owned()))));
        for code in [-32601, -32602, -32000] {
            assert!(!is_stateless(&Err((code, "{}".to_owned()))));
        }
    }
}
