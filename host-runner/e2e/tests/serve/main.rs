//! The real components, served by the real runner over real sockets.
//!
//! `cargo xtask components && cargo build -p mcp-ui-host --features serve && cargo test -p mcp-ui-host-e2e --features
//! components`

mod connections;
mod conversation;
mod corpus_runs;
mod errors;
mod hostile;
mod imports;
mod library;
mod limits;
mod native_backend;
mod one_component;
mod operation;
mod prompts;
mod questions;
mod refusals;
mod resources;
mod streams;
mod uis;

#[path = "../../../../layer/tests/support/corpus.rs"]
#[expect(dead_code, reason = "the tools are in the components")]
mod corpus;
