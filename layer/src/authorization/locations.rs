//! The places where metadata are found, and the rules for URLs in documents from other servers.

use url::{Host, Url};

use super::error::{AuthorizationError, AuthorizationErrorCode};

/// Maximum length in bytes of a URL, as for most servers. Longer URLs are not used, and the sign-in fails if it needs
/// one.
const MAX_ADDRESS: usize = 2 * 1024;

/// Returns the URLs where a resource's metadata may be (RFC 9728, section 3.1).
pub(super) fn of_resource(endpoint: &Url) -> Vec<Url> {
    const NAME: &str = "oauth-protected-resource";
    let path = endpoint.path().trim_end_matches('/');
    let mut places = Vec::new();
    if !path.is_empty() {
        places.push(at(endpoint, &format!("/.well-known/{NAME}{path}")));
    }
    places.push(at(endpoint, &format!("/.well-known/{NAME}")));
    places
}

/// Returns the URLs where an authorization server's metadata may be (RFC 8414, section 3, and OIDC Discovery 1.0,
/// section 4).
pub(super) fn of_issuer(issuer: &Url) -> Vec<Url> {
    const OAUTH: &str = "/.well-known/oauth-authorization-server";
    const OPENID: &str = "/.well-known/openid-configuration";
    let path = issuer.path().trim_end_matches('/');
    let paths = if path.is_empty() {
        vec![OAUTH.to_owned(), OPENID.to_owned()]
    } else {
        vec![format!("{OAUTH}{path}"), format!("{OPENID}{path}"), format!("{path}{OPENID}")]
    };
    paths.iter().map(|path| at(issuer, path)).collect()
}

/// Returns a URL with the same origin and another path, without a query or fragment.
pub(super) fn at(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query(None);
    url.set_fragment(None);
    url
}

/// Returns a URL's origin without a trailing slash, as an issuer is written.
pub(super) fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Parses a URL in a document. It must use HTTPS, unless it and the MCP endpoint are both on this machine.
pub(super) fn parse(text: &str, endpoint: &Url) -> Result<Url, AuthorizationError> {
    let insecure = |why: &str| {
        let text: String = text.chars().take(200).collect();
        AuthorizationError::new(AuthorizationErrorCode::InsecureEndpoint, format!("The URL {text:?} {why}."))
    };
    if text.len() > MAX_ADDRESS {
        let message = format!("A server gave a URL of {} bytes. The maximum is {MAX_ADDRESS}.", text.len());
        return Err(AuthorizationError::new(AuthorizationErrorCode::TooLarge, message));
    }
    let url = Url::parse(text).map_err(|_| insecure("is not a URL"))?;
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(insecure("has credentials or a fragment"));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) && is_loopback(endpoint) => Ok(url),
        _ => Err(insecure("does not use HTTPS, and is not on this machine")),
    }
}

/// Returns whether a URL's host is this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Returns whether two strings identify the same authorization server.
pub(super) fn is_same_issuer(one: &str, other: &str) -> bool {
    one == other || Url::parse(one).ok().zip(Url::parse(other).ok()).is_some_and(|(one, other)| one == other)
}

/// Returns whether a resource includes an endpoint: the origins are equal, and the resource's path equals the
/// endpoint's or is above it. A resource with a query must equal the endpoint.
pub(super) fn includes(resource: &Url, endpoint: &Url) -> bool {
    if resource.query().is_some() {
        return resource == endpoint;
    }
    let above = resource.path().trim_end_matches('/');
    let rest = endpoint.path().strip_prefix(above);
    resource.origin() == endpoint.origin() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn texts(urls: &[Url]) -> Vec<&str> {
        urls.iter().map(Url::as_str).collect()
    }

    #[test]
    fn metadata_have_well_known_places() {
        let resource = of_resource(&url("https://a.example/t/mcp?x=1"));
        assert_eq!(
            texts(&resource),
            [
                "https://a.example/.well-known/oauth-protected-resource/t/mcp",
                "https://a.example/.well-known/oauth-protected-resource"
            ]
        );
        assert_eq!(of_resource(&url("https://a.example/")).len(), 1);
        let issuer = of_issuer(&url("https://a.example/t"));
        assert_eq!(
            texts(&issuer),
            [
                "https://a.example/.well-known/oauth-authorization-server/t",
                "https://a.example/.well-known/openid-configuration/t",
                "https://a.example/t/.well-known/openid-configuration"
            ]
        );
        assert_eq!(of_issuer(&url("https://a.example")).len(), 2);
    }

    #[test]
    fn addresses_are_secure_or_local() {
        let (public, local) = (url("https://a.example/mcp"), url("http://127.0.0.1:1/mcp"));
        assert!(parse("https://b.example/x", &public).is_ok() && parse("http://localhost:2/", &local).is_ok());
        for (text, endpoint) in [
            ("http://b.example/", &public),
            ("http://localhost:2/", &public),
            ("http://10.0.0.1/", &local),
            ("http://127.0.0.1.example/", &local),
            ("javascript:alert(1)", &local),
            ("file:///etc/passwd", &local),
            ("https://me:secret@b.example/", &public),
            ("https://b.example/#x", &public),
            ("/relative", &public),
        ] {
            let error = parse(text, endpoint).unwrap_err();
            assert_eq!(error.code(), AuthorizationErrorCode::InsecureEndpoint, "{text}");
        }
        let long = format!("https://b.example/{}", "x".repeat(MAX_ADDRESS));
        assert_eq!(parse(&long, &public).unwrap_err().code(), AuthorizationErrorCode::TooLarge);
    }

    #[test]
    fn a_resource_includes_what_is_below_it() {
        let endpoint = url("https://a.example/t/mcp");
        for resource in ["https://a.example", "https://a.example/t", "https://a.example/t/", "https://a.example/t/mcp"]
        {
            assert!(includes(&url(resource), &endpoint), "{resource}");
        }
        for resource in [
            "https://b.example/t/mcp",
            "http://a.example/t",
            "https://a.example/t/m",
            "https://a.example/x",
            "https://a.example/t/mcp?tenant=other",
        ] {
            assert!(!includes(&url(resource), &endpoint), "{resource}");
        }
        let tenant = url("https://a.example/t/mcp?tenant=1");
        assert!(includes(&tenant, &tenant) && includes(&endpoint, &tenant));
    }
}
