//! Random tokens.

use std::fmt::Write as _;

/// Returns 128 random bits as hexadecimal digits.
///
/// # Panics
///
/// If the system has no source of random numbers.
pub fn token() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has a source of random numbers");
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
