use std::fs;
use std::path::Path;

use crate::shell::TaskResult;

/// The prefix for symbol versions.
const PREFIX: &[u8] = b"GLIBC_";

/// Returns the highest glibc version that a program's symbols require, such as `2.28`, or `None` if it uses no glibc
/// symbols.
pub(super) fn required(program: &Path) -> TaskResult<Option<String>> {
    let bytes = fs::read(program).map_err(|error| format!("{} cannot be read: {error}", program.display()))?;
    // The version names are in the dynamic linker's string table, each terminated by a zero byte.
    let versions = bytes.windows(PREFIX.len()).enumerate().filter(|(_, window)| *window == PREFIX);
    let highest = versions.filter_map(|(at, _)| version(&bytes[at + PREFIX.len()..])).max();
    Ok(highest.map(|numbers| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".")))
}

/// Parses a version at the start of these bytes, such as `2.3.4`.
fn version(bytes: &[u8]) -> Option<Vec<u32>> {
    let text = std::str::from_utf8(bytes.split(|byte| *byte == 0).next()?).ok()?;
    text.split('.').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(version(b"2.28\0GLIBC_2.9\0"), Some(vec![2, 28]));
        assert!(version(b"2.28\0") > version(b"2.9\0") && version(b"2.3.4\0") > version(b"2.3\0"));
        assert_eq!(version(b"PRIVATE\0"), None);
    }
}
