//! UIs for a server's tools: the `mcp-ui open --ui` catalog, and the commands that help to write one.
//!
//! | module | contents |
//! |---|---|
//! | `args` | the options for `mcp-ui open` |
//! | `watch`, `health` | background work while the catalog is shown |
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
