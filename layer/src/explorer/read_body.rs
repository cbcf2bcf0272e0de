//! Reads request bodies, within limits on size, time and memory.
//!
//! A client can send huge bodies, slow bodies, and many at once. A body is therefore read only after all other checks
//! at the endpoint, and never beyond the limit. Memory is reserved before it is allocated.

use bytes::{Buf, Bytes, BytesMut};
use http::StatusCode;
use http_body::Body;
use http_body_util::BodyExt as _;

use super::Explorer;
use super::response::{self, ExplorerResponse};
use crate::budget::{Budget, Exhausted, Reservation};
use crate::constants::BODY_TIMEOUT;
use crate::runtime::Elapsed;
use crate::setting::Setting;

impl Explorer {
    /// Reads a request's whole body, within the size limit, the timeout and the memory budget. The memory stays
    /// reserved until the bytes are dropped.
    ///
    /// # Errors
    ///
    /// 413 for a body that is too large, 408 if it does not arrive in time, 400 if it is incomplete, and 503 if all
    /// requests together buffer too much.
    pub(super) async fn read<B: Body>(&self, body: B) -> Result<Bytes, ExplorerResponse> {
        let limit = self.config.limits.body_bytes;
        let reading = collect(body, limit, &self.budget);
        match self.config.background.timeout(BODY_TIMEOUT, reading).await {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(ReadError::TooLarge)) => {
                let raise = self.config.setting_names.hint(Setting::BODY_BYTES, |name| format!(", or raise {name}"));
                let message = format!("The request body is larger than the limit of {limit} bytes. Send less{raise}.");
                Err(response::error(StatusCode::PAYLOAD_TOO_LARGE, &message))
            }
            Ok(Err(ReadError::Incomplete)) => {
                Err(response::error(StatusCode::BAD_REQUEST, "The request body is incomplete. Send it again."))
            }
            Ok(Err(ReadError::NoMemory(exhausted))) => Err(response::busy(&exhausted.to_string())),
            Err(Elapsed(limit)) => {
                let message = format!("The request body did not arrive within {limit:?}. Send it again.");
                Err(response::error(StatusCode::REQUEST_TIMEOUT, &message))
            }
        }
    }
}

/// The reason for a body that could not be read. Each has its own status.
enum ReadError {
    TooLarge,
    Incomplete,
    NoMemory(Exhausted),
}

impl From<Exhausted> for ReadError {
    fn from(exhausted: Exhausted) -> Self {
        Self::NoMemory(exhausted)
    }
}

/// Collects a body's data, and skips its trailers.
///
/// A body announced as too large is refused before anything is read. A single-frame body, the usual case, is taken
/// without a copy.
async fn collect<B: Body>(body: B, limit: usize, budget: &Budget) -> Result<Bytes, ReadError> {
    let announced = body.size_hint();
    if announced.lower() > limit as u64 {
        return Err(ReadError::TooLarge);
    }
    let mut body = std::pin::pin!(body);
    let mut bytes = BytesMut::new();
    let mut reservation = budget.reservation();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ReadError::Incomplete)?;
        let Ok(mut data) = frame.into_data() else { continue };
        if data.remaining() > limit - bytes.len() {
            return Err(ReadError::TooLarge);
        }
        if bytes.is_empty() && body.is_end_stream() {
            reservation.grow_by(data.remaining())?;
            return Ok(reservation.hold(data.copy_to_bytes(data.remaining())));
        }
        // The announced size cannot be trusted, so it is only a first estimate.
        let announced = usize::try_from(announced.lower()).unwrap_or(0).min(64 * 1024);
        make_room(&mut bytes, data.remaining(), announced, limit, &mut reservation)?;
        while data.has_remaining() {
            let chunk = data.chunk();
            bytes.extend_from_slice(chunk);
            data.advance(chunk.len());
        }
    }
    Ok(reservation.hold(bytes.freeze()))
}

/// Grows the buffer for `more` bytes, and reserves the memory first. At least doubles the capacity, up to the limit, so
/// that bytes are rarely moved.
fn make_room(
    bytes: &mut BytesMut,
    more: usize,
    at_least: usize,
    limit: usize,
    reservation: &mut Reservation,
) -> Result<(), Exhausted> {
    let needed = bytes.len() + more;
    if needed > bytes.capacity() {
        let room = needed.max(at_least).max((2 * bytes.capacity()).min(limit));
        reservation.grow_to(room)?;
        bytes.reserve(room - bytes.len());
    }
    Ok(())
}
