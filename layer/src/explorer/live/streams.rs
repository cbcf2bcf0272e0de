//! Limits the number of open event streams: each takes memory here and a connection to the MCP server.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::mcp::CallerKey;

/// Maximum number of event streams per caller, and separately of traffic streams. Additional requests get 429. The page
/// needs one of each for all its tabs.
const OF_ONE_CALLER: usize = 4;

/// The open event streams, by caller.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Streams {
    open: Arc<Mutex<HashMap<CallerKey, usize>>>,
    /// Maximum number of streams for all callers together.
    max: usize,
}

/// A place for one open stream. Dropping it frees the place.
pub(in crate::explorer) struct Place {
    streams: Streams,
    caller: CallerKey,
}

impl Streams {
    /// Allows this number of streams, for all callers together.
    pub(in crate::explorer) fn new(max: usize) -> Self {
        Self { open: Arc::default(), max }
    }

    /// Reserves a place for one of this caller's streams.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence, if too many streams are open.
    pub(in crate::explorer) fn open(&self, caller: CallerKey) -> Result<Place, String> {
        let mut open = self.open.lock();
        if open.values().sum::<usize>() >= self.max {
            let max = self.max;
            return Err(format!("{max} event streams are open, and more are not allowed. Try again later."));
        }
        let count = open.entry(caller).or_default();
        if *count >= OF_ONE_CALLER {
            return Err(format!(
                "This caller has {OF_ONE_CALLER} event streams open, and more are not allowed. Close one of them."
            ));
        }
        *count += 1;
        drop(open);
        Ok(Place { streams: self.clone(), caller })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Entry::Occupied(mut count) = self.streams.open.lock().entry(self.caller) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_for_each_caller_and_in_all() {
        let streams = Streams::new(64);
        let open = |caller: u8| streams.open([caller; 32]);
        let mut places: Vec<_> = (0..OF_ONE_CALLER).map(|_| open(0).unwrap()).collect();
        assert!(open(0).is_err_and(|why| why.contains("This caller")));
        places.pop();
        places.push(open(0).unwrap());
        for caller in 1..16 {
            places.extend((0..OF_ONE_CALLER).map(|_| open(caller).unwrap()));
        }
        assert!(open(99).is_err_and(|why| why.starts_with("64 event streams")));
        drop(places);
        assert!(open(99).is_ok() && streams.open.lock().is_empty(), "nothing remains of callers who have gone");
    }
}
