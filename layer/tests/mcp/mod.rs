//! The MCP client, tested against scripted and real servers.

mod broken;
mod error_codes;
mod events;
mod excluded;
mod fewer_requests;
mod hostile_streams;
mod live;
mod once;
mod one_stream;
mod questions;
mod replaced;
mod resources;
mod resumption;
mod revisions;
mod server;
mod sessions;
mod streams;
