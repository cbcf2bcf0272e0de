//! The program `mcp-ui` as its users see it, tested in one program, since each separate program would be linked with
//! all dependencies.

#[cfg(unix)]
mod authorization;
mod open;
mod stdio;
mod support;
mod traffic;
mod verbs;
#[cfg(target_os = "linux")]
mod wrap;
