//! The steps below HTTP: names and connections.

use std::net::SocketAddr;
use std::time::Duration;

use http::Uri;
use tokio::net::{TcpStream, lookup_host};

use super::{Problem, Seen};

/// Maximum number of addresses to report and try. The rest is ignored.
const ADDRESSES: usize = 8;

/// Returns a URL's host and port.
pub(super) fn host_and_port(url: &Uri) -> (&str, u16) {
    let host = url.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    (host, url.port_u16().unwrap_or(if url.scheme_str() == Some("https") { 443 } else { 80 }))
}

/// Looks up a host's addresses.
pub(super) async fn look_up(url: &Uri, limit: Duration) -> (Option<Vec<SocketAddr>>, Seen) {
    let (host, port) = host_and_port(url);
    let next = "Check the spelling of the host, and the network or VPN.";
    let failed = |text: String| (None, Seen::failed(Problem::Unreachable, text, next));
    match tokio::time::timeout(limit, lookup_host((host, port))).await {
        Err(_) => failed(format!("The name {host} was not resolved within {} s.", limit.as_secs_f64())),
        Ok(Err(error)) => failed(format!("The name {host} cannot be resolved: {error}.")),
        Ok(Ok(found)) => {
            let (addresses, names) = first(found);
            if addresses.is_empty() {
                return failed(format!("The name {host} has no address."));
            }
            (Some(addresses), Seen::ok(format!("{host} has the address {names}.")))
        }
    }
}

/// Returns the first addresses, and their names.
fn first(found: impl Iterator<Item = SocketAddr>) -> (Vec<SocketAddr>, String) {
    let addresses: Vec<_> = found.take(ADDRESSES).collect();
    let names: Vec<String> = addresses.iter().map(|address| address.ip().to_string()).collect();
    (addresses, names.join(", "))
}

/// Connects to the first address that accepts, trying them in order.
pub(super) async fn connect(addresses: &[SocketAddr], limit: Duration) -> (Option<()>, Seen) {
    let mut errors = Vec::new();
    let each = limit / u32::try_from(addresses.len().max(1)).unwrap_or(1);
    for address in addresses {
        let why = match tokio::time::timeout(each, TcpStream::connect(address)).await {
            Ok(Ok(_)) if errors.is_empty() => return (Some(()), Seen::ok(format!("{address} accepts connections."))),
            Ok(Ok(_)) => {
                let text = format!("{address} accepts connections, but {}.", errors.join(", "));
                return (Some(()), Seen::warning(text, "Clients that try only the first address fail."));
            }
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
                format!("{address} refuses the connection")
            }
            Ok(Err(error)) => format!("{address}: {error}"),
            Err(_) => format!("{address} did not respond within {} s", each.as_secs_f64()),
        };
        errors.push(why);
    }
    let next = "Check the port, whether the server runs and listens on this address, and firewalls in between.";
    (None, Seen::failed(Problem::Unreachable, format!("{}.", errors.join(", ")), next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_addresses_are_named_and_tried() {
        let (addresses, names) = first((1..=9).map(|number| SocketAddr::from(([10, 0, 0, number], 80))));
        assert_eq!(names, "10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, 10.0.0.5, 10.0.0.6, 10.0.0.7, 10.0.0.8");
        assert_eq!(addresses.len(), 8);
    }
}
