//! The folder for running explorers' sockets, which only their user may enter.
//!
//! The folder is `$XDG_RUNTIME_DIR/mcp-ui`, or `mcp-ui/run` in the user's cache folder. An explorer listens in the
//! first folder that it can use. A shim looks into all of them, because many agents pass few variables on to their
//! servers, and `XDG_RUNTIME_DIR` is not among them. Without this variable, the shim tries the variable's usual value,
//! `/run/user/UID`.

use std::fs::{DirBuilder, Metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use nix::unistd::Uid;

use super::frame::VERSION;

/// The folders where explorers may listen, the preferred one first.
pub(super) fn candidates() -> Vec<PathBuf> {
    let runtime = match std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from) {
        Some(folder) if folder.is_absolute() => folder,
        _ => Path::new("/run/user").join(Uid::effective().to_string()),
    };
    let cache = etcetera::choose_base_strategy().ok().map(|folders| folders.cache_dir().join("mcp-ui").join("run"));
    runtime.is_dir().then(|| runtime.join("mcp-ui")).into_iter().chain(cache).collect()
}

/// Creates the folder for an explorer's socket, or checks the existing one. The error is a sentence with a remedy.
pub(super) fn create() -> Result<PathBuf, String> {
    let mut problem = "there is no home folder.".to_owned();
    for folder in candidates() {
        match create_at(&folder) {
            Ok(()) => return Ok(folder),
            Err(reason) => problem = reason,
        }
    }
    Err(problem)
}

fn create_at(folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{} cannot be created: {error}.", folder.display());
    if let Some(parent) = folder.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(parent).map_err(failed)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
        _ => {}
    }
    check(folder)
}

/// Returns an error unless the folder belongs to this user alone. The error is a sentence with a remedy.
pub(super) fn check(folder: &Path) -> Result<(), String> {
    let problem = match folder.symlink_metadata() {
        Ok(metadata) => match problem(&metadata, Uid::effective()) {
            None => return Ok(()),
            Some(problem) => problem.to_owned(),
        },
        Err(error) => error.to_string(),
    };
    Err(format!("{} cannot be used for sockets: {problem}.", folder.display()))
}

fn problem(metadata: &Metadata, user: Uid) -> Option<&'static str> {
    if !metadata.is_dir() {
        // The metadata describes a symbolic link itself, not its target.
        Some("it is a symbolic link, or not a folder; remove it")
    } else if metadata.uid() != user.as_raw() {
        Some("it belongs to another user")
    } else if metadata.mode() & 0o077 != 0 {
        Some("other users may enter it; set its mode to 0700")
    } else {
        None
    }
}

/// Returns an explorer's socket name.
pub(super) fn socket_name(process: u32) -> String {
    format!("open-{process}.v{VERSION}.sock")
}

/// Returns the sockets in a folder, each with its process id. At most 64 are returned.
pub(super) fn sockets(folder: &Path) -> Vec<(u32, PathBuf)> {
    let entries = folder.read_dir().into_iter().flatten().map_while(Result::ok);
    let sockets = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let process: u32 = name.strip_prefix("open-")?.split_once('.')?.0.parse().ok()?;
        (name == socket_name(process)).then(|| (process, entry.path()))
    });
    sockets.take(64).collect()
}

/// Returns true if the process at a socket's other end belongs to this user.
pub(super) fn is_of_this_user(stream: &tokio::net::UnixStream) -> bool {
    stream.peer_cred().is_ok_and(|peer| peer.uid() == Uid::effective().as_raw())
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_folder_that_others_may_enter_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new").join("sockets");
        create_at(&folder).unwrap();
        assert_eq!(folder.metadata().unwrap().mode() & 0o777, 0o700);
        create_at(&folder).unwrap();

        for mode in [0o710, 0o701, 0o777] {
            set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
            assert!(create_at(&folder).unwrap_err().contains("0700"), "{mode:o}");
        }
    }

    #[test]
    fn a_folder_of_another_user_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("sockets");
        create_at(&folder).unwrap();
        let metadata = folder.symlink_metadata().unwrap();
        assert_eq!(problem(&metadata, Uid::from_raw(metadata.uid())), None);
        assert!(problem(&metadata, Uid::from_raw(metadata.uid() + 1)).unwrap().contains("another user"));
    }

    #[test]
    fn a_symbolic_link_and_a_file_are_refused() {
        let parent = tempfile::tempdir().unwrap();
        let (link, file) = (parent.path().join("link"), parent.path().join("file"));
        symlink(tempfile::tempdir_in(parent.path()).unwrap().path(), &link).unwrap();
        std::fs::write(&file, "").unwrap();
        for path in [link, file] {
            assert!(create_at(&path).unwrap_err().contains("remove it"), "{path:?}");
        }
    }

    #[test]
    fn only_sockets_of_this_version_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["open-12.v1.sock", "open-12.v2.sock", "open-x.v1.sock", "open-+7.v1.sock", "other"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(sockets(folder.path()), [(12, folder.path().join("open-12.v1.sock"))]);
    }
}
