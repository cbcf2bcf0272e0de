//! The MCP client, tested against scripted and real servers.

#[path = "../support/mod.rs"]
mod support;

mod broken;
mod eras;
mod excluded;
mod once;
mod replaced;
mod resources;
mod sessions;
mod streams;
