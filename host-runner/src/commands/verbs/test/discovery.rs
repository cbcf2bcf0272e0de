//! Finds test files below a folder.

use std::path::{Path, PathBuf};

use crate::commands::Failure;

/// Maximum number of folder entries to examine. A folder with more entries is refused.
const MAX_ENTRIES: usize = 100_000;

/// Folders with dependencies or build output.
const SKIPPED: [&str; 4] = ["node_modules", "target", "venv", "__pycache__"];

/// Returns `mcp-ui.test.yaml` and `*.mcp-ui.yaml` below a folder, sorted by path. Skips links and hidden folders.
pub(super) fn test_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    test_files_among(folder, MAX_ENTRIES)
}

/// Returns the test files, if the folder has at most this many entries.
fn test_files_among(top: &Path, max: usize) -> Result<Vec<PathBuf>, Failure> {
    let (mut files, mut folders, mut room) = (Vec::new(), vec![top.to_owned()], max);
    let shown = |path: PathBuf| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            room = room.checked_sub(1).ok_or_else(|| {
                let text = format!("{} has more than {max} entries. Specify the test files.", top.display());
                Failure::wrong_file(text)
            })?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&&*name) => {
                    folders.push(entry.path());
                }
                Ok(kind) if kind.is_file() && is_test_file(&name) => files.push(shown(entry.path())),
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}

fn is_test_file(name: &str) -> bool {
    name.strip_suffix(".yaml")
        .or_else(|| name.strip_suffix(".yml"))
        .is_some_and(|stem| stem == "mcp-ui.test" || stem.ends_with(".mcp-ui"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_more_entries_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        for path in [folder.path().join("a.mcp-ui.yaml"), inner.join("b.mcp-ui.yaml"), inner.join("c.mcp-ui.yaml")] {
            std::fs::write(path, "").unwrap();
        }
        assert_eq!(test_files_among(folder.path(), 4).unwrap().len(), 3);
        let refused = test_files_among(folder.path(), 3).unwrap_err().to_string();
        assert!(refused.ends_with(" has more than 3 entries. Specify the test files."), "{refused}");
    }
}
