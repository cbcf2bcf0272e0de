//! An MCP server at a URL as a tower service.

mod connector;
mod error;
mod hop_by_hop;
mod server;

pub use self::error::UpstreamError;
pub use self::server::HttpServer;
