//! The addresses that a sign-in may reach. Sign-in URLs come from other servers' documents: without this check, a
//! server could make this program probe the user's network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// An address class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Public,
    Private,
    Loopback,
    /// Link-local, multicast and reserved addresses, which no sign-in needs. Cloud providers serve secrets at one of
    /// them (169.254.169.254).
    Never,
}

/// The address classes that a sign-in may reach: public addresses, and the MCP server's own class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    home: Class,
}

/// The error for a forbidden address.
#[derive(Debug, thiserror::Error)]
#[error("it leads to {0}, which is not in the MCP server's network")]
pub(crate) struct Blocked(IpAddr);

impl Policy {
    /// The policy for an MCP server. An unresolved name counts as public.
    pub(crate) async fn of(endpoint: &Url) -> Self {
        let port = endpoint.port_or_known_default().unwrap_or(443);
        let home = match endpoint.host() {
            Some(Host::Ipv4(address)) => class_of_v4(address),
            Some(Host::Ipv6(address)) => class_of_v6(address),
            Some(Host::Domain(name)) => match tokio::net::lookup_host((name, port)).await {
                // Addresses in several classes do not show where the server is, so only public ones are allowed.
                Ok(addresses) => {
                    let mut classes = addresses.map(|address| class(address.ip()));
                    let first = classes.next().unwrap_or(Class::Public);
                    if classes.all(|other| other == first) { first } else { Class::Public }
                }
                Err(_) => Class::Public,
            },
            None => Class::Public,
        };
        Self { home }
    }

    /// Checks an address.
    pub(crate) fn check(self, address: IpAddr) -> Result<(), Blocked> {
        let class = class(address);
        let is_allowed = class == Class::Public || class == self.home && class != Class::Never;
        if is_allowed { Ok(()) } else { Err(Blocked(address)) }
    }

    /// Checks a URL's host, if it is an address. Names are checked when they are resolved.
    pub(crate) fn check_host(self, url: &Url) -> Result<(), Blocked> {
        match url.host() {
            Some(Host::Ipv4(address)) => self.check(address.into()),
            Some(Host::Ipv6(address)) => self.check(address.into()),
            Some(Host::Domain(_)) | None => Ok(()),
        }
    }
}

fn class(address: IpAddr) -> Class {
    match address {
        IpAddr::V4(address) => class_of_v4(address),
        IpAddr::V6(address) => class_of_v6(address),
    }
}

fn class_of_v4(address: Ipv4Addr) -> Class {
    let [first, second, ..] = address.octets();
    // 0.0.0.0 reaches this machine, too.
    if address.is_loopback() || first == 0 {
        Class::Loopback
    } else if address.is_link_local() || address.is_multicast() || first >= 240 {
        Class::Never
    } else if address.is_private() || first == 100 && (64..128).contains(&second) || first == 198 && second & 0xfe == 18
    {
        Class::Private
    } else {
        Class::Public
    }
}

fn class_of_v6(address: Ipv6Addr) -> Class {
    let segments = address.segments();
    if address.is_loopback() || address.is_unspecified() {
        return Class::Loopback;
    }
    // IPv4 addresses embedded in IPv6: mapped, compatible, NAT64 and 6to4.
    let embedded = match segments {
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            Some((high, low))
        }
        _ => None,
    };
    if let Some((high, low)) = embedded {
        let [[a, b], [c, d]] = [high, low].map(u16::to_be_bytes);
        return class_of_v4(Ipv4Addr::new(a, b, c, d));
    }
    match segments[0] {
        0xfc00..=0xfdff => Class::Private,
        // NAT64 within a network (RFC 8215).
        0x64 if segments[1] == 0xff9b => Class::Private,
        0xfe80..=0xffff => Class::Never,
        _ => Class::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_leads_to_its_own_network_and_to_public_addresses() {
        let policy = async |url: &str| Policy::of(&Url::parse(url).unwrap()).await;
        let [public, private, local] = [
            policy("https://93.184.216.34/").await,
            policy("https://10.0.0.1/").await,
            policy("http://127.0.0.1/").await,
        ];
        let allowed = |address: &str| {
            let address: IpAddr = address.parse().unwrap();
            [public, private, local].map(|policy| policy.check(address).is_ok())
        };
        for (address, expected) in [
            ("93.184.216.34", [true, true, true]),
            ("2606:2800:220:1:248:1893:25c8:1946", [true, true, true]),
            ("192.168.1.1", [false, true, false]),
            ("100.64.0.1", [false, true, false]),
            ("fd00::1", [false, true, false]),
            ("127.0.0.1", [false, false, true]),
            ("0.0.0.0", [false, false, true]),
            ("::1", [false, false, true]),
            ("::ffff:127.0.0.1", [false, false, true]),
            ("::ffff:10.0.0.1", [false, true, false]),
            ("64:ff9b::a00:1", [false, true, false]),
            ("2002:7f00:1::", [false, false, true]),
            ("169.254.169.254", [false, false, false]),
            ("::ffff:169.254.169.254", [false, false, false]),
            ("fe80::1", [false, false, false]),
            ("224.0.0.1", [false, false, false]),
        ] {
            assert_eq!(allowed(address), expected, "{address}");
        }
    }
}
