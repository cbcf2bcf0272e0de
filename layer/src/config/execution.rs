use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::model::Tool;

/// The policy for tool execution. By default, no tool may run.
///
/// ```
/// use tower_mcp_ui::{Execution, McpUiConfig};
///
/// let config = McpUiConfig::new().execution(Execution::read_only());
/// let config = McpUiConfig::new().execution(Execution::only(["search", "fetch"]));
/// let config = McpUiConfig::new().execution(Execution::when(|tool| !tool.name().starts_with("admin/")));
/// ```
#[derive(Clone)]
#[must_use]
pub struct Execution(Policy);

#[derive(Clone)]
enum Policy {
    Disabled,
    All,
    ReadOnly,
    Only(Arc<HashSet<String>>),
    When(Arc<dyn Fn(&Tool) -> bool + Send + Sync>),
}

impl Execution {
    /// Allows no tools. This is the default.
    pub const fn disabled() -> Self {
        Self(Policy::Disabled)
    }

    /// Allows all tools.
    pub const fn all() -> Self {
        Self(Policy::All)
    }

    /// Allows only tools with the annotation `readOnlyHint: true`. The server sets this hint; it is not a guarantee.
    pub const fn read_only() -> Self {
        Self(Policy::ReadOnly)
    }

    /// Allows only the named tools.
    pub fn only<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self(Policy::Only(Arc::new(names.into_iter().map(Into::into).collect())))
    }

    /// Allows only tools that `allowed` returns `true` for.
    pub fn when(allowed: impl Fn(&Tool) -> bool + Send + Sync + 'static) -> Self {
        Self(Policy::When(Arc::new(allowed)))
    }

    /// Returns whether any tool may run.
    pub fn is_enabled(&self) -> bool {
        !matches!(self.0, Policy::Disabled)
    }

    /// Returns whether every tool may run, including unlisted ones.
    pub(crate) fn is_for_all(&self) -> bool {
        matches!(self.0, Policy::All)
    }

    /// Returns whether the policy depends on a tool's definition, not only on its name.
    pub(crate) fn depends_on_definitions(&self) -> bool {
        matches!(self.0, Policy::ReadOnly | Policy::When(_))
    }

    /// Returns whether this tool may run.
    pub fn allows(&self, tool: &Tool) -> bool {
        match &self.0 {
            Policy::Disabled => false,
            Policy::All => true,
            Policy::ReadOnly => tool.is_read_only(),
            Policy::Only(names) => names.contains(tool.name()),
            Policy::When(allowed) => allowed(tool),
        }
    }
}

impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Policy::Disabled => f.write_str("Disabled"),
            Policy::All => f.write_str("All"),
            Policy::ReadOnly => f.write_str("ReadOnly"),
            Policy::Only(names) => f.debug_tuple("Only").field(names).finish(),
            Policy::When(_) => f.write_str("When(..)"),
        }
    }
}
