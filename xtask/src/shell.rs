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

/// The name by which npm can be started.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// The path of a program in the virtual environment of Python for tests and components.
pub(crate) fn python(name: &str) -> TaskResult<String> {
    Ok(environment("python", &[])?.join(name).display().to_string())
}

/// The folder of the programs of a virtual environment of Python with these packages. Creates the environment in the
/// target folder if it is not there.
pub(crate) fn environment(name: &str, packages: &[&str]) -> TaskResult<PathBuf> {
    let folder = root().join("target").join(name);
    let (python, programs) = if cfg!(windows) { ("python", "Scripts") } else { ("python3", "bin") };
    let programs = folder.join(programs);
    let pip = programs.join("pip").display().to_string();
    if !exists(&pip) {
        let mut create = program(python, &["-m", "venv"]);
        create.arg(&folder);
        run(create)?;
    }
    if !packages.is_empty() {
        run(program(&pip, &[&["install", "--quiet"], packages].concat()))?;
    }
    Ok(programs)
}

/// A command that runs in the root of the workspace.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// A command of npm that runs in a folder of the workspace.
pub(crate) fn npm(folder: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut npm = program(NPM, arguments);
    npm.current_dir(root().join(folder));
    npm
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
    if exists("node") && exists(NPM) { Ok(()) } else { apt_install(&["nodejs", "npm"]) }
}

/// Installs the Redis server if it is missing. The example `replicas` uses it.
pub(crate) fn ensure_redis() -> TaskResult {
    if exists("redis-server") { Ok(()) } else { apt_install(&["redis-server"]) }
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
