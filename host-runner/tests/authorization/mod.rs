//! Signing in at an MCP server's authorization server: with the commands, and against hostile servers.

mod attacks;
mod commands;
mod interruptions;
mod rmcp;
mod servers;
