//! Explorers: the command `mcp-ui open`, and a test explorer that reads the frames itself.

use std::fs::{DirBuilder, Permissions, set_permissions};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::support::child::wait_until;
use crate::support::lines::Lines;
use crate::wrap::shim::{Folders, PATIENCE};

/// A running `mcp-ui open`.
pub(crate) struct Open {
    pub(crate) child: Child,
    stderr: Lines,
}

impl Open {
    /// Starts an explorer, and waits until it listens for shims.
    pub(crate) fn start(folders: &Folders) -> Self {
        let open = Self::of(&mut folders.mcp_ui("open"));
        let name = format!("open-{}.v1.sock", open.child.id());
        let paths = [folders.sockets().join(&name), folders.cached_sockets().join(&name)];
        wait_until("the explorer does not listen", || paths.iter().any(|path| path.exists()));
        open
    }

    pub(crate) fn of(command: &mut Command) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");
        command.args(["--no-open", "--", "python3", script]).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let stderr = Lines::of(child.stderr.take().unwrap());
        Self { child, stderr }
    }

    /// Waits until a stderr line contains this text, and returns the line.
    pub(crate) fn printed(&self, text: &str) -> String {
        self.stderr.containing(text)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let id = nix::unistd::Pid::from_raw(self.child.id().try_into().unwrap());
        // Fails if the explorer has already ended.
        let _ = nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM);
        let _ = self.child.wait();
    }
}

/// A test socket where shims look for an explorer.
pub(crate) struct Fake {
    pub(crate) listener: UnixListener,
    pub(crate) path: PathBuf,
}

impl Fake {
    pub(crate) fn bind(folders: &Folders) -> Self {
        Self::bind_in(&folders.sockets())
    }

    pub(crate) fn bind_in(folder: &Path) -> Self {
        Self::bind_as(folder, std::process::id())
    }

    /// Binds the socket of an explorer with this process id.
    pub(crate) fn bind_as(folder: &Path, process: u32) -> Self {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).unwrap();
        set_permissions(folder, Permissions::from_mode(0o700)).unwrap();
        let path = folder.join(format!("open-{process}.v1.sock"));
        Self { listener: UnixListener::bind(&path).unwrap(), path }
    }

    /// Waits for a shim.
    pub(crate) fn accept(&self) -> Frames {
        let (stream, _) = self.listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Frames(BufReader::new(stream))
    }
}

/// A shim's frames.
pub(crate) struct Frames(BufReader<UnixStream>);

impl Iterator for Frames {
    type Item = (Value, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut header = String::new();
        self.0.read_line(&mut header).unwrap();
        let header: Value = serde_json::from_str(&header).ok()?;
        let mut body = vec![0; usize::try_from(header["kept"].as_u64().unwrap_or(0)).unwrap()];
        self.0.read_exact(&mut body).unwrap();
        Some((header, body))
    }
}
