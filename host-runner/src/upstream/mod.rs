//! An MCP server at a URL as a tower service.

mod discover;
mod hop_by_hop;
pub(crate) mod redirect;
mod server;

pub use self::discover::discover_request;
pub use self::server::HttpServer;
