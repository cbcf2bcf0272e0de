//! The command `mcp-ui traffic`: records from files and from a collector, on its page's stream.

mod exports;
mod files;
mod running;
