//! The checksums of the packages, as `sha256sum --check` reads them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::shell::{TaskResult, program, run};

const FILE: &str = "SHA256SUMS";

/// Writes the checksums of all files in a folder.
pub(super) fn write(folder: &Path) -> TaskResult {
    let mut lines = String::new();
    for path in files(folder)? {
        let bytes = fs::read(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        // Writing to a string cannot fail.
        for byte in Sha256::digest(&bytes) {
            let _ = write!(lines, "{byte:02x}");
        }
        let _ = writeln!(lines, "  {}", path.file_name().unwrap_or_default().display());
    }
    let path = folder.join(FILE);
    fs::write(&path, lines).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Checks the files in a folder with `sha256sum`, as users do, and that each file has a checksum.
pub(super) fn check(folder: &Path) -> TaskResult {
    let lines = fs::read_to_string(folder.join(FILE)).unwrap_or_default();
    let has_checksum =
        |path: &PathBuf| lines.lines().any(|line| path.ends_with(line.rsplit("  ").next().unwrap_or_default()));
    if let Some(path) = files(folder)?.iter().find(|path| !path.ends_with(FILE) && !has_checksum(path)) {
        return Err(format!("{} has no checksum in {FILE}", path.display()));
    }
    let (tool, options) =
        if cfg!(target_os = "macos") { ("shasum", &["--algorithm", "256"][..]) } else { ("sha256sum", &[][..]) };
    let mut check = program(tool, &[options, &["--check", FILE]].concat());
    check.current_dir(folder);
    run(check)
}

/// Returns the files in a folder, sorted by name.
pub(super) fn files(folder: &Path) -> TaskResult<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}
