//! Code shared by the components: settings from the environment, WASI's clock and tasks, the log, and conversions
//! between the host's HTTP resources and the `http` crate's types.

mod fields;
mod http_types;
mod log;
mod request_body;
mod runtime;
mod settings;

pub use self::http_types::{into_request, into_response};
pub use self::runtime::WasiRuntime;
pub use self::settings::{config_from_env, config_without_timeouts};
