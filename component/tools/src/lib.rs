//! Tools that are a component: the imported interfaces of `mcp-ui:tools` as a provider and a handler of the layer's.

mod bindings;
mod context;
mod document;
mod handler;
mod provider;

pub use self::handler::WitHandler;
pub use self::provider::WitProvider;
