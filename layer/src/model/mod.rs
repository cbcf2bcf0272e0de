//! The MCP data that passes through the explorer. It is lossless: unknown members are kept.

mod annotations;
mod call_result;
mod content;
mod excluded_tools;
mod hashed_json;
mod raw_json;
mod raw_object;
mod resource;
mod tool;
mod tool_list;

pub use annotations::ToolAnnotations;
pub use call_result::{CallToolResult, IntoCallToolResult};
pub use content::Content;
pub(crate) use excluded_tools::{ExcludedTool, ExcludedTools};
pub(crate) use hashed_json::HashedJson;
pub(crate) use raw_json::MAX_PARTS;
pub use raw_json::RawJson;
pub(crate) use raw_object::{ObjectWriter, RawObject};
pub use resource::{ReadResourceResult, Resource};
pub use tool::Tool;
pub use tool_list::{DuplicateTool, ToolList};
