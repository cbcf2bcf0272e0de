//! The command `mcp-ui open`, as its user and the agents see it: over its terminal, its sockets and its processes.

mod agents;
mod attacks;
mod configs;
mod console;
mod endpoint;
mod ends;
mod hop_by_hop;
#[path = "../support/lines.rs"]
mod lines;
mod messages;
mod older;
mod origin;
mod real_servers;
mod running;
mod traffic;
mod upstream;
mod upstreams;
