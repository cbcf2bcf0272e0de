//! An MCP server at a URL as a tower service.

mod connector;
mod discover;
mod error;
mod fall_back;
mod hop_by_hop;
pub(crate) mod redirect;
mod server;
mod tls;

pub(crate) use tower_mcp_ui::BoxError;

pub use self::connector::is_local_host;
pub(crate) use self::connector::{Connector, connector, guarded_connector, proxy_for};
pub use self::discover::discover_request;
pub(crate) use self::error::source;
pub use self::error::{UpstreamError, reached};
pub use self::server::HttpServer;
pub(crate) use self::server::UpstreamBody;
pub(crate) use self::tls::explain as explain_tls;
