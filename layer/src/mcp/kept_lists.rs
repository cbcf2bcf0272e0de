//! Cached tool lists, so that opening or calling a tool needs no new `tools/list` request.
//!
//! A 2026-07-28 server says how long its list may be cached ("Caching"). The older revisions have no such field: their
//! lists count as current for one minute, unless the server reports a change or the caller gets a new session. After
//! that minute, a list can still be used for a tool call, while a newer list is requested.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lru::LruCache;
use parking_lot::Mutex;

use super::caller::CallerKey;
use super::single_flight::{Flights, SingleFlight};
use crate::model::ToolList;

/// Maximum time to keep a list or a server description, whatever the server allows, after which it is requested again.
pub(super) const MAX_TTL: Duration = Duration::from_secs(3600);

/// The time for which a list counts as current if the server uses an older revision. After that, the list is requested
/// again. Until the new list arrives, the last list is used only for calls.
const CURRENT: Duration = Duration::from_secs(60);

/// The minimum time between two list requests caused by a missing tool or an outdated list. Between them, the last list
/// is used.
pub(super) const PAUSE: Duration = Duration::from_secs(5);

/// The tool lists, by caller. Their number and total size are limited.
pub(super) struct KeptLists {
    max_bytes: usize,
    state: Mutex<State>,
    flights: Flights<ToolList>,
}

struct State {
    lists: LruCache<CallerKey, Kept>,
    /// The number of changes reported by the server.
    changes: u64,
}

struct Kept {
    list: ToolList,
    lifetime: Lifetime,
    /// The time when the list was requested.
    requested: Instant,
    /// The time of the last background request for a newer list.
    renewed: Instant,
}

/// The lifetime of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lifetime {
    /// The time that a 2026-07-28 server allows.
    Ttl(Duration),
    /// Until a change is reported, but at most [`CURRENT`], except for calls: the older revisions state no time.
    UntilChanged,
}

impl Lifetime {
    fn duration(self) -> Duration {
        match self {
            Self::Ttl(ttl) => ttl.min(MAX_TTL),
            Self::UntilChanged => CURRENT,
        }
    }
}

/// The moment when a list was requested.
#[derive(Clone, Copy)]
pub(super) struct Requested {
    at: Instant,
    changes: u64,
}

/// A list that contains the requested tool.
pub(super) struct Found {
    pub(super) list: ToolList,
    /// True if the list should be requested again in the background.
    pub(super) is_outdated: bool,
}

impl KeptLists {
    pub(super) fn new(callers: usize, max_bytes: usize) -> Self {
        let callers = NonZeroUsize::new(callers).unwrap_or(NonZeroUsize::MIN);
        let state = State { lists: LruCache::new(callers), changes: 0 };
        Self { max_bytes, state: Mutex::new(state), flights: Flights::default() }
    }

    /// Returns the caller's list if it is current.
    pub(super) fn get(&self, caller: &CallerKey) -> Option<ToolList> {
        self.since(caller, None)
    }

    /// Returns the caller's list if it is current and was requested within `age`.
    pub(super) fn within(&self, caller: &CallerKey, age: Duration) -> Option<ToolList> {
        self.since(caller, Some(Instant::now().checked_sub(age)?))
    }

    fn since(&self, caller: &CallerKey, begin: Option<Instant>) -> Option<ToolList> {
        let mut state = self.state.lock();
        let kept = state.lists.get(caller)?;
        let is_meant = kept.is_current() && begin.is_none_or(|begin| kept.requested >= begin);
        is_meant.then(|| kept.list.clone())
    }

    /// Returns the caller's list if it contains this tool and is current. With `may_be_outdated`, the list need not be
    /// current if the server uses an older revision.
    pub(super) fn find(&self, caller: &CallerKey, tool: &str, may_be_outdated: bool) -> Option<Found> {
        let mut state = self.state.lock();
        let kept = state.lists.get_mut(caller)?;
        kept.list.get(tool)?;
        if kept.is_current() {
            return Some(Found { list: kept.list.clone(), is_outdated: false });
        }
        if !may_be_outdated || kept.lifetime != Lifetime::UntilChanged {
            return None;
        }
        let is_outdated = kept.renewed.elapsed() >= PAUSE;
        if is_outdated {
            kept.renewed = Instant::now();
        }
        Some(Found { list: kept.list.clone(), is_outdated })
    }

    /// Returns the current moment, for [`put`](Self::put).
    pub(super) fn requested(&self) -> Requested {
        Requested { at: Instant::now(), changes: self.state.lock().changes }
    }

    /// Replaces the caller's list. The new list is not kept if the server forbids it, or has reported a change since
    /// the list was requested.
    pub(super) fn put(&self, caller: CallerKey, list: &ToolList, lifetime: Lifetime, requested: Requested) {
        let mut state = self.state.lock();
        if lifetime == Lifetime::Ttl(Duration::ZERO) || state.changes != requested.changes {
            state.lists.pop(&caller);
        } else {
            let at = requested.at;
            state.lists.put(caller, Kept { list: list.clone(), lifetime, requested: at, renewed: at });
            // The newest list remains, whatever its size.
            while state.lists.len() > 1 && state.bytes() > self.max_bytes {
                state.lists.pop_lru();
            }
        }
    }

    /// Forgets a caller's list, because the caller may now reach a different server.
    pub(super) fn forget(&self, caller: &CallerKey) {
        self.state.lock().lists.pop(caller);
    }

    /// Forgets all lists, because the server's tools have changed.
    pub(super) fn clear(&self) {
        let mut state = self.state.lock();
        state.changes += 1;
        state.lists.clear();
    }

    /// Returns the pending request for the caller's list, or a new one.
    pub(super) fn flight(&self, caller: &CallerKey) -> Arc<SingleFlight<ToolList>> {
        self.flights.get(caller)
    }
}

impl State {
    /// Returns the total size of the lists. A list that several callers share is counted once.
    fn bytes(&self) -> usize {
        let distinct: HashMap<_, _> =
            self.lists.iter().map(|(_, kept)| (kept.list.address(), kept.list.size())).collect();
        distinct.values().sum()
    }
}

impl Kept {
    fn is_current(&self) -> bool {
        self.requested.elapsed() < self.lifetime.duration()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{RawJson, Tool};

    const CALLER: CallerKey = [1; 32];

    fn lists() -> (KeptLists, ToolList) {
        (KeptLists::new(2, 1 << 20), ToolList::first_wins([Tool::new("t", "")]))
    }

    /// Returns the moment `age` ago.
    fn ago(lists: &KeptLists, age: Duration) -> Requested {
        let now = lists.requested();
        Requested { at: now.at.checked_sub(age).unwrap(), ..now }
    }

    #[test]
    fn a_list_is_kept_for_its_caller_until_it_expires() {
        let (lists, list) = lists();
        let [first, second, third] = [[1; 32], [2; 32], [3; 32]];
        let put = |caller, ttl| lists.put(caller, &list, Lifetime::Ttl(ttl), lists.requested());
        put(first, Duration::from_secs(60));
        assert!(lists.get(&first).is_some() && lists.get(&second).is_none());
        lists.put(second, &list, Lifetime::Ttl(Duration::from_secs(1)), ago(&lists, Duration::from_secs(2)));
        assert!(lists.get(&second).is_none() && lists.find(&second, "t", true).is_none());
        put(first, Duration::ZERO);
        assert!(lists.get(&first).is_none(), "the server may withdraw its permission");
        for caller in [first, second, third] {
            put(caller, Duration::MAX);
        }
        assert!(lists.get(&first).is_none() && lists.get(&third).is_some(), "the number of lists is limited");
    }

    #[test]
    fn lists_that_differ_are_limited_in_size_and_shared_ones_count_once() {
        let lists = KeptLists::new(256, 1 << 20);
        let list = |text: char| {
            let tool =
                format!(r#"[{{"name":"t","inputSchema":{{}},"description":"{}"}}]"#, text.to_string().repeat(90_000));
            ToolList::from_json(&RawJson::parse(tool).unwrap()).unwrap()
        };
        let kept = |callers: u8| (0..callers).filter(|caller| lists.get(&[*caller; 32]).is_some()).count();
        let put = |caller, list: &ToolList| {
            lists.put([caller; 32], list, Lifetime::Ttl(MAX_TTL), lists.requested());
        };
        let shared = list('a');
        for caller in 0..10 {
            put(caller, &shared);
        }
        assert_eq!(kept(10), 10);
        for caller in 0..10 {
            put(caller, &list('b'));
        }
        assert_eq!(kept(10), 2, "of 360 KB each");
    }

    #[test]
    fn an_outdated_list_of_an_older_revision_serves_calls_while_it_is_renewed() {
        let (lists, list) = lists();
        lists.put(CALLER, &list, Lifetime::UntilChanged, lists.requested());
        assert!(lists.find(&CALLER, "t", false).is_some_and(|found| !found.is_outdated));
        assert!(lists.within(&CALLER, PAUSE).is_some() && lists.find(&CALLER, "u", true).is_none());
        lists.put(CALLER, &list, Lifetime::UntilChanged, ago(&lists, CURRENT));
        assert!(lists.get(&CALLER).is_none() && lists.find(&CALLER, "t", false).is_none());
        let renewals = [(); 3].map(|()| lists.find(&CALLER, "t", true).unwrap().is_outdated);
        assert_eq!(renewals, [true, false, false], "once in a while");
    }

    #[test]
    fn a_change_outdates_the_lists_that_were_requested_before() {
        let (lists, list) = lists();
        let before = lists.requested();
        lists.clear();
        lists.put(CALLER, &list, Lifetime::UntilChanged, before);
        assert!(lists.get(&CALLER).is_none());
        lists.put(CALLER, &list, Lifetime::UntilChanged, lists.requested());
        assert!(lists.get(&CALLER).is_some());
        lists.forget(&CALLER);
        assert!(lists.get(&CALLER).is_none());
    }

    #[test]
    fn a_list_is_kept_for_an_hour_whatever_the_server_allows() {
        assert_eq!(Lifetime::Ttl(Duration::MAX).duration(), Duration::from_secs(3600));
        assert_eq!(Lifetime::Ttl(Duration::from_secs(5)).duration(), Duration::from_secs(5));
    }
}
