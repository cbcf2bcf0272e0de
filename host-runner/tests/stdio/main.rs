//! A child process as a Streamable HTTP server, with servers that behave well and others that do not.

#[path = "../support/mod.rs"]
mod support;

mod concurrent;
mod faults;
mod lifecycle;
mod notifications;
mod requests_of_the_server;
mod revisions;
mod sessions;
