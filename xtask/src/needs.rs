//! Programs that steps need besides Rust. Missing Debian packages are installed all at once, before the first step.

use std::process::Command;

use crate::shell::{TaskResult, exists, program};

/// Something that a step needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Node.js and npm.
    Node,
    /// Python with virtual environments.
    Venv,
    /// The Redis server, which the example `replicas` uses.
    Redis,
    /// Chromium without a user interface, for most page tests.
    HeadlessShell,
    /// Chromium, for tests in real windows.
    Chromium,
    Firefox,
    /// A virtual screen with a window manager, mouse and keyboard, because headless browsers pretend that every page
    /// has the focus.
    Screen,
    /// The C compiler for Windows.
    Mingw,
}

impl Need {
    /// Returns the Debian packages.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Node => &["nodejs", "npm"],
            Self::Venv => &["python3-venv"],
            Self::Redis => &["redis-server"],
            Self::HeadlessShell => &["chromium-headless-shell"],
            Self::Chromium => &["chromium"],
            Self::Firefox => &["firefox-esr"],
            Self::Screen => &["xvfb", "xdotool", "openbox"],
            Self::Mingw => &["gcc-mingw-w64-x86-64"],
        }
    }

    fn is_there(self) -> bool {
        match self {
            Self::Node => exists("node") && exists(crate::shell::NPM),
            Self::Venv => has_venv(),
            Self::Redis => exists("redis-server"),
            Self::HeadlessShell => exists(&headless_shell()),
            Self::Chromium => exists(&chromium()),
            Self::Firefox => exists(&firefox()),
            Self::Screen => ["Xvfb", "xdotool", "openbox"].into_iter().all(is_in_path),
            Self::Mingw => exists("x86_64-w64-mingw32-gcc"),
        }
    }
}

/// Returns the headless Chromium for the tests.
pub(crate) fn headless_shell() -> String {
    std::env::var("HEADLESS_SHELL").unwrap_or_else(|_| "/usr/bin/chromium-headless-shell".to_owned())
}

/// Returns the Chromium for tests in real windows.
pub(crate) fn chromium() -> String {
    let known = ["chromium", "chromium-browser", "google-chrome"].map(|name| format!("/usr/bin/{name}"));
    let configured = std::env::var("CHROMIUM").ok();
    let [usual, ..] = &known;
    configured.unwrap_or_else(|| known.iter().find(|name| exists(name)).unwrap_or(usual).clone())
}

fn firefox() -> String {
    std::env::var("FIREFOX").unwrap_or_else(|_| "/usr/bin/firefox-esr".to_owned())
}

/// Installs missing packages if possible, which requires root and apt. Otherwise fails with the complete list.
pub(crate) fn install(needs: &[Need]) -> TaskResult {
    let mut missing: Vec<&str> = Vec::new();
    for (index, need) in needs.iter().enumerate() {
        if !needs[..index].contains(need) && !need.is_there() {
            missing.extend(need.packages());
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !is_root || !exists("apt-get") {
        return Err(format!("please install these packages, named as in Debian, with the package manager: {list}"));
    }
    eprintln!("Installing {list}");
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"][..], &missing].concat())?;
    let absent = |need: &&Need| !need.is_there();
    needs
        .iter()
        .find(absent)
        .map_or(Ok(()), |need| Err(format!("{} is installed, but does not start", need.packages().join(" and "))))
}

/// Runs apt-get. The output is shown only if it fails.
fn apt(arguments: &[&str]) -> TaskResult {
    let mut apt = program("apt-get", &["--quiet=2"]);
    apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    let output = apt.output().map_err(|error| format!("apt-get cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let lines = [output.stdout, output.stderr].concat();
    Err(format!("`apt-get {}` failed ({}):\n{}", arguments.join(" "), output.status, String::from_utf8_lossy(&lines)))
}

fn has_venv() -> bool {
    let python = if cfg!(windows) { "python" } else { "python3" };
    Command::new(python).args(["-c", "import ensurepip, venv"]).output().is_ok_and(|output| output.status.success())
}

/// Returns whether a program is in `PATH`, without starting it: Xvfb has no `--version`.
fn is_in_path(program: &str) -> bool {
    let looked_up = Command::new("sh").args(["-c", "command -v \"$0\"", program]).output();
    looked_up.is_ok_and(|output| output.status.success())
}
