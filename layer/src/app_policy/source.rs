//! Approves the sources that an app declares, one by one.
//!
//! A source is text from a server that ends up in a response header. It must not end its directive, match more than it
//! seems to, or match the explorer. Anything other than a plain scheme, domain or IPv4 address, port and path is
//! refused.

use http::uri::Authority;

use super::reach;
use crate::origin::Origin;

/// Maximum source length in bytes. A longer source is rejected with a remark. A host name has at most 253 characters.
const MAX_CHARS: usize = 300;

/// The declared purpose of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Requests by scripts, including web sockets.
    Connect,
    /// Scripts, styles, images, fonts, media, frames.
    Load,
}

/// One of the explorer's own origins, which no app may reach.
///
/// The scheme is not compared, since a proxy may have changed it.
#[derive(Debug)]
pub(crate) struct ExplorerOrigin {
    host: String,
    /// `None` means the scheme's default port. The scheme itself is not known for certain.
    port: Option<u16>,
}

impl ExplorerOrigin {
    /// Creates the origin from a request's authority.
    pub(crate) fn of_authority(authority: &Authority) -> Self {
        Self { host: authority.host().trim_end_matches('.').to_ascii_lowercase(), port: authority.port_u16() }
    }

    /// Creates the explorer's origin from an origin claimed by the page or set in the configuration.
    pub(crate) fn of_origin(origin: &Origin) -> Self {
        Self { host: origin.host().trim_end_matches('.').to_owned(), port: origin.port() }
    }

    /// Returns whether a source with this host and port matches the explorer. The host is in lower case and may start
    /// with `*`.
    ///
    /// All names for this machine count as the same host. A missing port may mean 80 or 443, because the scheme is not
    /// known for certain.
    fn is_covered_by(&self, host: &str, port: Option<u16>) -> bool {
        let named = match host.strip_prefix('*') {
            Some(parent) => self.host.ends_with(parent),
            None => self.host == host,
        };
        let same_host = named || (reach::is_this_machine(&self.host) && reach::is_this_machine(without_wildcard(host)));
        let may_be = |port: Option<u16>, other: Option<u16>| match (port, other) {
            (Some(port), Some(other)) => port == other,
            (Some(port), None) | (None, Some(port)) => matches!(port, 80 | 443),
            (None, None) => true,
        };
        same_host && may_be(self.port, port)
    }
}

/// Returns the host without a leading `*.`.
fn without_wildcard(host: &str) -> &str {
    host.strip_prefix("*.").unwrap_or(host)
}

/// A source approved for an app's policy.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Approved {
    pub(super) source: String,
    /// The reason to warn the user, if the source is in the user's own network.
    pub(super) warning: Option<&'static str>,
}

/// Approves a source (CSP Level 3, `host-source`) for an app's policy, or returns the reason for its rejection.
///
/// Rejects everything that could match more than one domain and its subdomains, break out of its directive, or reach
/// the explorer.
///
/// The result is in lower case up to the path, and approving it again changes nothing.
///
/// # Errors
///
/// Returns the reason, as a clause such as "it is too long for a domain", if the source is rejected.
///
/// | source | |
/// |---|---|
/// | `https://api.example.com:8443/v1/`, `https://*.cdn.example.org` | approved |
/// | `wss://stream.example.com` | approved for connections only |
/// | `http://localhost:3000`, `https://192.168.1.1` | approved with a warning, unless it is the explorer |
/// | `*`, `https:`, `https://*.com` | matches too many domains |
/// | `'self'`, `'unsafe-eval'` | a keyword |
/// | `example.com` | without a scheme |
/// | `http://2130706433`, `http://0x7f.1` | another spelling of an IP address |
/// | `https://[::1]` | an IPv6 address, which CSP has no syntax for |
/// | `https://a.example;script-src *` | would end its directive |
pub(super) fn approve(source: &str, purpose: Purpose, explorer: &[ExplorerOrigin]) -> Result<Approved, &'static str> {
    if source.len() > MAX_CHARS {
        return Err("it is too long for a domain");
    }
    if source.starts_with('\'') {
        return Err("keywords are not domains");
    }
    if source == "*" {
        return Err("it matches every domain");
    }
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b";,'\"`<>\\{}|^".contains(&byte);
    if !source.bytes().all(is_allowed) {
        return Err("it contains a character that is not allowed in a domain");
    }
    let Some((scheme, rest)) = source.split_once("://") else {
        let alone = source.ends_with(':');
        return Err(if alone { "a scheme alone matches every domain" } else { "it has no scheme, such as https://" });
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
    if explorer.iter().any(|origin| origin.is_covered_by(&host, port)) {
        return Err("it is the explorer's own origin");
    }
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    let warning = reach::reason_to_warn(without_wildcard(&host));
    Ok(Approved { source: format!("{scheme}://{host}{port}{path}"), warning })
}

/// Parses a port from 1 to 65535. Rejects a wildcard.
fn read_port(port: &str) -> Result<u16, &'static str> {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    port.parse().ok().filter(|port| digits && *port > 0).ok_or("its port is not a number up to 65535")
}

/// Checks that a lower-case host is a domain, a domain with a leading wildcard, or an IPv4 address in its usual form.
fn check_host(host: &str) -> Result<(), &'static str> {
    if host.starts_with('[') {
        return Err("a policy cannot name an IPv6 address");
    }
    let labels = without_wildcard(host);
    if labels.contains('*') {
        return Err("a wildcard may only be the first part of a host");
    }
    if labels.len() < host.len() && !labels.contains('.') {
        return Err("the wildcard matches all domains of a top-level domain");
    }
    if reach::ends_in_a_number(labels) {
        return match reach::address_of(labels) {
            Some(_) if labels.len() == host.len() => Ok(()),
            Some(_) => Err("an IP address cannot have a wildcard"),
            None => Err("browsers read its host as an IP address: write it as four decimal numbers"),
        };
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

    fn explorer() -> Vec<ExplorerOrigin> {
        let authorities = ["tools.example.com", "127.0.0.1:8080"];
        authorities.map(|authority| ExplorerOrigin::of_authority(&authority.parse().unwrap())).into()
    }

    fn approved(source: &str, purpose: Purpose, explorer: &[ExplorerOrigin]) -> Result<String, &'static str> {
        approve(source, purpose, explorer).map(|approved| approved.source)
    }

    fn is_approved(source: &str) -> bool {
        approve(source, Purpose::Connect, &explorer()).is_ok()
    }

    #[test]
    fn domains_are_approved() {
        for source in [
            "https://api.example.com",
            "https://api.example.com:8443/v1/",
            "https://*.cdn.example.org",
            "wss://stream.example.com",
            "http://localhost:3000",
            "https://tools.example.com:8443",
        ] {
            assert_eq!(approved(source, Purpose::Connect, &explorer()).as_deref(), Ok(source));
        }
        assert_eq!(
            approved("HTTPS://API.Example.com/A", Purpose::Load, &[]).as_deref(),
            Ok("https://api.example.com/A")
        );
        assert!(approve("wss://stream.example.com", Purpose::Load, &[]).is_err());
    }

    #[test]
    fn anything_but_a_domain_is_refused() {
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
            assert!(!is_approved(source), "{source:?}");
        }
        assert!(!is_approved(&format!("https://{}.example", "a".repeat(300))));
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
            "http://*.a.localhost:8080",
            "http://*.LOCALHOST:8080",
            "http://127.1:8080",
            "http://0x7f.1:8080",
            "http://2130706433:8080",
            "http://0177.0.0.1:8080",
            "http://localhost.:8080",
            "http://*.127.0.0.1:8080",
            "http://*.0.0.1:8080",
        ] {
            assert!(!is_approved(source), "{source:?}");
        }
    }

    #[test]
    fn hosts_in_the_users_own_network_have_a_warning() {
        let warning = |source: &str| approve(source, Purpose::Connect, &explorer()).unwrap().warning;
        for source in [
            "http://localhost:3000",
            "http://*.a.localhost:3000",
            "http://127.0.0.1:3000",
            "https://192.168.1.1",
            "http://169.254.169.254",
            "https://printer.local/print",
            "https://*.corp.internal",
            "wss://nas",
        ] {
            assert!(warning(source).is_some(), "{source}");
        }
        for source in
            ["https://api.example.com", "https://*.cdn.example.org", "https://8.8.8.8", "https://local.example"]
        {
            assert_eq!(warning(source), None, "{source}");
        }
        // A Content-Security-Policy has no syntax for IPv6 addresses.
        for source in ["http://[fc00::1]", "http://[fe80::1]:80", "http://[::ffff:127.0.0.1]:8080"] {
            assert!(!is_approved(source), "{source}");
        }
    }

    #[test]
    fn a_longer_source_is_refused() {
        let source = |length: usize| format!("{:x<length$}", "https://a.example/");
        assert!(approve(&source(300), Purpose::Connect, &[]).is_ok());
        assert_eq!(approve(&source(301), Purpose::Connect, &[]), Err("it is too long for a domain"));
    }

    /// Host spellings that browsers resolve to this machine.
    fn this_machine() -> impl Strategy<Value = String> {
        let quad = (any::<[u8; 3]>()).prop_map(|[a, b, c]| format!("127.{a}.{b}.{c}"));
        let number = (0..1_u32 << 24).prop_map(|rest| (127 << 24) + rest);
        prop_oneof![
            quad,
            (0..256_u16, 0..65_536_u32).prop_map(|(a, b)| format!("127.{a}.{b}")),
            (0..1_u32 << 24).prop_map(|rest| format!("0x7F.{rest}")),
            number.clone().prop_map(|number| number.to_string()),
            number.clone().prop_map(|number| format!("0x{number:X}")),
            number.prop_map(|number| format!("0{number:o}")),
            "([a-z0-9-]{1,9}\\.){0,3}localhost",
            "\\*\\.([a-z0-9-]{1,9}\\.){1,3}localhost",
            Just("0.0.0.0".to_owned()),
            Just("0".to_owned()),
            Just("[::1]".to_owned()),
            Just("[::]".to_owned()),
            Just("[::ffff:127.0.0.1]".to_owned()),
            Just("[0:0:0:0:0:0:0:1]".to_owned()),
        ]
    }

    proptest! {
        #[test]
        fn no_spelling_of_this_machine_reaches_the_explorer(
            host in this_machine(),
            upper: bool,
            dot: bool,
            scheme in "https?|wss?",
            explorer in "localhost|127\\.0\\.0\\.1|\\[::1\\]|tools\\.localhost|127\\.9\\.8\\.7",
        ) {
            let host = if upper { host.to_ascii_uppercase() } else { host };
            let dot = if dot { "." } else { "" };
            let explorer = [ExplorerOrigin::of_authority(&format!("{explorer}:8080").parse().unwrap())];
            let at = |port: u16| approve(&format!("{scheme}://{host}{dot}:{port}"), Purpose::Connect, &explorer);
            prop_assert!(at(8080).is_err());
            // Another port is another origin, but still on the user's machine.
            if let Ok(approved) = at(8081) {
                prop_assert!(approved.warning.is_some());
            }
        }

        #[test]
        fn an_approved_source_stays_within_its_directive(source in ".*|https?://.*|wss?://[a-z*.:]*(/.*)?") {
            if let Ok(first) = approved(&source, Purpose::Connect, &explorer()) {
                prop_assert!(first.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert!(!first.contains([';', ',', '\'']));
                prop_assert_eq!(approved(&first, Purpose::Connect, &explorer()), Ok(first.clone()));
            }
        }
    }
}
