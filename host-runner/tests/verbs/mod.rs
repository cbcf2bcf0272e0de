//! The commands without a page: `mcp-ui tools`, `call`, `read`, `prompts`, `doctor` and `test`.

mod calls;
mod doctor;
mod expectations;
mod failures;
mod hostile;
mod lists;
mod questions;
mod servers;
