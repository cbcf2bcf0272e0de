//! The MCP data that passes through the explorer: tools, call results, resources.
//!
//! No data is lost. A server's JSON is kept as text, and parsed one level deep only if the explorer has to look inside.
//! Number digits, member order and unknown members therefore reach the recipient as their author wrote them. A setter
//! replaces one member in place and leaves all others unchanged.
//!
//! - `raw_json`, `raw_object`: JSON as text, and an object parsed one level deep. Everything else is built on them.
//! - `tool`, `annotations`, `tool_list`, `excluded_tools`: MCP's `tools/list`, with the unusable tools.
//! - `call_result`, `content`: MCP's `tools/call`.
//! - `prompt`: MCP's `prompts/list` and `prompts/get`.
//! - `resource`: MCP's `resources/list` and `resources/read`.
//! - `protocol`: a list's cursor, and the names for the MCP Apps extension.
//! - `hashed_json`: frequently sent JSON, with the hash for its `ETag`.

mod annotations;
mod call_result;
mod content;
mod excluded_tools;
mod hashed_json;
mod prompt;
mod protocol;
mod raw_json;
mod raw_object;
mod resource;
mod server_description;
mod tool;
mod tool_list;

pub use annotations::ToolAnnotations;
pub use call_result::{CallToolResult, IntoCallToolResult};
pub use content::Content;
pub(crate) use excluded_tools::{ExcludedTool, ExcludedTools};
pub(crate) use hashed_json::HashedJson;
pub use prompt::{GetPromptResult, Prompt};
pub(crate) use protocol::{APPS, next_cursor};
pub(crate) use raw_json::MAX_PARTS;
pub use raw_json::RawJson;
pub(crate) use raw_object::{ObjectWriter, RawObject};
#[cfg(feature = "uis")]
pub(crate) use resource::APP;
pub use resource::{ReadResourceResult, Resource};
pub(crate) use server_description::ServerDescription;
pub use tool::Tool;
pub use tool_list::{DuplicateTool, ToolList};
