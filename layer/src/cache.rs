//! A bounded cache, for values derived from a server's responses and for facts about callers, tasks and sessions.
//!
//! Servers and clients choose the number and size of the entries, so both the number and the total size are limited.
//! Tool lists and compiled schemas have the original text as their key, so they cannot be stale.

use std::hash::Hash;

use lru::LruCache;
use parking_lot::Mutex;

/// An LRU cache, limited in both entry count and total size.
///
/// The lock is held only for a lookup or an insertion, never while a value is computed: concurrent requests may compute
/// the same value, and the last result is kept.
pub(crate) struct Cache<K, V> {
    entries: Mutex<Entries<K, V>>,
    max_entries: usize,
    max_bytes: usize,
}

/// The values with their sizes, ordered by last use, and the total size.
struct Entries<K, V> {
    values: LruCache<K, (V, usize)>,
    bytes: usize,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// Creates an empty cache. [`put`](Self::put) sets a value's size.
    pub(crate) fn new(max_entries: usize, max_bytes: usize) -> Self {
        let entries = Entries { values: LruCache::unbounded(), bytes: 0 };
        Self { entries: Mutex::new(entries), max_entries, max_bytes }
    }

    /// Returns a clone of the value, and marks the value as used.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.entries.lock().values.get(key).map(|(value, _)| value.clone())
    }

    /// Inserts a value with its size in bytes, and evicts the least recently used values until both limits hold. A
    /// value that exceeds the limit by itself is not inserted, and any existing value for the key stays.
    pub(crate) fn put(&self, key: K, value: V, bytes: usize) {
        if bytes > self.max_bytes {
            return;
        }
        let mut entries = self.entries.lock();
        entries.bytes += bytes;
        if let Some((_, replaced)) = entries.values.put(key, (value, bytes)) {
            entries.bytes -= replaced;
        }
        while entries.bytes > self.max_bytes || entries.values.len() > self.max_entries {
            let Some((_, (_, oldest))) = entries.values.pop_lru() else { break };
            entries.bytes -= oldest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn the_least_recently_used_value_is_evicted() {
        let cache = Cache::new(3, 100);
        for key in ["a", "b", "c"] {
            cache.put(key, key, 20);
        }
        cache.get(&"a");
        cache.put("d", "d", 20);
        assert_eq!((cache.get(&"a"), cache.get(&"b"), cache.get(&"d")), (Some("a"), None, Some("d")));
        cache.put("e", "e", 80);
        assert_eq!((cache.get(&"c"), cache.get(&"d"), cache.get(&"e")), (None, Some("d"), Some("e")));
        cache.put("e", "f", 100);
        assert_eq!((cache.get(&"d"), cache.get(&"e")), (None, Some("f")));
        cache.put("g", "g", 101);
        assert_eq!((cache.get(&"e"), cache.get(&"g")), (Some("f"), None));
    }
}
