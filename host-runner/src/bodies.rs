//! Request bodies in memory. Besides the limit for each body, a shared limit bounds many simultaneous bodies.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bytes::{Buf as _, Bytes, BytesMut};
use http::StatusCode;
use http_body::Body;
use http_body_util::BodyExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Timeout for a body to arrive completely, after which it is refused with 408.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The memory budget, in bytes, that all bodies share.
#[derive(Clone, Debug)]
pub struct BodyRoom {
    free: Arc<Semaphore>,
    total: usize,
}

/// A body in memory. It occupies its share of the budget until it is dropped.
#[derive(Debug)]
pub struct HeldBody {
    /// The whole body.
    pub bytes: Bytes,
    /// The share that the body occupies.
    pub room: HeldRoom,
}

/// A share of the budget, freed on drop.
#[derive(Debug)]
pub struct HeldRoom {
    _permit: OwnedSemaphorePermit,
}

/// The reason a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The body exceeds its own limit, in bytes.
    #[error("The body is larger than the limit of {} MiB.", .0 >> 20)]
    TooLarge(usize),
    /// The body ended early.
    #[error("The body is incomplete. Send it again.")]
    Incomplete,
    /// The body did not arrive within 30 seconds.
    #[error("The body did not arrive within {} s. Send it again.", TIMEOUT.as_secs())]
    Late,
    /// All bodies together would exceed this number of bytes.
    #[error("The bodies buffered at once would use more than {} MiB together. Try again shortly.", .0 >> 20)]
    NoRoom(usize),
}

/// The budget for messages to MCP servers, shared by all servers in this process: 64 MiB, enough for four messages at
/// the maximum size.
pub(crate) fn messages() -> &'static BodyRoom {
    static MESSAGES: LazyLock<BodyRoom> = LazyLock::new(|| BodyRoom::new(64 << 20));
    &MESSAGES
}

impl BodyError {
    /// The response status for this error.
    pub fn status(self) -> StatusCode {
        match self {
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Incomplete => StatusCode::BAD_REQUEST,
            Self::Late => StatusCode::REQUEST_TIMEOUT,
            Self::NoRoom(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl BodyRoom {
    /// Creates a budget for a number of bytes, at most 4 GiB.
    pub fn new(total: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(total)), total }
    }

    /// Reads a body of at most `limit` bytes.
    ///
    /// # Errors
    ///
    /// If the body does not arrive completely and in time, or exceeds the budget. Reading never waits for free memory:
    /// bodies that each hold some and wait for more could deadlock.
    pub async fn read<B: Body>(&self, body: B, limit: usize) -> Result<HeldBody, BodyError> {
        let reading = self.collect(body, limit);
        tokio::time::timeout(TIMEOUT, reading).await.unwrap_or(Err(BodyError::Late))
    }

    async fn collect<B: Body>(&self, body: B, limit: usize) -> Result<HeldBody, BodyError> {
        if body.size_hint().lower() > limit as u64 {
            return Err(BodyError::TooLarge(limit));
        }
        let mut body = std::pin::pin!(body);
        let mut bytes = BytesMut::new();
        let mut permit = self.take(0)?;
        while let Some(frame) = body.frame().await {
            let Ok(mut data) = frame.map_err(|_| BodyError::Incomplete)?.into_data() else { continue };
            if data.remaining() > limit - bytes.len() {
                return Err(BodyError::TooLarge(limit));
            }
            permit.merge(self.take(data.remaining())?);
            while data.has_remaining() {
                let chunk = data.chunk();
                bytes.extend_from_slice(chunk);
                data.advance(chunk.len());
            }
        }
        Ok(HeldBody { bytes: bytes.freeze(), room: HeldRoom { _permit: permit } })
    }

    fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, BodyError> {
        let permits = u32::try_from(bytes).map_err(|_| BodyError::NoRoom(self.total))?;
        Arc::clone(&self.free).try_acquire_many_owned(permits).map_err(|_| BodyError::NoRoom(self.total))
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;

    use super::*;

    #[tokio::test]
    async fn bodies_take_room_until_they_are_dropped() {
        let room = BodyRoom::new(10);
        let read = |text: &'static str| room.read(Full::new(Bytes::from_static(text.as_bytes())), 8);
        let first = read("abcdef").await.unwrap();
        assert_eq!(first.bytes, "abcdef");
        assert_eq!(read("ghijkl").await.unwrap_err(), BodyError::NoRoom(10));
        assert!(read("ghij").await.is_ok());
        drop(first);
        assert!(read("ghijklmn").await.is_ok());
        assert_eq!(read("ghijklmno").await.unwrap_err(), BodyError::TooLarge(8));
        assert_eq!(room.free.available_permits(), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_ends_is_late() {
        let never =
            http_body_util::StreamBody::new(futures_util::stream::pending::<Result<http_body::Frame<Bytes>, ()>>());
        assert_eq!(BodyRoom::new(10).read(never, 8).await.unwrap_err(), BodyError::Late);
    }
}
