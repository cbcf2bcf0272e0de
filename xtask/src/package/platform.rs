use std::env::consts::{ARCH, OS};

use crate::shell::TaskResult;

/// A platform with packages.
#[derive(Clone, Copy)]
pub(crate) struct Platform {
    os: &'static str,
    arch: &'static str,
    /// The platform's name in npm: Node.js's names for the system and the processor, such as `linux-x64`.
    pub(crate) npm: &'static str,
    /// The Rust target.
    pub(crate) target: &'static str,
}

/// All platforms, which `.github/workflows/packages.yml` builds.
pub(crate) const PLATFORMS: [Platform; 5] = [
    Platform { os: "linux", arch: "x86_64", npm: "linux-x64", target: "x86_64-unknown-linux-gnu" },
    Platform { os: "linux", arch: "aarch64", npm: "linux-arm64", target: "aarch64-unknown-linux-gnu" },
    Platform { os: "macos", arch: "aarch64", npm: "darwin-arm64", target: "aarch64-apple-darwin" },
    Platform { os: "macos", arch: "x86_64", npm: "darwin-x64", target: "x86_64-apple-darwin" },
    Platform { os: "windows", arch: "x86_64", npm: "win32-x64", target: "x86_64-pc-windows-msvc" },
];

impl Platform {
    pub(crate) fn of_this_machine() -> TaskResult<Self> {
        let found = PLATFORMS.into_iter().find(|platform| (platform.os, platform.arch) == (OS, ARCH));
        found.ok_or_else(|| format!("there are no packages for {OS} on {ARCH}"))
    }

    pub(crate) fn is_linux(self) -> bool {
        self.os == "linux"
    }
}
