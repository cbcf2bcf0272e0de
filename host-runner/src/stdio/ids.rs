//! Ids and progress tokens that the child process sees. They are assigned here, because ids from several clients would
//! collide.

/// Parses a number that this program assigned. Some servers return `7` as `7.0`; a string is a different id.
pub(super) fn ours(raw: &str) -> Option<u64> {
    let digits = raw.strip_suffix(".0").unwrap_or(raw);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::ours;

    #[test]
    fn our_numbers_are_recognized_in_each_spelling() {
        assert_eq!(["7", "7.0"].map(ours), [Some(7); 2]);
        assert_eq!(["-7", "7.5", "null", "\"\"", "\"7\"", "\"7.0\"", "+7", "7e0"].map(ours), [None; 8]);
    }
}
