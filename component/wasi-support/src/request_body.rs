use bytes::Bytes;
use futures_util::future::Either;
use futures_util::stream;
use http_body::{Body, Frame};
use http_body_util::StreamBody;
use wasip3::http::types::{ErrorCode, Request};
use wasip3::wit_bindgen::StreamResult;
use wasip3::wit_future;

/// Size of a read from the host, in bytes.
const CHUNK: usize = 16 * 1024;

/// Returns a request's body. The host is asked for it only on the first read, because few requests to the explorer have
/// a body.
pub(crate) fn of(request: Request) -> impl Body<Data = Bytes, Error = ErrorCode> {
    StreamBody::new(stream::try_unfold(Either::Left(request), |state| async {
        let (mut contents, trailers, reading) = match state {
            Either::Left(request) => {
                let (reading, read) = wit_future::new(|| Ok(()));
                let (contents, trailers) = Request::consume_body(request, read);
                (contents, trailers, reading)
            }
            Either::Right(parts) => parts,
        };
        let (result, chunk) = contents.read(Vec::with_capacity(CHUNK)).await;
        if let StreamResult::Complete(_) = result {
            return Ok(Some((Frame::data(chunk.into()), Either::Right((contents, trailers, reading)))));
        }
        // The stream has ended; the trailers report whether it is complete.
        trailers.await?;
        Ok(None)
    }))
}
