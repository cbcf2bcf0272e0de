use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use http_body_util::Full;
use tower_mcp_ui::error_answer;

use crate::bindings::exports::mcp_ui::tools::exchange::{Request, Response};

/// A request as the layer takes it; else the answer that says what is wrong with it.
pub(crate) fn into_request(request: Request) -> Result<http::Request<Full<Bytes>>, http::Response<Bytes>> {
    let wrong = |error: http::Error| error_answer(StatusCode::BAD_REQUEST, &format!("Not a request: {error}."));
    let mut out = http::Request::new(Full::from(request.body));
    *out.method_mut() = Method::from_bytes(request.method.as_bytes()).map_err(|error| wrong(error.into()))?;
    *out.uri_mut() = request.path_with_query.parse::<Uri>().map_err(|error| wrong(error.into()))?;
    let headers = out.headers_mut();
    for (name, value) in request.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| wrong(error.into()))?;
        headers.append(name, HeaderValue::from_bytes(&value).map_err(|error| wrong(error.into()))?);
    }
    if let Some(authority) = request.authority {
        headers.insert(header::HOST, HeaderValue::try_from(authority).map_err(|error| wrong(error.into()))?);
    }
    Ok(out)
}

/// The authority that a request is for: the host's word, else its `Host` header.
pub(crate) fn authority(request: &Request) -> Option<&str> {
    let host = || request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("host"));
    request.authority.as_deref().or_else(|| std::str::from_utf8(&host()?.1).ok())
}

/// The layer's answer as the host takes it.
pub(crate) fn into_response(answer: http::Response<Bytes>) -> Response {
    let (parts, body) = answer.into_parts();
    let headers = parts.headers.iter().map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec()));
    Response { status: parts.status.as_u16(), headers: headers.collect(), body: body.into() }
}
