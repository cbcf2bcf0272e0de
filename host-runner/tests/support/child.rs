//! Child processes.

use std::io::{BufRead as _, BufReader};
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::PATIENCE;

/// A process that is killed on drop.
pub(crate) struct Owned(pub(crate) Child);

impl Owned {
    /// Waits until the process has ended.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "the process does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Deref for Owned {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Owned {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // Fails if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A Python server that prints its port.
pub(crate) struct Listening {
    _child: Owned,
    pub(crate) authority: String,
}

impl Listening {
    pub(crate) fn start(script: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new("python3").arg(script).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut port = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Self { _child: Owned(child), authority: format!("127.0.0.1:{}", port.trim()) }
    }
}

/// Waits until a condition holds.
#[cfg(target_os = "linux")]
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a process has ended. A zombie counts as ended.
#[cfg(target_os = "linux")]
pub(crate) fn wait_until_gone(pid: &str) {
    wait_until(&format!("process {pid} is still running"), || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.is_empty() || status.contains("State:\tZ")
    });
}
