use http::uri::Authority;

use crate::config::{Origin, is_loopback};

/// Characters of a source at most: a host name has 253.
const MOST_CHARS: usize = 300;

/// What a source is declared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Requests of scripts, web sockets among them.
    Connect,
    /// Scripts, styles, images, fonts, media, frames.
    Load,
}

/// An origin under which the explorer itself is reached: no app may.
#[derive(Debug)]
pub(super) struct Own {
    host: String,
    /// `None` is a default port, of which the scheme is not known.
    port: Option<u16>,
}

impl Own {
    pub(super) fn of_authority(authority: &Authority) -> Self {
        Self { host: authority.host().trim_end_matches('.').to_ascii_lowercase(), port: authority.port_u16() }
    }

    pub(super) fn of_origin(origin: &Origin) -> Self {
        Self { host: origin.host().trim_end_matches('.').to_owned(), port: origin.port() }
    }

    fn is_covered_by(&self, host: &str, port: Option<u16>) -> bool {
        let same_host = match host.strip_prefix('*') {
            Some(parent) => self.host.ends_with(parent),
            None => self.host == host || (is_this_machine(&self.host) && is_this_machine(host)),
        };
        let may_be = |port: Option<u16>, other: Option<u16>| match (port, other) {
            (Some(port), Some(other)) => port == other,
            (Some(port), None) | (None, Some(port)) => matches!(port, 80 | 443),
            (None, None) => true,
        };
        same_host && may_be(self.port, port)
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "0.0.0.0" || host.ends_with(".localhost") || is_loopback(host)
}

/// Takes a source of an app's into its policy (CSP Level 3, `host-source`), or says why not.
///
/// Whatever could reach beyond one domain, into another directive, or back to the explorer is refused.
pub(super) fn judge(source: &str, purpose: Purpose, own: &[Own]) -> Result<String, &'static str> {
    if source.len() > MOST_CHARS {
        return Err("it is too long for a domain");
    }
    if source.starts_with('\'') {
        return Err("keywords are not domains");
    }
    if source == "*" {
        return Err("it stands for every domain");
    }
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b";,'\"`<>\\{}|^".contains(&byte);
    if !source.bytes().all(is_allowed) {
        return Err("it holds a character that no domain has");
    }
    let Some((scheme, rest)) = source.split_once("://") else {
        let alone = source.ends_with(':');
        return Err(if alone {
            "a scheme alone stands for every domain"
        } else {
            "the scheme is missing, such as https://"
        });
    };
    let scheme = scheme.to_ascii_lowercase();
    match (scheme.as_str(), purpose) {
        ("http" | "https", _) | ("ws" | "wss", Purpose::Connect) => {}
        _ => return Err("its scheme is not allowed here"),
    }
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if path.contains(['?', '#']) || authority.contains(['?', '#']) {
        return Err("a domain has no query and no fragment");
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !authority.ends_with(']') => (host, Some(read_port(port)?)),
        _ => (authority, None),
    };
    let host = host.to_ascii_lowercase();
    check_host(&host)?;
    if own.iter().any(|own| own.is_covered_by(&host, port)) {
        return Err("it is the explorer's own origin");
    }
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    Ok(format!("{scheme}://{host}{port}{path}"))
}

fn read_port(port: &str) -> Result<u16, &'static str> {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    port.parse().ok().filter(|port| digits && *port > 0).ok_or("its port is not a number up to 65535")
}

fn check_host(host: &str) -> Result<(), &'static str> {
    if host.starts_with('[') {
        return Err("a policy cannot name an IPv6 address");
    }
    let labels = host.strip_prefix("*.").unwrap_or(host);
    if labels.contains('*') {
        return Err("a wildcard may only be the first part of a host");
    }
    if labels.len() < host.len() && !labels.contains('.') {
        return Err("the wildcard stands for too many domains");
    }
    let is_label = |label: &str| {
        let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        (1..=63).contains(&label.len()) && label.bytes().all(inner)
    };
    if labels.split('.').all(is_label) { Ok(()) } else { Err("its host is not a domain") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn own() -> Vec<Own> {
        ["tools.example.com", "127.0.0.1:8080"].map(|own| Own::of_authority(&own.parse().unwrap())).into()
    }

    fn is_taken(source: &str) -> bool {
        judge(source, Purpose::Connect, &own()).is_ok()
    }

    #[test]
    fn domains_are_taken() {
        for source in [
            "https://api.example.com",
            "https://api.example.com:8443/v1/",
            "https://*.cdn.example.org",
            "wss://stream.example.com",
            "http://localhost:3000",
            "https://tools.example.com:8443",
        ] {
            assert_eq!(judge(source, Purpose::Connect, &own()).as_deref(), Ok(source));
        }
        assert_eq!(judge("HTTPS://API.Example.com/A", Purpose::Load, &[]).as_deref(), Ok("https://api.example.com/A"));
        assert!(judge("wss://stream.example.com", Purpose::Load, &[]).is_err());
    }

    #[test]
    fn what_is_no_domain_is_refused() {
        for source in [
            "",
            "*",
            "https:",
            "data:",
            "'self'",
            "'unsafe-eval'",
            "example.com",
            "https://",
            "https://*",
            "https://*.com",
            "https://a.*.com",
            "https://a..b",
            "https://a.example:*",
            "https://a.example:0",
            "https://a.example:99999",
            "https://a.example:+1",
            "https://u@a.example",
            "https://[::1]",
            "https://[::1]:80",
            "https://a.example?x",
            "https://a.example/x#y",
            "https://a b",
            "https://a;script-src *",
            "https://a,b",
            "https://a\r\nX: y",
            "javascript://a",
            "file:///etc",
            "https://é.example",
            "ftp://a.example",
        ] {
            assert!(!is_taken(source), "{source:?}");
        }
        assert!(!is_taken(&format!("https://{}.example", "a".repeat(300))));
    }

    #[test]
    fn the_explorer_itself_is_refused() {
        for source in [
            "https://tools.example.com",
            "http://TOOLS.example.com",
            "https://tools.example.com:443/x",
            "wss://tools.example.com",
            "https://*.example.com",
            "http://127.0.0.1:8080",
            "http://localhost:8080",
            "ws://app.localhost:8080",
            "http://127.9.9.9:8080",
            "http://0.0.0.0:8080",
        ] {
            assert!(!is_taken(source), "{source:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_taken_stays_within_its_directive(source in ".*|https?://.*|wss?://[a-z*.:]*(/.*)?") {
            if let Ok(taken) = judge(&source, Purpose::Connect, &own()) {
                prop_assert!(taken.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert!(!taken.contains([';', ',', '\'']));
                prop_assert_eq!(judge(&taken, Purpose::Connect, &own()), Ok(taken.clone()));
            }
        }
    }
}
