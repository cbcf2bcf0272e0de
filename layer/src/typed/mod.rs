//! Tools, prompts and resources defined in code, each with a handler.
//!
//! | module | contents |
//! |---|---|
//! | `tools`, `prompts`, `resources` | the providers, which collect items with their handlers |
//! | `handler`, `extract` | the accepted handlers for tools, and the values they may take besides the arguments |
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
