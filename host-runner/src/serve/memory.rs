//! Memory limits: one for each instance, and one for all instances together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;
use wasmtime::ResourceLimiter;

/// The total limit divided by this number is reserved for running instances to grow. When only that part is left, no
/// new instance starts.
const RESERVE: usize = 8;

/// The size of a table element in bytes.
const ELEMENT: usize = size_of::<usize>();

/// The memory that all instances of a service use together.
#[derive(Debug)]
pub(crate) struct TotalMemory {
    limit: usize,
    used: AtomicUsize,
    shortage: Arc<Notify>,
}

impl TotalMemory {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, used: AtomicUsize::new(0), shortage: Arc::default() })
    }

    /// Returns an error if only the reserve for running instances is left, so that no new instance may start.
    pub(crate) fn admit(&self) -> Result<(), Shortage> {
        if self.used.load(Ordering::Relaxed) > self.limit - self.limit / RESERVE {
            Err(self.shortage_error())
        } else {
            Ok(())
        }
    }

    /// Returns a future that completes at the next shortage, so that idle instances can end.
    pub(crate) fn shortage(&self) -> OwnedNotified {
        Arc::clone(&self.shortage).notified_owned()
    }

    fn reserve(&self, bytes: usize) -> Result<(), Shortage> {
        let within_limit = |used: usize| used.checked_add(bytes).filter(|used| *used <= self.limit);
        let reserved = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within_limit);
        reserved.map(|_| ()).map_err(|_| self.shortage_error())
    }

    fn shortage_error(&self) -> Shortage {
        self.shortage.notify_waiters();
        Shortage { limit: self.limit }
    }
}

/// The error when all instances together would exceed their memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("all instances together have reached their limit of {} MiB (`--total-memory`)", limit >> 20)]
pub(crate) struct Shortage {
    limit: usize,
}

/// One instance's memory, including all its components. It counts toward the total until this value is dropped.
#[derive(Debug)]
pub(crate) struct InstanceMemory {
    total: Arc<TotalMemory>,
    limit: usize,
    used: AtomicUsize,
    is_short: Arc<AtomicBool>,
}

impl InstanceMemory {
    pub(crate) fn new(total: &Arc<TotalMemory>, limit: usize) -> Arc<Self> {
        // An instance that needs more than the total can never run: waiting would not help, so this is a failure, not a
        // shortage.
        let limit = limit.min(total.limit);
        Arc::new(Self { total: Arc::clone(total), limit, used: AtomicUsize::new(0), is_short: Arc::default() })
    }

    /// Returns the flag that becomes true when the instance fails because other instances use the memory it needs.
    pub(crate) fn is_short(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_short)
    }

    fn grow(&self, bytes: usize) -> wasmtime::Result<bool> {
        let used = self.used.load(Ordering::Relaxed).saturating_add(bytes);
        if used > self.limit {
            wasmtime::bail!(
                "the component needs more than its limit of {} bytes of memory (`--memory`, `--total-memory`)",
                self.limit
            );
        }
        if let Err(shortage) = self.total.reserve(bytes) {
            self.is_short.store(true, Ordering::Release);
            return Err(shortage.into());
        }
        self.used.store(used, Ordering::Relaxed);
        Ok(true)
    }
}

impl Drop for InstanceMemory {
    fn drop(&mut self) {
        self.total.used.fetch_sub(*self.used.get_mut(), Ordering::Relaxed);
    }
}

/// The resource limiter for a store. Refused growth terminates the instance, which frees its memory for others.
#[derive(Debug)]
pub(crate) struct Limiter(pub(crate) Arc<InstanceMemory>);

impl Limiter {
    /// Counts growth in elements with `size` bytes each. Growth beyond `maximum` fails in wasmtime and is not counted.
    fn grow(&self, current: usize, desired: usize, maximum: Option<usize>, size: usize) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(true);
        }
        self.0.grow(desired.saturating_sub(current).saturating_mul(size))
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        self.grow(current, desired, maximum, 1)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        self.grow(current, desired, maximum, ELEMENT)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use futures_util::FutureExt as _;

    use super::*;

    fn used(total: &TotalMemory) -> usize {
        total.used.load(Ordering::Relaxed)
    }

    fn grow(limiter: &mut Limiter, current: usize, desired: usize) -> wasmtime::Result<bool> {
        limiter.memory_growing(current, desired, None)
    }

    #[test]
    fn instances_share_the_total_and_give_it_back() {
        let total = TotalMemory::new(100);
        let [mut first, mut second] = [(), ()].map(|()| Limiter(InstanceMemory::new(&total, 90)));
        assert!(grow(&mut first, 0, 60).unwrap());
        let refused = grow(&mut second, 0, 50).unwrap_err();
        assert!(refused.is::<Shortage>(), "{refused}");
        assert!(second.0.is_short().load(Ordering::Acquire));
        assert!(!first.0.is_short().load(Ordering::Acquire));
        drop(first);
        assert!(grow(&mut second, 0, 50).unwrap());
        drop(second);
        assert_eq!(used(&total), 0);
    }

    #[test]
    fn an_instance_that_is_too_large_by_itself_is_not_a_shortage() {
        let total = TotalMemory::new(100);
        for limit in [50, 200] {
            let mut one = Limiter(InstanceMemory::new(&total, limit));
            assert!(!grow(&mut one, 0, 101).unwrap_err().is::<Shortage>());
            assert!(!one.0.is_short().load(Ordering::Acquire));
        }
        assert_eq!(used(&total), 0);
    }

    #[test]
    fn growth_that_wasmtime_refuses_is_not_counted() {
        let total = TotalMemory::new(100);
        let mut one = Limiter(InstanceMemory::new(&total, 100));
        for _ in 0..3 {
            assert!(one.memory_growing(0, 60, Some(50)).unwrap());
        }
        assert_eq!(used(&total), 0);
    }

    #[test]
    fn tables_count_too() {
        let total = TotalMemory::new(100 * ELEMENT);
        let mut one = Limiter(InstanceMemory::new(&total, usize::MAX));
        assert!(one.table_growing(0, 60, None).unwrap());
        assert_eq!(used(&total), 60 * ELEMENT);
        assert!(one.table_growing(60, 101, None).is_err());
    }

    #[test]
    fn a_part_of_the_total_is_reserved_for_running_instances() {
        let total = TotalMemory::new(800);
        let mut one = Limiter(InstanceMemory::new(&total, 800));
        assert!(grow(&mut one, 0, 700).unwrap());
        assert_eq!(total.admit(), Ok(()));
        let mut shortage = Box::pin(total.shortage());
        assert!(shortage.as_mut().now_or_never().is_none());
        assert!(grow(&mut one, 700, 701).unwrap());
        assert_eq!(total.admit(), Err(Shortage { limit: 800 }));
        assert!(shortage.now_or_never().is_some(), "idle instances are notified");
        drop(one);
        assert_eq!(total.admit(), Ok(()));
    }

    #[test]
    fn concurrent_growth_neither_exceeds_nor_leaks_the_total() {
        let total = TotalMemory::new(1_000);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..1_000 {
                        let mut one = Limiter(InstanceMemory::new(&total, 1_000));
                        let _refused = grow(&mut one, 0, 300).and_then(|_| grow(&mut one, 300, 600));
                        assert!(used(&total) <= 1_000);
                    }
                });
            }
        });
        assert_eq!(used(&total), 0);
    }
}
