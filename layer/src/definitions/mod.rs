//! Definitions of a server's tools, prompts and resources: the differences between two definitions, and their flaws.
//!
//! Definitions are JSON values as MCP servers list them: an item from `tools/list`, `prompts/list`, `resources/list` or
//! `resources/templates/list`, or the server's description.

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

/// A definition's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A server's `serverInfo`, `capabilities` and `instructions`.
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
