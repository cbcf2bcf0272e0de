//! A running shim, and its own folders where it looks for explorers.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

/// The time after which a test fails instead of waiting forever.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

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

pub(crate) struct Shim(pub(crate) Child);

impl Shim {
    pub(crate) fn of(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
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
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "the shim does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Closes stdin, and waits until the shim has ended.
    pub(crate) fn finish(&mut self) -> ExitStatus {
        drop(self.0.stdin.take());
        self.status()
    }
}

impl Drop for Shim {
    fn drop(&mut self) {
        // Fails if the shim has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a condition holds.
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a process has ended. A zombie counts as ended.
pub(crate) fn wait_until_gone(pid: &str) {
    wait_until(&format!("process {pid} is still running"), || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.is_empty() || status.contains("State:\tZ")
    });
}
