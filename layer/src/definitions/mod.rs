//! Definitions of what a server offers: how one differs from another, and what is wrong with them.
//!
//! Definitions are JSON values as MCP servers list them: an item of `tools/list`, `prompts/list`, `resources/list` or
//! `resources/templates/list`, or the description of the server.

mod alternatives;
mod compare;
mod difference;
mod findings;
mod rules;
mod schema;
mod view;

pub use self::compare::compare;
pub use self::difference::{Difference, Impact};
pub use self::findings::{Finding, Severity, Source, findings};

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The members `serverInfo`, `capabilities` and `instructions` of a server.
    Server,
    /// A tool.
    Tool,
    /// A prompt.
    Prompt,
    /// A resource.
    Resource,
    /// A resource template.
    Template,
}
