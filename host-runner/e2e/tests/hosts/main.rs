//! The components in hosts other than the runner, and every deployment's page in a browser.
//!
//! `cargo xtask test components` installs what the examples need, and runs these tests.

mod embedded;
mod page;
mod spin;
mod uis;

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
