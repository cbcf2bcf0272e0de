use http::uri::Authority;

use crate::error::ConfigError;
use crate::origin::is_loopback;
use crate::setting::Setting;

/// The explorer's host names. A request for any other host gets 421.
///
/// The check protects against DNS rebinding: a web page whose host name resolves to this machine cannot reach the
/// tools.
#[derive(Clone, Debug, Default)]
pub(crate) enum Hosts {
    /// No hosts are configured. A request is `strict` if tools may be executed, or if it is for resources, traffic or a
    /// sign-in. A strict request is accepted only for a loopback name, and any other request for any host.
    #[default]
    Unset,
    Any,
    Only(Vec<Authority>),
}

impl Hosts {
    pub(crate) fn only<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<Self, ConfigError> {
        let parse = |name: N| {
            let name = name.as_ref();
            let wrong = || {
                ConfigError::invalid(
                    Setting::HOSTS,
                    name,
                    "host names such as \"tools.example.com\", with or without a port",
                )
            };
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
                        Some(other) => other == port,
                        // Browsers omit the scheme's default port.
                        None => matches!(port, 80 | 443),
                    })
            }),
        }
    }

    /// A shortcut for [`allow`](Self::allow) that recognizes the usual loopback names without parsing. `false` means
    /// that the authority has to be parsed.
    pub(crate) fn allow_without_parsing(&self, authority: &[u8], strict: bool) -> bool {
        let port = authority.iter().rposition(|&byte| byte == b':').filter(|at| {
            let port = &authority[at + 1..];
            port.len() <= 5 && port.iter().all(u8::is_ascii_digit)
        });
        let host = &authority[..port.unwrap_or(authority.len())];
        matches!(self, Self::Unset) && strict && matches!(host, b"localhost" | b"127.0.0.1" | b"[::1]")
    }

    /// Returns whether an authority certainly belongs to the explorer: a configured host, or a loopback name if no
    /// hosts are configured.
    pub(crate) fn is_known_host(&self, authority: &Authority) -> bool {
        match self {
            Self::Any | Self::Unset => is_loopback(authority.host()),
            Self::Only(_) => self.allow(authority, true),
        }
    }

    /// Returns whether [`allow`](Self::allow) refuses any authorities.
    pub(crate) fn restrict(&self, strict: bool) -> bool {
        match self {
            Self::Any => false,
            Self::Unset => strict,
            Self::Only(_) => true,
        }
    }
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
            assert!(Hosts::Unset.allow_without_parsing(name.as_bytes(), true), "{name}");
        }
        for name in ["localhost:", "localhost:x", "localhost.example.com", "127.0.0.1.example.com:80", "::1", ""] {
            let allowed = Hosts::Unset.allow_without_parsing(name.as_bytes(), true);
            assert!(!allowed || allows(&Hosts::Unset, name), "{name}");
        }
        assert!(!Hosts::only(["a.example"]).unwrap().allow_without_parsing(b"localhost", true));
        for name in ["localhost.example.com", "example.com", "10.0.0.1", "[::2]", "127.0.0.1.example.com"] {
            assert!(!allows(&Hosts::Unset, name), "{name}");
        }
    }

    #[test]
    fn a_name_with_a_port_matches_only_that_port() {
        let hosts = Hosts::only(["a.example", "b.example:8443", "c.example:443"]).unwrap();
        assert!(allows(&hosts, "A.example:1"));
        assert!(allows(&hosts, "b.example:8443"));
        assert!(!allows(&hosts, "b.example"));
        assert!(allows(&hosts, "c.example") && allows(&hosts, "c.example:443") && !allows(&hosts, "c.example:80"));
        assert!(!allows(&hosts, "localhost"));
    }

    #[test]
    fn invalid_host_names_are_refused() {
        for wrong in ["", "http://a.example", "a b", "user@a.example", "*", "*.a.example"] {
            assert!(Hosts::only([wrong]).is_err(), "{wrong:?}");
        }
    }
}
