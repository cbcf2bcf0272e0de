//! The caller on whose behalf the client sends requests: the parts copied from its request, and its session key.
//!
//! Only the host, the configured headers (`Authorization` by default), the trace headers and the extensions are copied.
//! Other headers describe the exchange between the browser and the explorer, such as `Origin` or `Accept-Encoding`, and
//! would mislead the MCP server.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::request::Parts;
use http::uri::PathAndQuery;
use http::{Extensions, Method, Request, Uri};
use sha2::{Digest as _, Sha256};

use crate::auth::{Identity, SignInId};
use crate::backend::{ClientOptions, RevisionChoice};
use crate::model::{RawJson, RawObject};
use crate::traffic::OfExplorer;

/// The headers for distributed tracing (W3C Trace Context and Baggage).
const TRACE_HEADERS: [&str; 3] = ["traceparent", "tracestate", "baggage"];

/// Headers that commonly identify the caller.
const IDENTIFYING_HEADERS: [&str; 5] =
    ["cookie", "proxy-authorization", "x-api-key", "x-forwarded-user", "x-remote-user"];

/// A SHA-256 hash over everything that identifies a caller. Sessions are looked up by this key, so callers with the
/// same key share a session.
pub(crate) type CallerKey = [u8; 32];

/// The parts that the explorer copies from the client's request into its requests to the MCP server.
pub(super) struct Caller {
    /// The MCP endpoint, with the request's scheme and authority if it had both.
    uri: Uri,
    headers: HeaderMap,
    extensions: Extensions,
    /// The capabilities and the revision that the caller has chosen for this request.
    pub(super) options: ClientOptions,
    /// The caller's key, without its options.
    pub(super) identity: CallerKey,
    /// The caller's key, including its options. A session's capabilities are fixed when it starts, so a caller may have
    /// one session in which the server can ask questions, and another in which it cannot.
    pub(super) key: CallerKey,
}

impl Caller {
    /// Copies the request parts that the MCP server may see.
    pub(super) fn of(request: &Parts, endpoint: &PathAndQuery, forwarded: &[HeaderName]) -> Self {
        let mut headers = HeaderMap::new();
        copy(&request.headers, &mut headers, forwarded);
        copy(&request.headers, &mut headers, &TRACE_HEADERS.map(HeaderName::from_static));
        headers.insert(header::HOST, host(request));
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        let options: ClientOptions = request.extensions.get().cloned().unwrap_or_default();
        let identity = key(request, forwarded);
        let mut extensions = request.extensions.clone();
        extensions.insert(options.revision);
        Self {
            uri: at_endpoint(&request.uri, endpoint),
            headers,
            extensions,
            key: with_options(identity, &options),
            identity,
            options,
        }
    }

    /// Creates a request on behalf of this caller.
    pub(super) fn request(&self, method: Method, headers: HeaderMap, body: Bytes) -> Request<Bytes> {
        let mut request = Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = self.headers.clone();
        request.headers_mut().extend(headers);
        *request.extensions_mut() = self.extensions.clone();
        request.extensions_mut().insert(OfExplorer);
        request
    }
}

/// Copies all values of the named headers.
fn copy(from: &HeaderMap, to: &mut HeaderMap, names: &[HeaderName]) {
    for name in names {
        for value in from.get_all(name) {
            to.append(name.clone(), value.clone());
        }
    }
}

/// Returns the authority that the caller used, because MCP servers validate it. Without an authority, as in HTTP/1.0,
/// the result is `localhost`.
fn host(request: &Parts) -> HeaderValue {
    let authority = request.uri.authority().and_then(|authority| authority.as_str().parse().ok());
    authority.or_else(|| request.headers.get(header::HOST).cloned()).unwrap_or(HeaderValue::from_static("localhost"))
}

/// Replaces the path and query with the endpoint's. Drops a scheme without an authority, and an authority without a
/// scheme, since such a URI is invalid.
fn at_endpoint(uri: &Uri, endpoint: &PathAndQuery) -> Uri {
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(endpoint.clone());
    if parts.authority.is_none() || parts.scheme.is_none() {
        (parts.authority, parts.scheme) = (None, None);
    }
    Uri::from_parts(parts).unwrap_or_else(|_| Uri::from(endpoint.clone()))
}

/// Hashes the caller's identity and all headers that may identify the caller. Headers that are not forwarded are
/// included, because an outer layer may distinguish callers by them.
///
/// Each part is hashed with its length, so that different value sequences never result in the same input.
///
/// Instead of a token from a sign-in, the sign-in's id is hashed, so that users keep their sessions when the token is
/// renewed.
///
/// The parts are the host, the [`Identity`], the forwarded headers and [`IDENTIFYING_HEADERS`]. The client's address
/// and TLS certificate are not included, since they belong to the connection.
pub(crate) fn key(request: &Parts, forwarded: &[HeaderName]) -> CallerKey {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    };
    add(host(request).as_bytes());
    add(request.extensions.get().map_or("", Identity::as_str).as_bytes());
    let sign_in = request.extensions.get::<SignInId>();
    for name in forwarded.iter().chain(&IDENTIFYING_HEADERS.map(HeaderName::from_static)) {
        if let Some(SignInId(id)) = sign_in.filter(|_| *name == header::AUTHORIZATION) {
            add(b"sign-in");
            add(id.as_bytes());
            continue;
        }
        let values = request.headers.get_all(name);
        add(&values.iter().count().to_le_bytes());
        values.iter().for_each(|value| add(value.as_bytes()));
    }
    hash.finalize().into()
}

/// Adds the client options to a caller's key. Capabilities that differ only in how their JSON is written count as
/// different.
fn with_options(identity: CallerKey, options: &ClientOptions) -> CallerKey {
    let capabilities = options.capabilities.as_ref().filter(|capabilities| !capabilities.is_empty());
    if capabilities.is_none() && options.revision == RevisionChoice::Automatic {
        return identity;
    }
    let capabilities = capabilities.map_or_else(|| RawJson::literal("{}"), RawObject::to_json);
    let mut hash = Sha256::new_with_prefix(identity);
    hash.update([options.revision as u8]);
    hash.update(capabilities.as_bytes());
    hash.finalize().into()
}
