use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Full};
use tower_mcp_ui::embedding;
use tower_mcp_ui::service::ResponseBody;

use crate::bindings::exports::mcp_ui::tools::exchange::{Request, Response};

/// Converts a host request for the layer. An invalid request results in a 400 response.
pub(crate) fn into_request(request: Request) -> Result<http::Request<Full<Bytes>>, http::Response<ResponseBody>> {
    let bad_request =
        |error: http::Error| embedding::error_response(StatusCode::BAD_REQUEST, &format!("Invalid request: {error}."));
    let mut out = http::Request::new(Full::from(request.body));
    *out.method_mut() = Method::from_bytes(request.method.as_bytes()).map_err(|error| bad_request(error.into()))?;
    *out.uri_mut() = request.path_with_query.parse::<Uri>().map_err(|error| bad_request(error.into()))?;
    let headers = out.headers_mut();
    for (name, value) in request.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| bad_request(error.into()))?;
        headers.append(name, HeaderValue::from_bytes(&value).map_err(|error| bad_request(error.into()))?);
    }
    if let Some(authority) = request.authority {
        headers.insert(header::HOST, HeaderValue::try_from(authority).map_err(|error| bad_request(error.into()))?);
    }
    Ok(out)
}

/// Returns a request's authority: the host's `authority`, otherwise the `Host` header.
pub(crate) fn authority(request: &Request) -> Option<&str> {
    let host = || request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("host"));
    request.authority.as_deref().or_else(|| std::str::from_utf8(&host()?.1).ok())
}

/// Converts a layer response for the host. The body is collected first, so the host gets an event stream only when the
/// stream has ended.
pub(crate) async fn into_response(response: http::Response<ResponseBody>) -> Response {
    let (mut parts, body) = response.into_parts();
    let body = body.collect().await.unwrap_or_else(|never| match never {}).to_bytes();
    // A response to HEAD omits the body, but keeps its length.
    parts.headers.entry(header::CONTENT_LENGTH).or_insert_with(|| body.len().into());
    let headers = parts.headers.iter().map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec()));
    Response { status: parts.status.as_u16(), headers: headers.collect(), body: body.into() }
}
