//! The lock: a server's offers as files in a repository, one for each tool, prompt, resource and template.
//!
//! | module | contents |
//! |---|---|
//! | `offers` | the definitions that a server lists, and the findings on them |
//! | `changes` | the differences between definitions |
//! | `files` | the folder with the files |

mod changes;
mod files;
mod offers;

pub(super) use self::changes::{Change, changes};
pub(super) use self::files::Updated;
pub(super) use self::offers::{FoundIn, Offers};
