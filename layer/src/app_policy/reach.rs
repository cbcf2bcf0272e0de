//! Classifies hosts by name: this machine, the local network, or the Internet.
//!
//! An app runs in the user's browser, which can reach hosts that the Internet cannot: the explorer itself, a router, a
//! cloud's metadata service. This machine has countless names, all of which must be recognized. For other local hosts,
//! a warning is enough. No name is resolved, so a public name can resolve to a local address; some browsers have their
//! own defenses against that.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Domain suffixes for local networks: from RFC 6762, RFC 8375 and ICANN (private use), and others in common use.
const LOCAL_ENDINGS: [&str; 5] = ["local", "internal", "home.arpa", "localdomain", "lan"];

/// Returns whether a host is the local machine: a loopback or unspecified address in any spelling, `localhost`, or a
/// subdomain of `localhost`. The host must be in lower case and without a trailing dot.
pub(super) fn is_this_machine(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[') {
        let address = address.trim_end_matches(']').parse::<Ipv6Addr>();
        return address.is_ok_and(|address| match address.to_ipv4() {
            Some(mapped) => is_this_machine_v4(mapped) || address.is_loopback(),
            None => false,
        });
    }
    if ends_in_a_number(host) {
        // Browsers also accept other spellings, such as 2130706433. They are not parsed here, and count as this
        // machine.
        return address_of(host).is_none_or(is_this_machine_v4);
    }
    host == "localhost" || host.ends_with(".localhost")
}

/// Returns whether an address is in 127.0.0.0/8, or in 0.0.0.0/8, which some systems also route to themselves.
fn is_this_machine_v4(address: Ipv4Addr) -> bool {
    address.is_loopback() || address.octets()[0] == 0
}

/// Returns whether browsers parse a host as an IPv4 address (WHATWG URL, "ends in a number checker"), such as
/// 127.0.0.1, 127.1, 0x7f.1 or 2130706433.
pub(super) fn ends_in_a_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let hexadecimal = last.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    hexadecimal || (!last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses four decimal numbers, the only address spelling that the standard library accepts.
pub(super) fn address_of(host: &str) -> Option<Ipv4Addr> {
    host.parse().ok()
}

/// Returns the reason to warn the user about a host, if it is not on the public Internet.
pub(super) fn reason_to_warn(host: &str) -> Option<&'static str> {
    if is_this_machine(host) {
        return Some("it is the user's own machine");
    }
    if let Some(address) = address_of(host) {
        return reason_to_warn_of(address);
    }
    let is_below = |ending: &str| host.strip_suffix(ending).is_some_and(|name| name.is_empty() || name.ends_with('.'));
    if LOCAL_ENDINGS.into_iter().any(is_below) {
        return Some("it is a local network name");
    }
    (!host.contains('.')).then_some("it is a local network name, because it has only one part")
}

/// Returns the reason to warn about an address in a special-purpose range (RFC 6890) or a multicast range.
fn reason_to_warn_of(address: Ipv4Addr) -> Option<&'static str> {
    let [first, second, ..] = address.octets();
    if address.is_private() {
        Some("it is an address of a private network")
    } else if address.is_link_local() {
        Some("it is a link-local address, where clouds serve credentials")
    } else if first == 100 && second & 0xc0 == 64 {
        Some("it is an address of a shared network, such as those of providers and VPNs")
    } else if address.is_multicast() || first >= 240 || (first == 198 && second & 0xfe == 18) {
        Some("it is an address that is not on the public Internet")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_many_names() {
        for host in [
            "localhost",
            "a.localhost",
            "b.a.localhost",
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "0.1.2.3",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:0.0.0.0]",
            "127.1",
            "0x7f.1",
            "2130706433",
            "0x7f000001",
            "017700000001",
            "0",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in
            ["localhost.example", "notlocalhost", "10.0.0.1", "8.8.8.8", "[fe80::1]", "[::ffff:8.8.8.8]", "0x.example"]
        {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn hosts_of_local_networks_have_a_warning() {
        for host in [
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "printer.local",
            "metadata.google.internal",
            "nas.home.arpa",
            "local",
            "intranet",
            "localhost",
            "a.localhost",
            "127.0.0.1",
        ] {
            assert!(reason_to_warn(host).is_some(), "{host}");
        }
        for host in [
            "example.com",
            "8.8.8.8",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.0.1",
            "100.128.0.1",
            "192.169.0.1",
            "notlocal.com",
            "local.example",
            "thelocal.se",
            "home.arpa.example",
        ] {
            assert_eq!(reason_to_warn(host), None, "{host}");
        }
    }
}
