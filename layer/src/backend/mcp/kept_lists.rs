//! Lists of tools that the server allows the client to cache (2026-07-28, "Caching"). While a list is fresh, opening or
//! calling a tool needs no further `tools/list`.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

use super::caller::CallerKey;
use crate::model::ToolList;

/// The longest time for which a list is kept, whatever the server allows.
pub(super) const MAX_TTL: Duration = Duration::from_secs(3600);

/// The cached lists of tools, by caller. Their number is limited.
pub(super) struct KeptLists(Mutex<LruCache<CallerKey, Kept>>);

struct Kept {
    list: ToolList,
    expires: Instant,
}

impl KeptLists {
    pub(super) fn new(callers: usize) -> Self {
        Self(Mutex::new(LruCache::new(NonZeroUsize::new(callers).unwrap_or(NonZeroUsize::MIN))))
    }

    /// Returns the caller's list, unless it has expired.
    pub(super) fn get(&self, caller: &CallerKey) -> Option<ToolList> {
        let mut lists = self.lock();
        let kept = lists.get(caller)?;
        if kept.expires > Instant::now() {
            return Some(kept.list.clone());
        }
        lists.pop(caller);
        None
    }

    /// Replaces the caller's list. A `ttl` of zero means that the server does not allow caching, so no list is kept.
    pub(super) fn put(&self, caller: CallerKey, list: &ToolList, ttl: Duration) {
        let mut lists = self.lock();
        if ttl.is_zero() {
            lists.pop(&caller);
        } else {
            lists.put(caller, Kept { list: list.clone(), expires: Instant::now() + ttl.min(MAX_TTL) });
        }
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<CallerKey, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_kept_for_its_caller_until_it_expires() {
        let (lists, list) = (KeptLists::new(2), ToolList::first_wins([]));
        let [first, second, third] = [[1; 32], [2; 32], [3; 32]];
        lists.put(first, &list, Duration::from_secs(60));
        assert!(lists.get(&first).is_some() && lists.get(&second).is_none());
        lists.put(second, &list, Duration::from_nanos(1));
        std::thread::sleep(Duration::from_millis(1));
        assert!(lists.get(&second).is_none());
        lists.put(first, &list, Duration::ZERO);
        assert!(lists.get(&first).is_none(), "the server may withdraw its permission");
        for caller in [first, second, third] {
            lists.put(caller, &list, Duration::MAX);
        }
        assert!(lists.get(&first).is_none() && lists.get(&third).is_some(), "the number of lists is limited");
    }
}
