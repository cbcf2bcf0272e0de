//! Finds test files below a folder.

use std::path::{Path, PathBuf};

/// Maximum number of folder entries to examine. The rest is ignored.
const MAX_ENTRIES: usize = 100_000;

/// Folders with dependencies or build output.
const SKIPPED: [&str; 4] = ["node_modules", "target", "venv", "__pycache__"];

/// Returns `mcp-ui.test.yaml` and `*.mcp-ui.yaml` below a folder, sorted by path. Skips links and hidden folders.
pub(super) fn test_files(folder: &Path) -> Vec<PathBuf> {
    test_files_among(folder, MAX_ENTRIES)
}

/// Returns the test files among this many entries.
fn test_files_among(folder: &Path, mut room: usize) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    let shown = |path: PathBuf| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let Some(left) = room.checked_sub(1) else { break };
            room = left;
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
    files
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
    fn entries_beyond_the_limit_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        for path in [folder.path().join("a.mcp-ui.yaml"), inner.join("b.mcp-ui.yaml"), inner.join("c.mcp-ui.yaml")] {
            std::fs::write(path, "").unwrap();
        }
        let found = [4, 3, 2].map(|room| test_files_among(folder.path(), room).len());
        assert_eq!(found, [3, 2, 1]);
    }
}
