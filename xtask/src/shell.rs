//! Runs programs, and names the one that failed.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) type TaskResult<T = ()> = Result<T, String>;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |target| root().join(target))
}

/// The path of a program in a virtual environment of Python. Creates the environment if it is not there.
pub(crate) fn python(name: &str) -> TaskResult<String> {
    let folder = root().join("target/python");
    let path_of = |name: &str| folder.join("bin").join(name).display().to_string();
    if !exists(&path_of("pip")) {
        let mut create = program("python3", &["-m", "venv"]);
        create.arg(&folder);
        run(create)?;
    }
    Ok(path_of(name))
}

/// A command that runs in the root of the workspace.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

pub(crate) fn cargo(arguments: &[&str]) -> TaskResult {
    run(program(env!("CARGO"), arguments))
}

/// Runs a program until it exits. The program inherits standard output and error.
pub(crate) fn run(mut command: Command) -> TaskResult {
    let line = line_of(&command);
    eprintln!("\n$ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` cannot be started: {error}")),
    }
}

/// Returns whether a program exists and supports `--version`.
pub(crate) fn exists(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Installs Node.js and npm if they are missing.
pub(crate) fn ensure_node() -> TaskResult {
    if exists("node") && exists("npm") { Ok(()) } else { apt_install(&["nodejs", "npm"]) }
}

/// Installs Debian packages if possible: as root, with apt.
pub(crate) fn apt_install(packages: &[&str]) -> TaskResult {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !is_root || !exists("apt-get") {
        return Err(format!("please install {} with this system's package manager", packages.join(" and ")));
    }
    run(program("apt-get", &["update", "--quiet"]))?;
    let mut install = program("apt-get", &["install", "--quiet", "--yes", "--no-install-recommends"]);
    install.args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    run(install)
}

fn line_of(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let name = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
    let line = words.map(name).collect::<Vec<_>>().join(" ");
    line.replacen(env!("CARGO"), "cargo", 1)
}
