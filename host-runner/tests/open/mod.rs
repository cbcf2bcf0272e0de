//! The command `mcp-ui open`, as its user and the agents see it: over its terminal, its sockets and its processes.

mod agents;
mod attacks;
mod configs;
mod console;
mod endpoint;
mod ends;
mod eras;
mod hop_by_hop;
mod messages;
mod older;
mod origin;
mod otlp;
mod real_servers;
pub(crate) mod running;
mod test_runs;
pub(crate) mod traffic;
mod uis;
mod upstream;
mod upstreams;
