//! The first request to a component, so that wrong settings are reported at the start.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, header};
use http_body::Body;
use http_body_util::{BodyExt as _, Collected, Empty, Limited};
use tokio::sync::Mutex;
use tower_mcp_ui::BoxError;
use tower_service::Service as _;

use super::service::ComponentService;

/// Maximum number of response bytes that are read. The rest is not read, and a longer error is logged without its text.
const MAX_BYTES: usize = 1 << 20;

/// Maximum number of response bytes that are logged. The rest is cut off.
const SHOWN_BYTES: usize = 2 * 1024;

/// Checks that a component answers. After its first success, the component is not asked again.
pub(super) struct Probe {
    service: ComponentService,
    path: Arc<str>,
    has_succeeded: Mutex<bool>,
}

impl Probe {
    pub(super) fn new(service: ComponentService, path: Arc<str>) -> Self {
        Self { service, path, has_succeeded: Mutex::new(false) }
    }

    /// Returns true if the component answers with a status below 500, now or earlier.
    pub(super) async fn succeeds(&self) -> bool {
        let mut has_succeeded = self.has_succeeded.lock().await;
        if !*has_succeeded {
            *has_succeeded = self.ask().await;
        }
        *has_succeeded
    }

    async fn ask(&self) -> bool {
        let path = &*self.path;
        let request = Request::get(path).header(header::HOST, "localhost").body(Empty::<Bytes>::new());
        let Ok(request) = request else {
            tracing::error!(path, "the path of the readiness check is invalid");
            return false;
        };
        let Ok(response) = self.service.clone().call(request).await;
        let status = response.status();
        // Read to the end, or the instance would still be busy.
        let said = read(response.into_body()).await;
        if !status.is_server_error() {
            return true;
        }
        tracing::error!(path, %status, said, "the component failed the readiness check");
        false
    }
}

/// Reads a response body, and returns its beginning for the log.
async fn read<B: Body<Error: Into<BoxError>>>(body: B) -> String {
    let body = Limited::new(body, MAX_BYTES).collect().await;
    let body = body.map(Collected::to_bytes).unwrap_or_default();
    String::from_utf8_lossy(&body[..body.len().min(SHOWN_BYTES)]).escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;

    use super::*;

    /// Returns the number of bytes that are logged for an error of this length.
    async fn logged(length: usize) -> usize {
        read(Full::new(Bytes::from(vec![b'x'; length]))).await.len()
    }

    #[tokio::test]
    async fn the_rest_of_a_long_error_is_cut_off() {
        assert_eq!((logged(2 * 1024).await, logged(2 * 1024 + 1).await), (2 * 1024, 2 * 1024));
    }

    #[tokio::test]
    async fn an_error_that_is_too_large_is_logged_without_its_text() {
        assert!(logged(1 << 20).await > 0);
        assert_eq!(logged((1 << 20) + 1).await, 0);
    }
}
