//! The command `mcp-ui open`, as its user and the agents see it: over its terminal, its sockets and its processes.

mod agents;
mod attacks;
mod ends;
mod messages;
mod real_servers;
mod running;
mod upstreams;
