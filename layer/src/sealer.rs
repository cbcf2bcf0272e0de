//! Authenticated encryption for strings that clients keep, with a key that all instances in a deployment may share.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest as _, Sha256};

/// The length of an XChaCha20-Poly1305 nonce.
const NONCE_BYTES: usize = 24;

/// Returns random bytes from the operating system, or `None` if there is no source of randomness, as in components.
pub(crate) fn random_bytes<const N: usize>() -> Option<[u8; N]> {
    #[cfg(target_family = "wasm")]
    return None;
    #[cfg(not(target_family = "wasm"))]
    {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).inspect_err(|error| tracing::error!(%error, "no random numbers")).ok()?;
        Some(bytes)
    }
}

/// Seals strings so that a client can keep them, but neither read nor change them (XChaCha20-Poly1305).
pub(crate) struct Sealer {
    cipher: XChaCha20Poly1305,
    nonce_key: [u8; 32],
}

impl Sealer {
    /// Creates a sealer. The cipher key and the nonce key are derived from `key` for one purpose: strings sealed for
    /// another purpose cannot be opened.
    pub(crate) fn new(key: &[u8; 32], purpose: &str) -> Self {
        let derived = |part: &str| -> [u8; 32] {
            Sha256::new_with_prefix(purpose).chain_update(part).chain_update(key).finalize().into()
        };
        Self { cipher: XChaCha20Poly1305::new(&derived(" token").into()), nonce_key: derived(" nonce") }
    }

    /// Seals a string and encodes it for use in JSON.
    ///
    /// The nonce is a keyed hash of the text, so it repeats only if the text does. It cannot be random, because
    /// components have no random number source.
    pub(crate) fn seal(&self, text: &[u8]) -> String {
        let hash: [u8; 32] = Sha256::new_with_prefix(self.nonce_key).chain_update(text).finalize().into();
        let (nonce, _) = hash.split_first_chunk::<NONCE_BYTES>().expect("a hash is longer than a nonce");
        let sealed = self.cipher.encrypt(&XNonce::from(*nonce), text).expect("a short text can be encrypted");
        BASE64_URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat())
    }

    /// Opens a sealed string. Returns `None` if it was sealed with another key or for another purpose, or was changed.
    pub(crate) fn open(&self, token: &str) -> Option<Vec<u8>> {
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(token).ok()?;
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        self.cipher.decrypt(&XNonce::from(*nonce), sealed).ok()
    }
}

/// Omits the keys.
impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealer").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_token_opens_unless_it_is_changed(text: Vec<u8>, at: prop::sample::Index, key: [u8; 32]) {
            let sealer = Sealer::new(&key, "test");
            let token = sealer.seal(&text);
            prop_assert_eq!(sealer.open(&token), Some(text.clone()));
            let mut changed = token.clone().into_bytes();
            let at = at.index(changed.len());
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            prop_assert_eq!(sealer.open(std::str::from_utf8(&changed).unwrap()), None);
            prop_assert_eq!(Sealer::new(&key, "other").open(&token), None);
            prop_assert_eq!(Sealer::new(&[0; 32], "test").open(&token).filter(|_| key != [0; 32]), None);
        }

        #[test]
        fn no_text_is_a_token(text: String) {
            prop_assert_eq!(Sealer::new(&[7; 32], "test").open(&text), None);
        }
    }
}
