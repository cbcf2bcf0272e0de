//! The components outside of the project's own runner, and the page in a browser wherever it may come from.
//!
//! `cargo xtask test components` installs what the examples need, and runs these.

mod embedded;
mod page;
mod spin;

use bytes::Bytes;
use http::{Request, Response};
use mcp_ui_host_e2e::Server;

#[path = "../../../../layer/tests/support/corpus.rs"]
#[expect(dead_code, reason = "the tools are in the components")]
mod corpus;

impl corpus::Deployment for Server {
    async fn send(&self, request: Request<Bytes>) -> Response<Bytes> {
        Self::send(self, request).await
    }
}
