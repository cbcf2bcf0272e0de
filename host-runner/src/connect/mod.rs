//! Connections to servers: their addresses, certificates and failures.

mod connector;
mod error;
pub(crate) mod network;
mod service;
mod tls;

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;
pub(crate) use tower_mcp_ui::BoxError;

pub use self::connector::is_local_host;
pub(crate) use self::connector::{Connector, connector, guarded_connector, proxy_for};
pub(crate) use self::error::source;
pub use self::error::{UpstreamError, reached, without_query};
pub(crate) use self::service::always_ready;
pub(crate) use self::tls::explain as explain_tls;

/// The body of a server's response.
pub type ServerBody = UnsyncBoxBody<Bytes, BoxError>;
