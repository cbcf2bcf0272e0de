//! A replacement for the crate `getrandom`, which would add a second binding generator and an unneeded import to every
//! component. It seeds hash tables only: its output is not fit for secrets.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};

/// Fills a seed with values derived from the standard library's seed for hash tables.
///
/// # Errors
///
/// Never fails; callers expect a `Result`.
pub fn fill(seed: &mut [u8]) -> Result<(), Infallible> {
    let state = RandomState::new();
    for (at, part) in seed.chunks_mut(size_of::<u64>()).enumerate() {
        part.copy_from_slice(&state.hash_one(at).to_ne_bytes()[..part.len()]);
    }
    Ok(())
}
