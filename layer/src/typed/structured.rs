use serde::Serialize;

use crate::error::BoxError;
use crate::model::{CallToolResult, IntoCallToolResult, RawJson};

/// A result for programs: the value as `structuredContent`, and its JSON as text for clients that read only text (MCP
/// 2025-11-25, Tools, Structured Content). The value must be an object.
///
/// ```
/// use serde::Serialize;
/// use tower_mcp_ui::tools::{IntoCallToolResult, Structured};
///
/// #[derive(Serialize)]
/// struct Forecast { celsius: i32 }
///
/// let result = Structured(Forecast { celsius: 20 }).into_call_tool_result()?;
/// assert_eq!(
///     result.to_json().get(),
///     r#"{"content":[{"type":"text","text":"{\"celsius\":20}"}],"isError":false,"structuredContent":{"celsius":20}}"#,
/// );
/// # Ok::<(), tower_mcp_ui::BoxError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Structured<T>(pub T);

impl<T: Serialize> IntoCallToolResult for Structured<T> {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        let json = serde_json::to_string(&self.0)?;
        Ok(CallToolResult::text(json.clone()).structured_content(RawJson::parse(json)?))
    }
}
