//! The memory limit for everything that requests buffer together.
//!
//! A limit per body does not protect a server from many bodies at once, each slightly below the limit. So every
//! buffered byte, from clients and MCP servers alike, is reserved here first. A request that exceeds the limit fails
//! immediately: with 503 and `Retry-After`, or with 502 if the MCP server's response is too large.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;

use crate::setting::{Setting, SettingName, SettingNames};

/// The number of bytes that a layer's requests may buffer together.
///
/// A reservation never waits: two requests, each holding some memory and waiting for more, could deadlock.
#[derive(Clone)]
pub(crate) struct Budget(Arc<Account>);

/// The bytes reserved by all requests, and their limit.
struct Account {
    limit: usize,
    used: AtomicUsize,
    setting: Option<SettingName>,
}

impl Budget {
    pub(crate) fn new(limit: usize, names: SettingNames) -> Self {
        let setting = names.of(Setting::BUFFERED_BYTES);
        Self(Arc::new(Account { limit, used: AtomicUsize::new(0), setting }))
    }

    /// Returns an empty reservation, to grow as bytes arrive.
    pub(crate) fn reservation(&self) -> Reservation {
        Reservation { budget: self.clone(), bytes: 0 }
    }
}

/// A part of a [`Budget`], released on drop.
#[derive(Debug)]
pub(crate) struct Reservation {
    budget: Budget,
    bytes: usize,
}

impl Reservation {
    /// Raises the reservation to a total of `bytes`. Never lowers it.
    ///
    /// # Errors
    ///
    /// If all reservations together would exceed the budget. The reservation stays as it was.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), Exhausted> {
        let more = bytes.saturating_sub(self.bytes);
        let Account { limit, used, setting } = &*self.budget.0;
        let add = |used: usize| used.checked_add(more).filter(|total| total <= limit);
        used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).map_err(|_| Exhausted(*limit, *setting))?;
        self.bytes += more;
        Ok(())
    }

    /// Raises the reservation by `bytes`; fails like [`grow_to`](Self::grow_to).
    pub(crate) fn grow_by(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.grow_to(self.bytes.saturating_add(bytes))
    }

    /// The number of reserved bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns all bytes to the budget.
    pub(crate) fn release(&mut self) {
        self.budget.0.used.fetch_sub(std::mem::take(&mut self.bytes), Ordering::Relaxed);
    }

    /// Ties the reservation to `bytes`. The last handle to the bytes, slices included, releases the reservation when it
    /// is dropped.
    pub(crate) fn hold(self, bytes: Bytes) -> Bytes {
        if bytes.is_empty() { bytes } else { Bytes::from_owner(ReservedBytes { bytes, _reservation: self }) }
    }
}

/// Releases the bytes, even if the request was cancelled or its task has panicked.
impl Drop for Reservation {
    fn drop(&mut self) {
        self.release();
    }
}

struct ReservedBytes {
    bytes: Bytes,
    _reservation: Reservation,
}

impl AsRef<[u8]> for ReservedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The error for a reservation that exceeds the budget. Holds the budget in bytes, and its setting's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted(usize, Option<SettingName>);

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(limit, setting) = self;
        write!(f, "The bodies buffered at once would use more than {limit} bytes together. Try again shortly")?;
        match setting {
            Some(name) => write!(f, ", or raise {name}."),
            None => f.write_str("."),
        }
    }
}

impl std::error::Error for Exhausted {}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Account { limit, used, .. } = &*self.0;
        write!(f, "Budget({} of {limit} bytes)", used.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reservation_is_released_with_the_last_handle_on_its_bytes() {
        let budget = Budget::new(10, SettingNames::default());
        let exhausted = Exhausted(10, Some(SettingName::Usual(Setting::BUFFERED_BYTES)));
        let mut first = budget.reservation();
        assert_eq!(first.grow_by(4), Ok(()));
        assert_eq!(first.grow_to(6), Ok(()));
        assert_eq!(budget.reservation().grow_by(5), Err(exhausted));
        let bytes = first.hold(Bytes::from_static(b"abcdef"));
        let part = bytes.slice(2..3);
        drop(bytes);
        assert_eq!(budget.reservation().grow_by(5), Err(exhausted));
        assert_eq!(part, "c");
        drop(part);
        assert_eq!(budget.reservation().grow_by(10), Ok(()));
        assert_eq!(budget.reservation().grow_by(usize::MAX), Err(exhausted));
    }
}
