use http::HeaderMap;
use http::header::{self, HeaderName};

/// The headers that are always removed: known hop-by-hop headers (RFC 9110, section 7.6.1), and proxy credentials, which
/// are meant for this proxy. [`remove`] also removes the headers listed in `Connection`.
const HOP_BY_HOP: [&str; 9] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Removes the hop-by-hop headers.
pub(crate) fn remove(headers: &mut HeaderMap) {
    let connection = headers.get_all(header::CONNECTION).iter().filter_map(|value| value.to_str().ok());
    let named = connection.flat_map(|value| value.split(',')).filter_map(|name| name.trim().parse().ok());
    let named: Vec<HeaderName> = named.collect();
    for name in named.into_iter().chain(HOP_BY_HOP.map(HeaderName::from_static)) {
        headers.remove(name);
    }
}
