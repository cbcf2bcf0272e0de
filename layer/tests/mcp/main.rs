//! The MCP client, tested against scripted and real servers.

#[path = "../support/mod.rs"]
mod support;

mod broken;
mod excluded;
mod once;
mod replaced;
mod resources;
mod revisions;
mod sessions;
mod streams;
