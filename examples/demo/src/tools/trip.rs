//! A tool whose schema has every feature that a form must handle.

use rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
use serde_json::{Value, json};

use super::{DemoTool, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "traveller": { "$ref": "#/$defs/person" },
            "companions": { "type": "array", "items": { "$ref": "#/$defs/person" }, "maxItems": 5 },
            "departure": { "type": "string", "format": "date", "description": "The first day" },
            "travel": {
                "description": "How to get there",
                "oneOf": [
                    {
                        "title": "By train",
                        "type": "object",
                        "properties": { "by": { "const": "train" }, "class": { "enum": [1, 2], "default": 2 } },
                        "required": ["by"],
                    },
                    {
                        "title": "By ship",
                        "type": "object",
                        "properties": { "by": { "const": "ship" }, "cabin": { "type": "string", "pattern": "^[A-F][0-9]{3}$" } },
                        "required": ["by", "cabin"],
                    },
                ],
            },
            "budget": { "type": ["number", "null"], "exclusiveMinimum": 0, "default": Value::Null },
            "loyalty_number": { "type": "integer", "minimum": 9_007_199_254_740_993_i64, "description": "Larger than a double can hold" },
            "preferences": { "type": "object", "additionalProperties": { "type": "boolean" } },
            "notes": { "type": "string", "maxLength": 2000, "description": "Anything else,\non as many lines as you like" },
        },
        "required": ["traveller", "departure", "travel"],
        "$defs": { "person": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "minLength": 1 },
                "email": { "type": "string", "format": "email" },
                "age": { "type": "integer", "minimum": 0, "maximum": 150 },
            },
            "required": ["name"],
        }},
    });
    vec![
        tool("trip/book", "Books a trip, or rather says what it would book.", schema, async |arguments| {
            let booked = serde_json::to_string_pretty(&Value::Object(arguments)).unwrap_or_default();
            Ok(CallToolResult::success(vec![ContentBlock::text(booked)]))
        })
        .title("Book a trip")
        .annotations(ToolAnnotations::new().destructive(false)),
    ]
}
