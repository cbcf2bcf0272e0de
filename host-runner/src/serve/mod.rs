//! Components on wasmtime: compositions, a component as a tower service, and an HTTP server for it.

mod admission;
mod binary;
mod body;
mod compose;
mod diagnostics;
mod engine;
mod error;
mod guest_log;
mod linger;
mod machine;
mod memory;
mod options;
mod outbound;
mod pool;
mod probe;
mod request_body;
mod response;
mod server;
mod server_options;
mod service;
mod store;
mod target;
mod ui_catalog;

pub use self::binary::Binary;
pub use self::body::ResponseBody;
pub use self::compose::Composition;
pub use self::error::Error;
pub use self::options::Options;
pub use self::outbound::Origin;
pub use self::server::serve;
pub use self::server_options::ServerOptions;
pub use self::service::ComponentService;
