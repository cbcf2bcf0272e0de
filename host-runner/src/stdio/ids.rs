//! The ids and progress tokens that the child process sees. They are numbers of ours, because the ids of several clients
//! would collide.

/// Reads one of our numbers back. Some servers send a number as a string, or with a fraction of zero.
pub(super) fn ours(raw: &str) -> Option<u64> {
    let digits = raw.trim_matches('"');
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::ours;

    #[test]
    fn our_numbers_are_recognized_in_each_spelling() {
        assert_eq!(["7", "\"7\"", "7.0"].map(ours), [Some(7); 3]);
        assert_eq!(["-7", "7.5", "null", "\"\"", "\"a\"", "+7", "7e0"].map(ours), [None; 7]);
    }
}
