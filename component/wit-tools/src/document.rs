use std::fmt;

use tower_mcp_ui::config::Setting;
use tower_mcp_ui::tools::ToolsError;
use wasip3::wit_bindgen::{StreamReader, StreamResult};

use crate::bindings::mcp_ui::tools::types::Document;

/// Size of a read from a stream, in bytes.
const PART: usize = 64 * 1024;

/// The error for a document that exceeds the limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLarge(usize);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The response from the tools component exceeds the limit of {} bytes. Raise the setting {} to accept it.",
            self.0,
            Setting::RESPONSE_BYTES
        )
    }
}

impl std::error::Error for TooLarge {}

impl From<TooLarge> for ToolsError {
    fn from(error: TooLarge) -> Self {
        Self::unavailable(error)
    }
}

/// Reads a document, and fails when it exceeds the limit.
pub(crate) async fn read(document: Document, limit: usize) -> Result<Vec<u8>, TooLarge> {
    let bytes = match document {
        Document::Whole(text) => text.into_bytes(),
        Document::Parts(parts) => collect(parts, limit).await,
    };
    within(bytes, limit)
}

/// Returns the bytes unless they exceed the limit.
pub(crate) fn within(bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, TooLarge> {
    if bytes.len() > limit { Err(TooLarge(limit)) } else { Ok(bytes) }
}

/// Reads parts until the stream ends or the parts exceed the limit.
async fn collect(mut parts: StreamReader<u8>, limit: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() <= limit {
        let (result, part) = parts.read(Vec::with_capacity(PART)).await;
        bytes.extend_from_slice(&part);
        if !matches!(result, StreamResult::Complete(_)) {
            break;
        }
    }
    bytes
}
