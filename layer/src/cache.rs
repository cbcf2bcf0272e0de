use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// Values that are kept until they are too many or too large together: the ones unused longest are dropped.
pub(crate) struct Cache<K, V> {
    kept: Mutex<Kept<K, V>>,
    most: usize,
    most_bytes: usize,
}

struct Kept<K, V> {
    values: LruCache<K, (V, usize)>,
    bytes: usize,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    pub(crate) fn new(most: usize, most_bytes: usize) -> Self {
        Self { kept: Mutex::new(Kept { values: LruCache::unbounded(), bytes: 0 }), most, most_bytes }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.lock().values.get(key).map(|(value, _)| value.clone())
    }

    /// Keeps a value that weighs so many bytes; none that is too large alone.
    pub(crate) fn put(&self, key: K, value: V, bytes: usize) {
        if bytes > self.most_bytes {
            return;
        }
        let mut kept = self.lock();
        kept.bytes += bytes;
        if let Some((_, replaced)) = kept.values.put(key, (value, bytes)) {
            kept.bytes -= replaced;
        }
        while kept.bytes > self.most_bytes || kept.values.len() > self.most {
            let Some((_, (_, oldest))) = kept.values.pop_lru() else { break };
            kept.bytes -= oldest;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn what_is_unused_longest_makes_room() {
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
