use http::header::HOST;
use http::uri::{Authority, Scheme};
use http::{Request, Uri};

/// The error for a request with several `Host` headers, or with an invalid host.
#[derive(Debug)]
pub(crate) struct Malformed;

/// Converts a request's target to absolute form, because components see the target's authority, but not the `Host`
/// header.
///
/// A request without a host (HTTP/1.0) is left unchanged. A request with several `Host` headers, or with an invalid
/// host, is refused here, because the component could not detect the error.
pub(crate) fn absolute<B>(mut request: Request<B>) -> Result<Request<B>, Malformed> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let host = hosts.next();
    if hosts.next().is_some() {
        return Err(Malformed);
    }
    let from_header = host.map(|host| Authority::try_from(host.as_bytes())).transpose().map_err(|_| Malformed)?;
    let mut parts = request.uri().clone().into_parts();
    let Some(authority) = parts.authority.take().or(from_header) else { return Ok(request) };
    parts.authority = Some(authority);
    parts.scheme.get_or_insert(Scheme::HTTP);
    if parts.path_and_query.is_none() {
        parts.path_and_query = Some(http::uri::PathAndQuery::from_static("/"));
    }
    *request.uri_mut() = Uri::from_parts(parts).map_err(|_| Malformed)?;
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(uri: &str, hosts: &[&str]) -> Option<String> {
        let request = hosts.iter().fold(Request::get(uri), |request, host| request.header(HOST, *host));
        absolute(request.body(()).unwrap()).ok().map(|request| request.uri().to_string())
    }

    #[test]
    fn the_host_becomes_the_authority() {
        assert_eq!(target("/a?b", &["x.example:81"]).as_deref(), Some("http://x.example:81/a?b"));
        assert_eq!(target("https://y.example/a", &["y.example"]).as_deref(), Some("https://y.example/a"));
        assert_eq!(target("/a", &[]).as_deref(), Some("/a"));
    }

    #[test]
    fn an_invalid_host_is_refused() {
        assert_eq!(target("/", &["a b"]), None);
        assert_eq!(target("/", &["a.example", "b.example"]), None);
    }
}
