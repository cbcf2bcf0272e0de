//! Random tokens and keys.

use std::fmt::Write as _;

/// Returns 128 random bits as hexadecimal digits.
///
/// # Panics
///
/// If the system has no random number source.
pub fn token() -> String {
    hexadecimal(&random::<16>())
}

/// Returns a random key.
///
/// # Panics
///
/// If the system has no random number source.
pub fn key() -> [u8; 32] {
    random()
}

pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has a source of random numbers");
    bytes
}

/// Writes bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
