//! JSON values as text: in messages, and in repository files.

use std::io::{self, Write as _};
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// Maximum length of a value in a message, in characters. The rest is cut off and marked.
const LONGEST_VALUE: usize = 500;

/// Maximum size of a file, in bytes. A larger file is refused.
const MAX_FILE: u64 = 16 << 20;

/// Maximum length of a file name, in bytes. Longer names are truncated and end with a hash.
const LONGEST_NAME: usize = 120;

/// A value's text, shortened.
pub(super) fn text_of(value: &Value) -> String {
    shortened(&value.to_string())
}

pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Formats a value with sorted keys, each on its own line, for files in a repository.
pub(super) fn sorted_text(value: &Value) -> String {
    format!("{:#}\n", sorted(value))
}

/// Sorts the keys, because `serde_json` keeps them unsorted if any crate enables its feature `preserve_order`.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            Value::Object(members.into_iter().map(|(key, value)| (key.clone(), sorted(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// Reads a JSON file below a folder, or returns `None` if it is missing. Links are not followed.
pub(super) fn read_file(folder: &Path, path: &Path) -> Result<Option<Value>, String> {
    let shown = path.display();
    check_links(folder, path)?;
    let metadata = match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata.map_err(|error| format!("{shown} cannot be read: {error}."))?,
    };
    if !metadata.is_file() || metadata.len() > MAX_FILE {
        return Err(format!("{shown} is not a file, or is larger than {} MiB.", MAX_FILE >> 20));
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown} cannot be read: {error}."))?;
    let value = serde_json::from_str(&text);
    value.map(Some).map_err(|error| format!("{shown} is not valid JSON: {error}. `mcp-ui test --update` rewrites it."))
}

/// Writes a JSON file below a folder, and creates the folders between them. Links are not followed.
pub(super) fn write_file(folder: &Path, path: &Path, value: &Value) -> Result<(), String> {
    check_links(folder, path)?;
    let parent = path.parent().unwrap_or(folder);
    let result = std::fs::create_dir_all(parent).and_then(|()| replace(path, &sorted_text(value)));
    result.map_err(|error| format!("{} cannot be written: {error}.", path.display()))
}

/// Replaces a file as a whole, or creates it. If that fails, as on a full disk, the old file remains.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let old = path.canonicalize().ok();
    let path = old.as_deref().unwrap_or(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut builder = tempfile::Builder::new();
    // The umask applies, as for any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    if old.is_some() {
        file.as_file().set_permissions(path.metadata()?.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Checks that no link lies between a folder and a path below it.
pub(super) fn check_links(folder: &Path, path: &Path) -> Result<(), String> {
    let below = path.ancestors().take_while(|ancestor| *ancestor != folder && !ancestor.as_os_str().is_empty());
    for ancestor in below {
        if std::fs::symlink_metadata(ancestor).is_ok_and(|metadata| metadata.is_symlink()) {
            return Err(format!("{} is a symbolic link, which is not followed.", ancestor.display()));
        }
    }
    Ok(())
}

/// Converts a name to a file name. Different names get different file names.
pub(super) fn file_name(name: &str) -> String {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b' ');
    let encoded = utf8_percent_encode(name, ESCAPED).to_string();
    // Names may differ only in case, which some file systems ignore.
    let is_plain = !encoded.is_empty()
        && encoded.len() <= LONGEST_NAME
        && !encoded.starts_with('.')
        && !name.contains(char::is_uppercase);
    if is_plain {
        return encoded;
    }
    let hash = Sha256::digest(name.as_bytes());
    let hash = hash.iter().take(6).fold(0, |hash: u64, byte| (hash << 8) | u64::from(*byte));
    let mut start = encoded.trim_start_matches('.').to_owned();
    start.truncate(LONGEST_NAME);
    format!("{start}~{hash:012x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_mode_and_the_links_to_it() {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [file, link, new] = ["file", "link", "new"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

        replace(&new, "first").unwrap();
        let other = folder.path().join("other");
        fs::write(&other, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&new), mode(&other));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[test]
    fn names_of_files_differ_as_names_do() {
        let names = ["add", "Add", "a/b", "a%2Fb", "..", "", &"x".repeat(500), &"x".repeat(501)];
        let files: std::collections::BTreeSet<_> = names.iter().map(|name| file_name(name).to_lowercase()).collect();
        assert_eq!(files.len(), names.len(), "{files:?}");
        assert!(files.iter().all(|file| !file.contains('/') && !file.starts_with('.') && file.len() < 200));
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.json");
        let file = std::fs::File::create(&path).unwrap();
        file.set_len(MAX_FILE + 1).unwrap();
        let refused = read_file(folder.path(), &path).unwrap_err();
        assert!(refused.contains("is not a file, or is larger than 16 MiB"), "{refused}");
    }

    #[test]
    fn a_long_value_is_shortened() {
        let text = text_of(&"é".repeat(LONGEST_VALUE).into());
        assert_eq!((text.chars().count(), text.ends_with('…')), (LONGEST_VALUE + 1, true));
        assert_eq!(text_of(&Value::from(5)), "5");
    }
}
