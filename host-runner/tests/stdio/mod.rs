//! A child process as a Streamable HTTP server, with servers that behave well and others that do not.

mod concurrent;
mod faults;
mod lifecycle;
mod notifications;
mod requests_of_the_server;
mod revisions;
mod sessions;
