//! The MCP client, against servers that follow a script and against real ones.

#[path = "../support/mod.rs"]
mod support;

mod broken;
mod eras;
mod excluded;
mod once;
mod replaced;
mod resources;
mod rmcp_server;
mod sessions;
mod streams;
