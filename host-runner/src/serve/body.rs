use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt as _, Full};
use wasmtime_wasi_http::{Error as HttpError, WasiBody};

use super::admission::Admitted;

/// A response body, from a component or from the runner itself.
///
/// A request counts as running until the component's response body ends or is dropped, or until the instance ends. So
/// drop a body that you do not read.
///
/// ```no_run
/// use bytes::Bytes;
/// use http_body_util::{BodyExt as _, Empty};
/// use mcp_ui_host::{Binary, ComponentService, Options};
/// use tower::ServiceExt as _;
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let service = ComponentService::new(&Binary::read("server.wasm")?, Options::new())?;
/// let request = http::Request::get("http://localhost/").body(Empty::<Bytes>::new())?;
/// let response = service.oneshot(request).await?;
/// let text: Bytes = response.into_body().collect().await?.to_bytes();
/// # Ok(()) }
/// ```
pub struct ResponseBody {
    inner: WasiBody,
    /// Present while the component's body is being sent.
    admitted: Option<Arc<Admitted>>,
}

impl ResponseBody {
    /// Wraps a component's response body. The request counts as running until this body ends.
    pub(crate) fn running(inner: WasiBody, admitted: Arc<Admitted>) -> Self {
        Self { inner, admitted: Some(admitted) }
    }

    /// Returns true if the response comes from the runner itself, not from a component. The result is correct only
    /// until the body has been read.
    pub(crate) fn is_from_runner(&self) -> bool {
        self.admitted.is_none()
    }
}

impl From<Bytes> for ResponseBody {
    /// Wraps a response body from the runner itself.
    fn from(bytes: Bytes) -> Self {
        Self { inner: Full::new(bytes).map_err(|never| match never {}).boxed_unsync(), admitted: None }
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        let frame = Pin::new(&mut self.inner).poll_frame(cx);
        if let Poll::Ready(None | Some(Err(_))) = frame {
            self.admitted = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseBody").field("running", &self.admitted.is_some()).finish_non_exhaustive()
    }
}
