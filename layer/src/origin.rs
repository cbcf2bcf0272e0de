//! Origins, and the host names of this machine.

use std::fmt;

use http::Uri;
use http::uri::Authority;

/// An origin (RFC 6454): scheme, host and port, compared as in browsers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    scheme: String,
    host: String,
    port: Option<u16>,
}

impl Origin {
    /// Parses an `Origin` header value. Returns `None` for `null`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let uri = text.parse::<Uri>().ok()?;
        let has_path = text.matches('/').count() > 2 || uri.query().is_some();
        let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
        if has_path || authority.as_str().contains('@') {
            return None;
        }
        let scheme = scheme.to_ascii_lowercase();
        let port = authority.port_u16().or(default_port(&scheme));
        Some(Self { host: authority.host().to_ascii_lowercase(), port, scheme })
    }

    pub(crate) fn is_http(&self) -> bool {
        matches!(self.scheme.as_str(), "http" | "https")
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn port(&self) -> Option<u16> {
        self.port
    }

    /// Returns the origin's authority, as in the `Host` header.
    pub(crate) fn authority(&self) -> Option<Authority> {
        self.to_string().parse::<Uri>().ok()?.into_parts().authority
    }

    /// Returns whether a request for `authority` is for this origin. Ignores the scheme, which is unknown behind a
    /// proxy.
    pub(crate) fn is_authority(&self, authority: &Authority) -> bool {
        self.host.eq_ignore_ascii_case(authority.host())
            && self.port == authority.port_u16().or(default_port(&self.scheme))
    }

    /// Returns whether a `Host` header or a request target's authority is for this origin. Ignores user information and
    /// a trailing dot, which do not change the host. Runs for every request, so it allocates nothing.
    pub(crate) fn is_named_by(&self, authority: &str) -> bool {
        let authority = authority.rsplit_once('@').map_or(authority, |(_, authority)| authority);
        let address = authority.rfind(']').map_or(0, |at| at + 1);
        let port = authority[address..].find(':').map_or(authority.len(), |at| address + at);
        let (host, port) = authority.split_at(port);
        let port = port.trim_start_matches(':').parse().ok().or(default_port(&self.scheme));
        self.port == port && without_dot(&self.host).eq_ignore_ascii_case(without_dot(host))
    }
}

fn without_dot(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

/// Formats the origin as browsers do, without a default port.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)?;
        match self.port {
            Some(port) if default_port(&self.scheme) != Some(port) => write!(f, ":{port}"),
            _ => Ok(()),
        }
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

/// Returns whether a host is a loopback name or address.
pub(crate) fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_compared_with_its_default_port() {
        let origin = Origin::parse("http://Example.com").unwrap();
        assert!(origin.is_authority(&"example.com".parse().unwrap()));
        assert!(origin.is_authority(&"example.com:80".parse().unwrap()));
        assert!(!origin.is_authority(&"example.com:8080".parse().unwrap()));
        assert!(!Origin::parse("http://a.example:1").unwrap().is_authority(&"a.example:2".parse().unwrap()));
        assert!(Origin::parse("http://[::1]:8080").unwrap().is_authority(&"[::1]:8080".parse().unwrap()));
    }

    #[test]
    fn every_spelling_of_an_origin_names_it() {
        let origin = Origin::parse("http://apps.localhost:8080").unwrap();
        for authority in
            ["apps.localhost:8080", "APPS.localhost:8080", "apps.localhost.:8080", "u:p@apps.localhost:8080"]
        {
            assert!(origin.is_named_by(authority), "{authority}");
        }
        for authority in ["", ":", "localhost:8080", "apps.localhost", "apps.localhost:80", "apps.localhost:8080:8080"]
        {
            assert!(!origin.is_named_by(authority), "{authority}");
        }
        assert!(Origin::parse("https://a.example").unwrap().is_named_by("a.example"));
        assert!(Origin::parse("https://a.example").unwrap().is_named_by("a.example:443"));
        assert!(Origin::parse("http://[::1]:81").unwrap().is_named_by("[::1]:81"));
        assert!(!Origin::parse("http://[::1]:81").unwrap().is_named_by("[::1]"));
    }

    #[test]
    fn invalid_origins_are_refused() {
        for wrong in ["null", "", "example.com", "http://", "http://a/b", "http://a/", "http://u@a", "http://a?b"] {
            assert_eq!(Origin::parse(wrong), None, "{wrong:?}");
        }
    }
}
