use std::fmt;

use serde::{Deserialize, Serialize};

/// A token, a verifier or a client's password. It is never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Creates a secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the secret itself, for a request that needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// The minimum length in bytes of a secret to hide. Hiding shorter secrets would also hide ordinary text.
const SHORTEST: usize = 4;

/// Returns a string with all occurrences of these secrets replaced by `…`.
pub(super) fn without(secrets: &[&Secret], text: &str) -> String {
    let mut known: Vec<&str> = secrets.iter().map(|secret| secret.reveal()).collect();
    known.retain(|secret| secret.len() >= SHORTEST);
    // One secret may contain another, so longer secrets come first.
    known.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    known.into_iter().fold(text.to_owned(), |text, secret| text.replace(secret, "…"))
}
