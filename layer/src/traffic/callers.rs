//! Hashes that identify callers and sessions, so that records hold no credentials.

use std::fmt;

use http::HeaderMap;
use http::HeaderName;
use sha2::{Digest as _, Sha256};

use super::TrafficSettings;

/// The hash key, and the headers that distinguish callers.
pub(crate) struct Callers {
    key: [u8; 32],
    headers: Vec<HeaderName>,
}

/// A keyed hash of a caller's credentials. Its displayed form has 8 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Caller(u128);

impl Callers {
    pub(super) fn new(settings: &TrafficSettings) -> Self {
        let key = settings.key.unwrap_or_else(random_key);
        Self { key, headers: settings.caller_headers.clone() }
    }

    /// Hashes a request's credentials.
    pub(crate) fn of(&self, request: &HeaderMap) -> Caller {
        let mut hash = Sha256::new_with_prefix(self.key);
        for name in &self.headers {
            for value in request.get_all(name) {
                hash.update(name.as_str());
                hash.update(value.len().to_le_bytes());
                hash.update(value.as_bytes());
            }
        }
        Caller::new(hash)
    }

    /// Hashes a session id.
    pub(super) fn session(&self, id: &[u8]) -> String {
        Caller::new(Sha256::new_with_prefix(self.key).chain_update("session").chain_update(id)).to_string()
    }

    /// Hashes a string into eight digits, unless it already looks like such a hash, perhaps from another recording.
    pub(super) fn hidden(&self, text: &str) -> String {
        let is_hash = text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_hash { text.to_owned() } else { self.session(text.as_bytes()) }
    }
}

impl Caller {
    fn new(hash: Sha256) -> Self {
        let hash: [u8; 32] = hash.finalize().into();
        let (half, _) = hash.split_first_chunk().expect("a SHA-256 hash has 32 bytes");
        Self(u128::from_be_bytes(*half))
    }

    /// Returns the whole hash as 32 hexadecimal digits.
    pub(super) fn to_digits(self) -> String {
        format!("{:032x}", self.0)
    }

    /// Parses the output of [`to_digits`](Self::to_digits).
    pub(super) fn from_digits(digits: &str) -> Option<Self> {
        let is_complete = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_complete.then(|| u128::from_str_radix(digits, 16).ok().map(Self)).flatten()
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0 >> 96)
    }
}

#[cfg(not(target_family = "wasm"))]
pub(super) fn random_key() -> [u8; 32] {
    let mut key = [0; 32];
    getrandom::fill(&mut key).expect("the operating system has random numbers");
    key
}

#[cfg(target_family = "wasm")]
pub(super) fn random_key() -> [u8; 32] {
    [0; 32]
}
