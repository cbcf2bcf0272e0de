//! The protocol revision that a process speaks: asked by `server/discover`, or agreed by the handshake.

use std::sync::Arc;
use std::time::Duration;

use super::errors;
use super::json::{self, quoted};
use super::link::{Link, Refusal, Running};
use super::options::{ProtocolChoice, STATELESS, WITH_HANDSHAKE};
use super::outbox::{Event, Inbox};

/// The oldest revision with Streamable HTTP. Clients see it in place of 2024-11-05, whose messages differ from it only
/// in what is missing.
const OLDEST_OVER_HTTP: &str = "2025-03-26";

/// The revision that a process speaks, with what clients need of the negotiation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// 2026-07-28: each request describes its client. `supported` is the list of versions, as JSON.
    Stateless { supported: String },
    /// An older revision. `result` is that of the handshake, as JSON; `version` is the revision that clients see.
    Handshake { version: String, result: String },
}

impl Era {
    /// The revision that clients see.
    pub(super) fn revision(&self) -> &str {
        match self {
            Self::Stateless { .. } => STATELESS,
            Self::Handshake { version, .. } => version,
        }
    }
}

/// The reason why no revision was agreed, as a sentence.
pub(super) type Failure = String;

/// The response to a request of ours: the result as JSON, or the error with its code and as JSON.
type Answer = Result<String, (i64, String)>;

/// Finds out the revision, and does the handshake if there is one.
///
/// With `needs_handshake`, `server/discover` is only sent if the handshake fails.
pub(super) async fn negotiate(
    link: &Arc<Link>,
    choice: ProtocolChoice,
    probe_timeout: Duration,
    needs_handshake: bool,
) -> Result<Era, Failure> {
    match choice {
        ProtocolChoice::Stateless => Ok(Era::Stateless { supported: format!("[{}]", quoted(STATELESS)) }),
        ProtocolChoice::Handshake(version) => handshake(link, version, None).await,
        ProtocolChoice::Auto if needs_handshake => match handshake(link, WITH_HANDSHAKE[0], None).await {
            Ok(era) => Ok(era),
            Err(failure) => match discover(link, Duration::MAX).await? {
                Discovered::Stateless(era) => Ok(era),
                _ => Err(failure),
            },
        },
        ProtocolChoice::Auto => match discover(link, probe_timeout).await? {
            Discovered::Stateless(era) => Ok(era),
            Discovered::Older => handshake(link, WITH_HANDSHAKE[0], None).await,
            Discovered::Silent(inbox, running) => handshake(link, WITH_HANDSHAKE[0], Some((inbox, running))).await,
        },
    }
}

enum Discovered {
    Stateless(Era),
    Older,
    /// No answer yet. The process may still be starting, and answer later.
    Silent(Inbox, Running),
}

async fn discover(link: &Arc<Link>, limit: Duration) -> Result<Discovered, Failure> {
    let client = client_info();
    let capabilities = tower_mcp_ui::client_capabilities();
    let params = format!(
        r#"{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{STATELESS}","io.modelcontextprotocol/clientInfo":{client},"io.modelcontextprotocol/clientCapabilities":{capabilities}}}}}"#
    );
    let (mut inbox, running) = link.ask("server/discover", &params).await.map_err(|refusal| reason(&refusal))?;
    match tokio::time::timeout(limit, answer(&mut inbox)).await {
        Ok(answer) => Ok(conclusion(&answer?)),
        Err(_) => Ok(Discovered::Silent(inbox, running)),
    }
}

/// Concludes from the answer to `server/discover`.
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

/// Does the handshake (2025-11-25, "Lifecycle"), unless a late answer to `server/discover` makes it unnecessary.
async fn handshake(link: &Arc<Link>, version: &str, mut late: Option<(Inbox, Running)>) -> Result<Era, Failure> {
    let client = client_info();
    let capabilities = tower_mcp_ui::client_capabilities();
    let params = format!(r#"{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{client}}}"#);
    let (mut inbox, _running) = link.ask("initialize", &params).await.map_err(|refusal| reason(&refusal))?;
    let initialized = loop {
        let Some((discovered, _)) = &mut late else { break answer(&mut inbox).await? };
        tokio::select! {
            biased;
            answered = answer(discovered) => match answered.as_ref().map(conclusion) {
                Ok(Discovered::Stateless(era)) => return Ok(era),
                _ => late = None,
            },
            answered = answer(&mut inbox) => break answered?,
        }
    };
    let result = initialized.map_err(|(_, error)| format!("The server refuses the handshake: {error}."))?;
    let span = json::find(&result, 0..result.len(), &["protocolVersion"]).ok().flatten();
    let chosen: Option<String> = span.clone().and_then(|span| serde_json::from_str(&result[span]).ok());
    let (Some(span), Some(chosen)) = (span, chosen) else {
        return Err("The server answers the handshake without a protocol version.".to_owned());
    };
    if !WITH_HANDSHAKE.contains(&chosen.as_str()) {
        let known = WITH_HANDSHAKE.join(", ");
        return Err(format!("The server speaks protocol version {chosen}. Supported are {STATELESS}, {known}."));
    }
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    link.send(initialized.to_owned()).await.map_err(|refusal| reason(&refusal))?;
    let version = if *chosen < *OLDEST_OVER_HTTP { OLDEST_OVER_HTTP.to_owned() } else { chosen };
    let result = json::splice(&result, vec![(span, quoted(&version))]);
    Ok(Era::Handshake { version, result })
}

/// Waits for the response to a request.
async fn answer(inbox: &mut Inbox) -> Result<Answer, Failure> {
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
            Some(Event::Lost(reason)) => return Err(reason),
            None => return Err("The server has ended.".to_owned()),
        }
    }
}

fn reason(refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Ended(exit) => exit.to_string(),
        Refusal::Full | Refusal::Invalid(_) => format!("The server cannot be asked: {refusal:?}."),
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
