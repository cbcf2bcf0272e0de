//! The page's URL in the browser, which determines the redirect URI and the MCP endpoint's URL.

use http::uri::{Authority, PathAndQuery};
use url::Url;

use crate::config::McpUiConfig;
use crate::origin::Origin;

/// The path of a resource's metadata (RFC 9728, section 3).
const METADATA: &str = "/.well-known/oauth-protected-resource";

/// Maximum length in bytes of the page's URL. A longer URL is refused with 400.
const MAX_PAGE: usize = 2 * 1024;

/// Parts of a path that a service might interpret as leaving a folder, in lower case.
const WAYS_OUT: [&str; 5] = ["..", ";", "%2e", "%2f", "%5c"];

/// The page's URL and those derived from it. Behind proxies, the explorer learns them only from the page.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// The page, without a slash at its end.
    pub(super) page: Url,
    /// The MCP endpoint.
    pub(super) endpoint: Url,
    /// The path that a proxy strips from requests.
    stripped: String,
}

impl Address {
    /// Checks the URL that the page claims to have: it must be the public URL or, if no public URL is set, at the
    /// request's host.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence.
    pub(super) fn check(
        page: &str,
        public: Option<&Url>,
        authority: Option<&Authority>,
        config: &McpUiConfig,
    ) -> Result<Self, String> {
        let found = Self::of(page, config).ok_or_else(|| format!("{page:?} is not a URL of the explorer."))?;
        let page = &found.page;
        match public {
            Some(public) if page == public => Ok(found),
            Some(public) => Err(format!("The page was opened at {page}. Open it at {public} to sign in.")),
            None => {
                let origin = Origin::parse(&page.origin().ascii_serialization());
                if origin.zip(authority).is_some_and(|(origin, host)| origin.is_authority(host)) {
                    return Ok(found);
                }
                let host = authority.map_or("another host", Authority::as_str);
                Err(format!(
                    "The page was opened at {page}, and its requests arrive at {host}. Set `SignIn::public_url` to the \
                     page's address in the browser."
                ))
            }
        }
    }

    /// Derives the other URLs from the page's.
    pub(super) fn of(page: &str, config: &McpUiConfig) -> Option<Self> {
        let page = Some(page)
            .filter(|page| page.len() <= MAX_PAGE)
            .and_then(|page| Url::parse(page).ok())
            .filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let is_plain = page.username().is_empty() && page.password().is_none();
        if !is_plain || page.query().is_some() || page.fragment().is_some() {
            return None;
        }
        let stripped = page.path().trim_end_matches('/').strip_suffix(config.prefix.as_str())?.to_owned();
        let endpoint = page.join(&format!("{stripped}{}", config.mcp_endpoint)).ok()?;
        (endpoint.origin() == page.origin()).then_some(Self { page, endpoint, stripped })
    }

    /// Returns the MCP service's path for the metadata at this URL, or `None` if the URL is elsewhere.
    pub(super) fn of_metadata(&self, url: &Url) -> Option<PathAndQuery> {
        if url.origin() != self.endpoint.origin() {
            return None;
        }
        let path = url.path();
        // The part that a proxy strips is at the start or, since RFC 9728 puts its own path first, in the middle.
        let inner = match path.strip_prefix(METADATA) {
            Some(rest) => format!("{METADATA}{}", rest.strip_prefix(&*self.stripped).unwrap_or(rest)),
            None => path.strip_prefix(&*self.stripped)?.to_owned(),
        };
        let rest = inner.strip_prefix(METADATA)?;
        let is_below = rest.is_empty() || rest.starts_with('/');
        let lower = rest.to_ascii_lowercase();
        let is_metadata = is_below && !WAYS_OUT.iter().any(|way| lower.contains(way));
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{inner}{query}").parse().ok().filter(|_| is_metadata)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> McpUiConfig {
        McpUiConfig::new()
    }

    #[test]
    fn the_address_is_at_the_requests_host_or_the_public_one() {
        let check = |page: &str, public: Option<&str>, host: &'static str| {
            let public = public.map(|url| Url::parse(url).unwrap());
            Address::check(page, public.as_ref(), Some(&Authority::from_static(host)), &config())
        };
        let found = check("https://a.example/svc/explorer", None, "a.example").unwrap();
        assert_eq!(found.endpoint.as_str(), "https://a.example/svc/mcp");
        assert!(check("http://localhost:80/explorer", None, "localhost").is_ok());
        let public = Some("https://a.example/svc/explorer");
        assert!(check("https://a.example/svc/explorer", public, "10.0.0.1:8000").is_ok());
        for (page, public, host) in [
            ("https://b.example/explorer", None, "a.example"),
            ("https://a.example:8443/explorer", None, "a.example"),
            ("https://a.example/other", None, "a.example"),
            ("https://a.example/explorer?x", None, "a.example"),
            ("https://a.example/explorer#x", None, "a.example"),
            ("https://me@a.example/explorer", None, "a.example"),
            ("javascript://a.example/explorer", None, "a.example"),
            ("/explorer", None, "a.example"),
            (&format!("https://a.example/{}/explorer", "a".repeat(MAX_PAGE)), None, "a.example"),
            ("https://a.example/explorer", public, "a.example"),
            ("https://b.example/svc/explorer", public, "b.example"),
        ] {
            assert!(check(page, public, host).is_err(), "{page}");
        }
        assert!(Address::check("https://a.example/explorer", None, None, &config()).is_err());
    }

    #[test]
    fn only_metadata_are_requested_from_the_service() {
        let address = Address::of("https://a.example/svc/explorer", &config()).unwrap();
        let of = |url: &str| address.of_metadata(&Url::parse(url).unwrap()).map(|path| path.to_string());
        for (url, path) in [
            (
                "https://a.example/.well-known/oauth-protected-resource/svc/mcp",
                "/.well-known/oauth-protected-resource/mcp",
            ),
            ("https://a.example/svc/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource"),
            ("https://a.example/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource"),
            (
                "https://a.example/svc/.well-known/oauth-protected-resource/mcp?a=b",
                "/.well-known/oauth-protected-resource/mcp?a=b",
            ),
        ] {
            assert_eq!(of(url).as_deref(), Some(path));
        }
        for url in [
            "https://b.example/.well-known/oauth-protected-resource",
            "http://a.example/.well-known/oauth-protected-resource",
            "https://a.example/svc/admin",
            "https://a.example/admin",
            "https://a.example/.well-known/oauth-protected-resource/../../admin",
            "https://a.example/.well-known/oauth-protected-resource/..%2f..%2Fadmin",
            "https://a.example/.well-known/oauth-protected-resource/..;/admin",
            "https://a.example/.well-known/oauth-protected-resource/%5cadmin",
            "https://a.example/.well-known/oauth-protected-resources",
        ] {
            assert_eq!(of(url), None, "{url}");
        }
    }
}
