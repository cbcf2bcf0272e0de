//! The command `mcp-ui wrap`, between an agent and a server, and the explorers that get copies.

#![cfg(target_os = "linux")]

mod bytes;
mod ends;
mod explorer;
mod explorers;
mod folders;
mod hostile;
#[path = "../support/lines.rs"]
mod lines;
mod measure;
mod shim;
