use bytes::{Buf, Bytes, BytesMut};
use http::StatusCode;
use http_body::Body;
use http_body_util::BodyExt as _;

use super::answer::{self, Answer};
use crate::config::McpUiConfig;
use crate::runtime::Elapsed;

/// Reads a request's body whole: at most as many bytes as configured, within the configured time.
pub(super) async fn read<B: Body>(config: &McpUiConfig, body: B) -> Result<Bytes, Answer> {
    let limit = config.limits.body_bytes;
    match config.background.timeout(config.timeouts.body, collect(body, limit)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(Unread::TooLarge)) => {
            let message = format!("The request body is larger than the limit of {limit} bytes.");
            Err(answer::error(StatusCode::PAYLOAD_TOO_LARGE, &message))
        }
        Ok(Err(Unread::CutOff)) => {
            Err(answer::error(StatusCode::BAD_REQUEST, "The request body did not arrive whole. Send it again."))
        }
        Err(Elapsed(limit)) => {
            let message = format!("The request body did not arrive within {limit:?}. Send it again.");
            Err(answer::error(StatusCode::REQUEST_TIMEOUT, &message))
        }
    }
}

enum Unread {
    TooLarge,
    CutOff,
}

async fn collect<B: Body>(body: B, limit: usize) -> Result<Bytes, Unread> {
    let announced = body.size_hint();
    if announced.lower() > limit as u64 {
        return Err(Unread::TooLarge);
    }
    let mut body = std::pin::pin!(body);
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Unread::CutOff)?;
        let Ok(mut data) = frame.into_data() else { continue };
        if data.remaining() > limit - bytes.len() {
            return Err(Unread::TooLarge);
        }
        if bytes.is_empty() && body.is_end_stream() {
            return Ok(data.copy_to_bytes(data.remaining()));
        }
        if bytes.is_empty() {
            // The client's word is good for a first guess only.
            bytes.reserve(usize::try_from(announced.lower()).unwrap_or(0).min(64 * 1024));
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            bytes.extend_from_slice(chunk);
            data.advance(chunk.len());
        }
    }
    Ok(bytes.freeze())
}
