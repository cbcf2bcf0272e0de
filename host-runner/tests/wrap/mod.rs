//! The command `mcp-ui wrap`, between an agent and a server, and the explorers that get copies.

mod bytes;
mod ends;
mod explorer;
mod explorers;
mod folders;
mod hostile;
mod measure;
mod shim;
