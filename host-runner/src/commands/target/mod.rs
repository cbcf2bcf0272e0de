//! The MCP server that a command uses: its description, its start, and the check that it is reachable. One run of
//! `mcp-ui` can use any number of servers.

mod args;
mod backend;
mod console;
mod probe;
mod server;
mod sign_in;
mod url;

pub(crate) use self::args::TargetArgs;
pub(crate) use self::backend::{Backend, StartOptions};
pub(crate) use self::console::{follow, follow_as};
pub(crate) use self::probe::Doubt;
pub(crate) use self::server::Target;
pub(crate) use self::sign_in::SignInArgs;
pub(crate) use self::url::{complete, without_user_info};
