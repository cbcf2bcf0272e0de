use std::convert::Infallible;
use std::pin::pin;

use bytes::Bytes;
use http::uri::Scheme;
use http::{Request, Response, StatusCode, Uri, Version};
use http_body::Body;
use http_body_util::BodyExt as _;
use wasip3::http::types::{self, ErrorCode};
use wasip3::wit_bindgen::StreamReader;
use wasip3::{wit_future, wit_stream};

use crate::{fields, request_body};

/// Converts a host request for the layer, without reading its body.
///
/// # Errors
///
/// Fails if the method, the target or a header is invalid.
pub fn into_request(request: types::Request) -> Result<Request<impl Body<Data = Bytes, Error = ErrorCode>>, ErrorCode> {
    Ok(head(&request)?.map(|()| request_body::of(request)))
}

/// Returns the head of a host request.
fn head(request: &types::Request) -> Result<Request<()>, ErrorCode> {
    let mut out = Request::new(());
    *out.method_mut() = request.get_method().try_into().map_err(|_| ErrorCode::HttpRequestMethodInvalid)?;
    *out.uri_mut() = target(request)?;
    *out.headers_mut() = request.get_headers().try_into()?;
    // A request in WASI has no HTTP version, and the host manages the connection. For HTTP/1, the layer would drain
    // unread bodies and send `Connection`, which WASI forbids.
    *out.version_mut() = Version::HTTP_2;
    Ok(out)
}

/// Returns a request's target, in absolute form if the host knows the authority. The scheme is always `http`, because
/// nothing uses it: behind a proxy, it would be meaningless.
fn target(request: &types::Request) -> Result<Uri, ErrorCode> {
    let target = Uri::builder().path_and_query(request.get_path_with_query().unwrap_or_else(|| "/".to_owned()));
    let target = match request.get_authority() {
        Some(authority) => target.scheme(Scheme::HTTP).authority(authority),
        None => target,
    };
    target.build().map_err(|_| ErrorCode::HttpRequestUriInvalid)
}

/// Converts a layer response for the host. The headers are sent at once; the body follows as it becomes available.
///
/// # Errors
///
/// Fails if the host rejects the headers.
pub fn into_response(
    response: Response<impl Body<Data = Bytes, Error = Infallible> + 'static>,
) -> Result<types::Response, ErrorCode> {
    let (parts, body) = response.into_parts();
    let fields = fields::of(parts.headers)?;
    // No trailers: dropping the writer sends the default, `None`.
    let (_, trailers) = wit_future::new(|| Ok(None));
    let contents = (!body.is_end_stream()).then(|| into_stream(body));
    let (response, _sent) = types::Response::new(fields, contents, trailers);
    // A new response has the status 200.
    if parts.status != StatusCode::OK {
        let status = parts.status.as_u16();
        response.set_status_code(status).map_err(|()| ErrorCode::InternalError(Some(format!("status {status}"))))?;
    }
    Ok(response)
}

/// Converts a body to a stream for the host. Writing stops when the client disconnects.
fn into_stream(body: impl Body<Data = Bytes, Error = Infallible> + 'static) -> StreamReader<u8> {
    let (mut writer, contents) = wit_stream::new();
    wasip3::spawn_local(async move {
        let mut body = pin!(body);
        while let Some(Ok(frame)) = body.frame().await {
            let Ok(data) = frame.into_data() else { continue };
            let unsent = writer.write_all(data.into()).await;
            if !unsent.is_empty() {
                return;
            }
        }
    });
    contents
}
