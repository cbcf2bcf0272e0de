//! The first request to a component, so that wrong settings are reported at the start.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, header};
use http_body_util::{BodyExt as _, Empty, Limited};
use tokio::sync::Mutex;
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
            tracing::error!(path, "the component cannot be asked for this path");
            return false;
        };
        let Ok(response) = self.service.clone().call(request).await;
        let status = response.status();
        // Read to the end, or the instance would still be busy.
        let body = Limited::new(response.into_body(), MAX_BYTES).collect().await;
        if !status.is_server_error() {
            return true;
        }
        let body = body.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let said = String::from_utf8_lossy(&body[..body.len().min(SHOWN_BYTES)]).escape_debug().to_string();
        tracing::error!(path, %status, said, "the component does not serve");
        false
    }
}
