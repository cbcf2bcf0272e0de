//! Guards for services that share an origin with the explorer: their responses must not become documents or workers of
//! that origin, nor change how a browser treats the origin.

use http::HeaderMap;
use http::header::{self, HeaderValue};

/// Requests whose response a browser does not use as a document, a worker or a script: those from `fetch`,
/// `XMLHttpRequest` and `EventSource`.
const ALLOWED: [(&str, &[&str]); 3] =
    [("sec-fetch-dest", &["empty"]), ("sec-fetch-mode", &["cors", "same-origin"]), ("service-worker", &[])];

/// Response headers that change how a browser treats the explorer's origin, beyond the response itself.
const OF_THE_ORIGIN: [&str; 18] = [
    // Headers that affect storage and workers, or set cookies, which browsers send to every port on this machine.
    "clear-site-data",
    "origin-agent-cluster",
    "secure-session-registration",
    "service-worker-allowed",
    "set-cookie",
    "set-login",
    // Headers that change the route or the headers of later requests.
    "accept-ch",
    "alt-svc",
    "critical-ch",
    "strict-transport-security",
    "use-as-dictionary",
    // Headers that specify receivers of reports about failures and violations.
    "content-security-policy-report-only",
    "nel",
    "report-to",
    "reporting-endpoints",
    // Headers that cause requests or navigations without user action.
    "link",
    "refresh",
    "speculation-rules",
];

/// Checks that a browser would not use the response as a document, a worker or a script. Requests from other clients
/// pass.
///
/// # Errors
///
/// If a browser would use the response that way, with a sentence that says why.
pub fn check_purpose(headers: &HeaderMap) -> Result<(), String> {
    for (name, allowed) in ALLOWED {
        for value in headers.get_all(name) {
            if !allowed.iter().any(|allowed| value == allowed) {
                return Err(format!(
                    "The MCP endpoint refuses requests with {name}: {value:?}. It is for MCP clients; in a browser, \
                     use fetch, XMLHttpRequest or EventSource. The explorer is at /explorer."
                ));
            }
        }
    }
    Ok(())
}

/// Removes response headers that affect the explorer's origin, and sandboxes the response for browsers that do not send
/// `Sec-Fetch-Dest`.
pub fn protect(headers: &mut HeaderMap) {
    for name in OF_THE_ORIGIN {
        headers.remove(name);
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A browser could reuse a cached response for any purpose, without a new request.
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let challenges: Vec<_> = headers.get_all(header::WWW_AUTHENTICATE).iter().cloned().collect();
    headers.remove(header::WWW_AUTHENTICATE);
    for challenge in challenges.into_iter().filter(|challenge| !asks_browser(challenge)) {
        headers.append(header::WWW_AUTHENTICATE, challenge);
    }
}

/// Returns true if a browser would handle the challenge itself, and from then on send the credentials with every
/// request to this host and port.
fn asks_browser(challenge: &HeaderValue) -> bool {
    let schemes = ["basic", "digest", "negotiate", "ntlm"];
    let words = challenge.as_bytes().split(|byte| byte.is_ascii_whitespace() || *byte == b',');
    words.into_iter().any(|word| schemes.iter().any(|scheme| word.eq_ignore_ascii_case(scheme.as_bytes())))
}
