//! Runs programs, and says which one failed.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) type Outcome<T = ()> = Result<T, String>;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// A program, to be run at the root.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

pub(crate) fn cargo(arguments: &[&str]) -> Outcome {
    run(program(env!("CARGO"), arguments))
}

/// Runs a program to its end; its output goes where ours goes.
pub(crate) fn run(mut command: Command) -> Outcome {
    let line = line_of(&command);
    eprintln!("\n$ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` cannot be started: {error}")),
    }
}

/// Whether a program is there and answers to `--version`.
pub(crate) fn exists(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Installs Debian packages, where that can be done: as root, with apt.
pub(crate) fn apt_install(packages: &[&str]) -> Outcome {
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
