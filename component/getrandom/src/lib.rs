//! Takes the place of the crate of this name, which would bring a second binding generator into every component, and
//! the import of an interface that none needs. What is asked of it are seeds of hash tables, no secrets.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};

/// Fills a seed from the one that the standard library has for its own hash tables.
///
/// # Errors
///
/// It has none; the callers expect a result.
pub fn fill(seed: &mut [u8]) -> Result<(), Infallible> {
    let state = RandomState::new();
    for (at, part) in seed.chunks_mut(size_of::<u64>()).enumerate() {
        part.copy_from_slice(&state.hash_one(at).to_ne_bytes()[..part.len()]);
    }
    Ok(())
}
