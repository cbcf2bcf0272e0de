//! Tools, prompts and resources defined in code, with a handler each.
//!
//! | module | contents |
//! |---|---|
//! | `tools`, `prompts`, `resources` | the providers, to which each item is added with its handler |
//! | `handler`, `extract` | the accepted handlers for tools, and the values they may take beside the arguments |
//! | `structured`, `schema` | results for programs; schemas derived from types |

mod extract;
mod handler;
mod prompts;
mod resources;
#[cfg(feature = "schemars")]
mod schema;
mod structured;
mod tools;

pub use self::extract::{Extension, FromToolCall};
pub use self::handler::TypedToolHandler;
pub use self::prompts::{IntoPromptResult, Prompts};
pub use self::resources::{IntoResourceContents, Resources};
#[cfg(feature = "schemars")]
pub use self::schema::OutputSchema;
pub use self::structured::Structured;
pub use self::tools::Tools;
