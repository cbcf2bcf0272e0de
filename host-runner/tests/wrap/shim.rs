//! A running shim, and its own folders where it looks for explorers.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::support::child::Owned;
pub(crate) use crate::support::lines::PATIENCE;

/// One test's folders.
pub(crate) struct Folders(TempDir);

impl Folders {
    pub(crate) fn new() -> Self {
        let folders = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(folders.runtime()).unwrap();
        folders
    }

    /// Returns the folder used as `XDG_RUNTIME_DIR`.
    pub(crate) fn runtime(&self) -> PathBuf {
        self.0.path().join("runtime")
    }

    /// Returns the socket folder.
    pub(crate) fn sockets(&self) -> PathBuf {
        self.runtime().join("mcp-ui")
    }

    /// Returns the socket folder used without `XDG_RUNTIME_DIR`.
    pub(crate) fn cached_sockets(&self) -> PathBuf {
        self.0.path().join("cache").join("mcp-ui").join("run")
    }

    pub(crate) fn mcp_ui(&self, command: &str) -> Command {
        let mut mcp_ui = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
        mcp_ui.arg(command).env("XDG_RUNTIME_DIR", self.runtime()).env("XDG_CACHE_HOME", self.0.path().join("cache"));
        mcp_ui
    }

    /// Starts a shim whose pipes belong to the test.
    pub(crate) fn wrap(&self, command: &[&str]) -> Shim {
        Shim::of(self.mcp_ui("wrap").arg("--").args(command))
    }
}

pub(crate) struct Shim(pub(crate) Owned);

impl Shim {
    pub(crate) fn of(command: &mut Command) -> Self {
        Self(Owned(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()))
    }

    pub(crate) fn stdin(&mut self) -> &mut ChildStdin {
        self.0.stdin.as_mut().unwrap()
    }

    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.stdin().write_all(bytes.as_ref()).unwrap();
    }

    /// Reads this many bytes from stdout.
    pub(crate) fn read(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.0.stdout.as_mut().unwrap().read_exact(&mut bytes).unwrap();
        bytes
    }

    /// Reads a line from stdout, including its line break.
    pub(crate) fn read_line(&mut self) -> String {
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            line.extend(self.read(1));
        }
        String::from_utf8(line).unwrap()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.0.id().try_into().unwrap()), signal).unwrap();
    }

    /// Waits until the shim has ended.
    pub(crate) fn status(&mut self) -> ExitStatus {
        self.0.ended()
    }

    /// Closes stdin, and waits until the shim has ended.
    pub(crate) fn finish(&mut self) -> ExitStatus {
        drop(self.0.stdin.take());
        self.status()
    }
}
