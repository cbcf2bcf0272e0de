//! The commands without a page: `mcp-ui tools`, `call`, `read`, `prompts` and `doctor`.

mod calls;
mod doctor;
mod failures;
mod hostile;
mod lists;
mod questions;
mod servers;
