//! The commands that are known to need a handshake, in the cache folder: one small file for each.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use super::options::StdioCommand;
use crate::random::hexadecimal;

/// Time after which a command is asked again: a newer release of the server may speak 2026-07-28.
const MAX_AGE: Duration = Duration::from_hours(7 * 24);

/// The file that says that a command needs a handshake.
#[derive(Debug)]
pub(super) struct KnownRevision {
    folder: PathBuf,
    file: PathBuf,
}

impl KnownRevision {
    pub(super) fn of(command: &StdioCommand, folder: &Path) -> Self {
        let mut hash = Sha256::new();
        for word in command.words() {
            hash.update(word.as_encoded_bytes());
            hash.update([0]);
        }
        if let Some(cwd) = &command.cwd {
            hash.update(cwd.as_os_str().as_encoded_bytes());
        }
        let name = hexadecimal(&hash.finalize());
        Self { folder: folder.to_owned(), file: folder.join(format!("{name}.handshake")) }
    }

    /// Returns whether the command needed a handshake lately.
    pub(super) fn needs_handshake(&self) -> bool {
        is_recent(&self.file)
    }

    /// Stores whether the command needs a handshake. A cache that cannot be written only costs time.
    pub(super) fn set(&self, needs_handshake: bool) {
        if !needs_handshake {
            let _ = fs::remove_file(&self.file);
            return;
        }
        if fs::create_dir_all(&self.folder).and_then(|()| fs::write(&self.file, "")).is_err() {
            tracing::debug!(folder = %self.folder.display(), "cache cannot be written");
        }
        // Commands that are no longer used.
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|it| it == "handshake") && !is_recent(&path) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

fn is_recent(file: &Path) -> bool {
    let written = fs::metadata(file).and_then(|metadata| metadata.modified());
    written.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age < MAX_AGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_known_for_some_days() {
        let folder = tempfile::tempdir().unwrap();
        let known = |argument: &str| KnownRevision::of(&StdioCommand::new("server").args([argument]), folder.path());
        assert!(!known("a").needs_handshake());
        known("a").set(true);
        assert!(known("a").needs_handshake() && !known("b").needs_handshake());
        known("a").set(false);
        assert!(!known("a").needs_handshake());

        known("a").set(true);
        let old = SystemTime::now() - MAX_AGE;
        fs::File::open(known("a").file).unwrap().set_modified(old).unwrap();
        assert!(!known("a").needs_handshake());
        known("b").set(true);
        assert!(!known("a").file.exists());
    }
}
