//! UIs for the tools of a server: the catalog of `mcp-ui open --ui`, and the commands that help to write one.
//!
//! | module | contents |
//! |---|---|
//! | `args` | the options of `mcp-ui open` |
//! | `watch`, `health` | what goes on while the catalog is shown |
//! | `check` | `mcp-ui check` |
//! | `preview` | `mcp-ui preview` |

mod args;
mod check;
mod health;
mod preview;
mod watch;

pub(crate) use self::args::{Shown, UiArgs};
pub(crate) use self::check::CheckArgs;
pub(crate) use self::preview::PreviewArgs;
