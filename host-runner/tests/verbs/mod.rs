//! The commands without a page: `mcp-ui tools`, `call`, `read`, `prompts`, `doctor`, `test` and `diff`.

mod calls;
mod changes;
mod doctor;
mod expectations;
mod failures;
mod hostile;
mod lists;
mod project;
mod questions;
mod replays;
mod servers;
