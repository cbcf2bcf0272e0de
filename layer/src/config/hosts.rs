use http::uri::Authority;

use crate::error::ConfigError;

/// The host names under which the explorer answers; a request for any other gets 421.
///
/// This is what keeps a web page on a foreign name, pointed at this machine by DNS, away from the tools.
#[derive(Clone, Debug, Default)]
pub(crate) enum Hosts {
    /// Loopback names where tools may be executed or resources read (`strict`), any host for all else.
    #[default]
    Unset,
    Any,
    Only(Vec<Authority>),
}

impl Hosts {
    pub(crate) fn only<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        let parse = |name: N| {
            let name = name.as_ref();
            let wrong =
                || ConfigError::new("hosts", name, "host names such as \"tools.example.com\", with a port or without");
            name.parse::<Authority>().ok().filter(|_| !name.contains(['@', '*'])).ok_or_else(wrong)
        };
        names.into_iter().map(parse).collect::<Result<_, _>>().map(Self::Only)
    }

    pub(crate) fn allow(&self, authority: &Authority, strict: bool) -> bool {
        match self {
            Self::Any => true,
            Self::Unset => !strict || is_loopback(authority.host()),
            Self::Only(names) => names.iter().any(|name| {
                name.host().eq_ignore_ascii_case(authority.host())
                    && name.port_u16().is_none_or(|port| match authority.port_u16() {
                        Some(asked) => asked == port,
                        // Browsers leave out the port that the scheme has by default.
                        None => matches!(port, 80 | 443),
                    })
            }),
        }
    }

    /// The same for the loopback names that everybody uses, seen without parsing; `false` says nothing.
    pub(crate) fn allow_plainly(&self, authority: &[u8], strict: bool) -> bool {
        let port = authority.iter().rposition(|&byte| byte == b':').filter(|at| {
            let port = &authority[at + 1..];
            port.len() <= 5 && port.iter().all(u8::is_ascii_digit)
        });
        let host = &authority[..port.unwrap_or(authority.len())];
        matches!(self, Self::Unset) && strict && matches!(host, b"localhost" | b"127.0.0.1" | b"[::1]")
    }

    /// Whether this is a name of ours for sure: one that was given, or a loopback name where none was.
    pub(crate) fn name(&self, authority: &Authority) -> bool {
        match self {
            Self::Any | Self::Unset => is_loopback(authority.host()),
            Self::Only(_) => self.allow(authority, true),
        }
    }

    /// Whether any authority is refused at all.
    pub(crate) fn restrict(&self, strict: bool) -> bool {
        match self {
            Self::Any => false,
            Self::Unset => strict,
            Self::Only(_) => true,
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(hosts: &Hosts, authority: &str) -> bool {
        hosts.allow(&authority.parse().unwrap(), true)
    }

    #[test]
    fn loopback_names_pass_where_execution_is_on() {
        for name in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]:8080", "127.1.2.3"] {
            assert!(allows(&Hosts::Unset, name), "{name}");
        }
        for name in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]", "[::1]:8080"] {
            assert!(Hosts::Unset.allow_plainly(name.as_bytes(), true), "{name}");
        }
        for name in ["localhost:", "localhost:x", "localhost.example.com", "127.0.0.1.example.com:80", "::1", ""] {
            let plainly = Hosts::Unset.allow_plainly(name.as_bytes(), true);
            assert!(!plainly || allows(&Hosts::Unset, name), "{name}");
        }
        assert!(!Hosts::only(["a.example"]).unwrap().allow_plainly(b"localhost", true));
        for name in ["localhost.example.com", "example.com", "10.0.0.1", "[::2]", "127.0.0.1.example.com"] {
            assert!(!allows(&Hosts::Unset, name), "{name}");
        }
    }

    #[test]
    fn a_name_with_a_port_wants_that_port() {
        let hosts = Hosts::only(["a.example", "b.example:8443", "c.example:443"]).unwrap();
        assert!(allows(&hosts, "A.example:1"));
        assert!(allows(&hosts, "b.example:8443"));
        assert!(!allows(&hosts, "b.example"));
        assert!(allows(&hosts, "c.example") && allows(&hosts, "c.example:443") && !allows(&hosts, "c.example:80"));
        assert!(!allows(&hosts, "localhost"));
    }

    #[test]
    fn what_is_no_host_name_is_refused() {
        for wrong in ["", "http://a.example", "a b", "user@a.example", "*", "*.a.example"] {
            assert!(Hosts::only([wrong]).is_err(), "{wrong:?}");
        }
    }
}
