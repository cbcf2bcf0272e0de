//! Sign-in at the authorization server of an MCP server: by the commands, and in front of hostile servers.

mod attacks;
mod commands;
mod interruptions;
mod rmcp;
mod servers;
