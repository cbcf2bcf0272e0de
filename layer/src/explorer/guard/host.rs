//! The request's host: well-formed, unambiguous, and one of the explorer's (`hosts`).
//!
//! In a DNS rebinding attack, a web page's own host name resolves to this machine. For the browser, requests to this
//! machine then go to the page's own origin. Only the host name reveals the attack.

use std::net::Ipv6Addr;
use std::str::FromStr;

use http::StatusCode;
use http::header::{self, HeaderValue};
use http::request::Parts;
use http::uri::Authority;

use super::super::response::{self, ExplorerResponse};
use crate::config::McpUiConfig;
use crate::endpoint::Permission;
use crate::setting::Setting;

/// Refuses a request with 421 if its host is not one of the explorer's (DNS rebinding).
///
/// Reading resources, viewing traffic and signing in are guarded as strictly as calling tools. A request without a host
/// does not come from a browser, so it passes.
pub(in crate::explorer) fn check_host(
    config: &McpUiConfig,
    request: &Parts,
    permission: Permission,
) -> Result<(), ExplorerResponse> {
    let is_of_caller = matches!(permission, Permission::Resources | Permission::Traffic | Permission::SignIn);
    let strict = is_of_caller || config.execution.is_enabled();
    if !config.hosts.restrict(strict) {
        return Ok(());
    }
    if let Some(authority) = request.uri.authority().filter(|host| !config.hosts.allow(host, strict)) {
        return Err(foreign(config, authority.as_str()));
    }
    for host in request.headers.get_all(header::HOST) {
        if config.hosts.allow_without_parsing(host.as_bytes(), strict) {
            continue;
        }
        let authority = Authority::try_from(host.as_bytes());
        if !authority.is_ok_and(|host| config.hosts.allow(&host, strict)) {
            return Err(foreign(config, &String::from_utf8_lossy(host.as_bytes())));
        }
    }
    Ok(())
}

/// Creates the 421 response for a foreign host, which mentions the setting.
fn foreign(config: &McpUiConfig, host: &str) -> ExplorerResponse {
    let add = |name| format!(" Add it to the setting {name}, or use a host that is listed.");
    let add = config.setting_names.hint(Setting::HOSTS, add);
    let message = format!("The host {host:?} is not a host of the explorer.{add}");
    response::error(StatusCode::MISDIRECTED_REQUEST, &message)
}

/// Refuses a malformed authority with 421, and several `Host` headers with 400 (RFC 9112, section 3.2). Other software
/// handling the request might parse a different host from such headers.
pub(in crate::explorer) fn check_authority(request: &Parts) -> Result<(), ExplorerResponse> {
    let mut hosts = request.headers.get_all(header::HOST).iter();
    let host = hosts.next().map(HeaderValue::as_bytes);
    if hosts.next().is_some() {
        let message = "The request has several `Host` headers. Send one.";
        return Err(response::error(StatusCode::BAD_REQUEST, message));
    }
    let target = request.uri.authority().map(|authority| authority.as_str().as_bytes());
    match target.into_iter().chain(host).find(|authority| !is_well_formed(authority)) {
        None => Ok(()),
        Some(wrong) => {
            let wrong = String::from_utf8_lossy(wrong);
            let message = format!("The host {wrong:?} is malformed. Send a host name with an optional port.");
            Err(response::error(StatusCode::MISDIRECTED_REQUEST, &message))
        }
    }
}

/// Returns whether an authority is a host with an optional port (RFC 3986, section 3.2), without user information.
///
/// | authority | |
/// |---|---|
/// | `localhost`, `127.0.0.1:8080`, `[::1]:8080`, `a.example.` | well-formed |
/// | `user@localhost` | user information, which other software might mistake for the host |
/// | `localhost:x`, `localhost:99999` | no port |
/// | `::1` | an IPv6 address without brackets |
/// | `a b`, `a/b`, `é` | not a host |
fn is_well_formed(authority: &[u8]) -> bool {
    let (is_host, rest) = if let Some(bracketed) = authority.strip_prefix(b"[") {
        let end = bracketed.iter().position(|&byte| byte == b']').unwrap_or(bracketed.len());
        let (address, rest) = bracketed.split_at(end);
        (parse::<Ipv6Addr>(address).is_some(), rest.strip_prefix(b"]").unwrap_or(b"]"))
    } else {
        let end = authority.iter().position(|&byte| !is_name_byte(byte)).unwrap_or(authority.len());
        (end > 0, &authority[end..])
    };
    let is_port =
        |port: &[u8]| port.iter().all(u8::is_ascii_digit) && (port.is_empty() || parse::<u16>(port).is_some());
    is_host && (rest.is_empty() || rest.strip_prefix(b":").is_some_and(is_port))
}

fn parse<T: FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Returns whether a byte is allowed in a host name.
fn is_name_byte(byte: u8) -> bool {
    let is_mark = matches!(
        byte,
        b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b'%'
    );
    byte.is_ascii_alphanumeric() || is_mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_is_a_host_and_a_port() {
        for right in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "[::1]:1", "a_b.example:", "a.example."] {
            assert!(is_well_formed(right.as_bytes()), "{right}");
        }
        for wrong in [
            "",
            ":80",
            "u@localhost",
            "u:p@localhost:80",
            "localhost:x",
            "localhost:80:80",
            "localhost:99999",
            "[]",
            "[::1",
            "[::1]x",
            "[::1]:x",
            "::1",
            "a b",
            "a/b",
            "localhost,localhost:80@b",
            "é",
        ] {
            assert!(!is_well_formed(wrong.as_bytes()), "{wrong}");
        }
        assert!(!is_well_formed(b"\xff"));
    }
}
