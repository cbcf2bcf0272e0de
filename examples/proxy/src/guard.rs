use axum::body::Body;
use http::header::{self, HeaderMap};
use http::uri::Authority;
use http::{Response, StatusCode, Uri};

use crate::refusal;

/// Refuses requests that web pages of other hosts send, for example by DNS rebinding. The upstream server cannot detect
/// such requests by their `Host`, because the proxy replaces this header.
pub(crate) fn check(headers: &HeaderMap) -> Result<(), Response<Body>> {
    for (name, is_local) in [(header::HOST, is_local_host as fn(&str) -> bool), (header::ORIGIN, is_local_origin)] {
        for value in headers.get_all(&name) {
            if !value.to_str().is_ok_and(is_local) {
                let text = format!(
                    "The proxy accepts only requests whose Host and Origin are local, but this one has \
                     {name}: {value:?}.\n"
                );
                return Err(refusal::text(StatusCode::FORBIDDEN, text));
            }
        }
    }
    Ok(())
}

fn is_local_host(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn is_local_origin(origin: &str) -> bool {
    let Ok(origin) = origin.parse::<Uri>() else { return false };
    origin.scheme().is_some() && origin.authority().is_some_and(|authority| is_local_host(authority.as_str()))
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    fn passes(name: HeaderName, value: &'static str) -> bool {
        check(&HeaderMap::from_iter([(name, HeaderValue::from_static(value))])).is_ok()
    }

    #[test]
    fn this_machine_passes() {
        assert!(check(&HeaderMap::new()).is_ok());
        for host in ["localhost", "localhost:8090", "127.0.0.1:8090", "[::1]:8090", "apps.localhost:8090"] {
            assert!(passes(header::HOST, host), "{host}");
        }
        for origin in ["http://localhost:6274", "https://127.0.0.1"] {
            assert!(passes(header::ORIGIN, origin), "{origin}");
        }
    }

    #[test]
    fn a_foreign_page_does_not() {
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "10.0.0.1", ""] {
            assert!(!passes(header::HOST, host), "{host}");
        }
        for origin in ["http://evil.example", "null", "http://localhost.evil.example", "localhost"] {
            assert!(!passes(header::ORIGIN, origin), "{origin}");
        }
    }
}
