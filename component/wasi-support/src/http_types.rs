use bytes::Bytes;
use http::uri::Scheme;
use http::{Request, Response, StatusCode, Uri, Version};
use http_body::Body;
use wasip3::http::types::{self, ErrorCode};
use wasip3::wit_bindgen::StreamReader;
use wasip3::{wit_future, wit_stream};

use crate::{fields, request_body};

/// A request as the layer takes it. The body is not read.
///
/// # Errors
///
/// When the host's request has a target or a header that is none.
pub fn into_request(request: types::Request) -> Result<Request<impl Body<Data = Bytes, Error = ErrorCode>>, ErrorCode> {
    let mut out = Request::new(());
    *out.method_mut() = request.get_method().try_into().map_err(|_| ErrorCode::HttpRequestMethodInvalid)?;
    *out.uri_mut() = target(&request)?;
    *out.headers_mut() = request.get_headers().try_into()?;
    // WASI HTTP has no version, and the connection is the host's: the layer must neither read what it does not want of a
    // body, nor send `Connection`, which is a forbidden header here. It does both for HTTP/1 alone.
    *out.version_mut() = Version::HTTP_2;
    Ok(out.map(|()| request_body::of(request)))
}

/// The target, in absolute form where the host knows the authority. Nobody asks for its scheme: behind a proxy, it says
/// nothing.
fn target(request: &types::Request) -> Result<Uri, ErrorCode> {
    let target = Uri::builder().path_and_query(request.get_path_with_query().unwrap_or_else(|| "/".to_owned()));
    let target = match request.get_authority() {
        Some(authority) => target.scheme(Scheme::HTTP).authority(authority),
        None => target,
    };
    target.build().map_err(|_| ErrorCode::HttpRequestUriInvalid)
}

/// An answer of the layer's as the host takes it: its headers go out at once, its body is written afterwards.
///
/// # Errors
///
/// When the host does not take the headers.
pub fn into_response(response: Response<Bytes>) -> Result<types::Response, ErrorCode> {
    let (parts, body) = response.into_parts();
    let fields = fields::of(parts.headers)?;
    // There are no trailers, and the headers say the length: nothing is left to say once the body has gone.
    let (_, trailers) = wit_future::new(|| Ok(None));
    let contents = (!body.is_empty()).then(|| written(body));
    let (response, _sent) = types::Response::new(fields, contents, trailers);
    // A new one has the status 200.
    if parts.status != StatusCode::OK {
        let status = parts.status.as_u16();
        response.set_status_code(status).map_err(|()| ErrorCode::InternalError(Some(format!("status {status}"))))?;
    }
    Ok(response)
}

/// A body as the host reads it: a client that has gone takes no more of it.
fn written(body: Bytes) -> StreamReader<u8> {
    let (mut writer, contents) = wit_stream::new();
    wasip3::spawn_local(async move { drop(writer.write_all(body.into()).await) });
    contents
}
