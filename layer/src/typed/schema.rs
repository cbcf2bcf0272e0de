//! The schemas for arguments and results, derived from their types.

use schemars::{JsonSchema, SchemaGenerator};

use super::Structured;
use crate::model::{CallToolResult, Content, RawJson};

/// Returns a type's JSON Schema.
pub(super) fn schema_of<T: JsonSchema>() -> RawJson {
    SchemaGenerator::default().into_root_schema_for::<T>().to_value().into()
}

/// A handler's result type that may determine the output schema, as [`Structured`] does.
pub trait OutputSchema {
    /// Returns the schema, or `None` if the result has no structured content.
    fn output_schema() -> Option<RawJson> {
        None
    }
}

impl OutputSchema for CallToolResult {}
impl OutputSchema for Content {}
impl OutputSchema for Vec<Content> {}
impl OutputSchema for String {}
impl OutputSchema for &str {}

impl<T: JsonSchema> OutputSchema for Structured<T> {
    fn output_schema() -> Option<RawJson> {
        Some(schema_of::<T>())
    }
}

impl<T: OutputSchema, E> OutputSchema for Result<T, E> {
    fn output_schema() -> Option<RawJson> {
        T::output_schema()
    }
}
