//! Runs programs, and reports the one that failed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;

pub(crate) type TaskResult<T = ()> = Result<T, String>;

/// Returns the workspace's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Returns the folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |target| root().join(target))
}

/// The program name of npm.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Returns the path to a program in the Python virtual environment for tests and components.
pub(crate) fn python(name: &str) -> TaskResult<String> {
    Ok(environment("python", &[])?.join(name).display().to_string())
}

/// Returns the program folder in a Python virtual environment, after installing packages, given as arguments to
/// `pip install`. Creates the environment in the target folder if it is missing.
pub(crate) fn environment(name: &str, packages: &[&str]) -> TaskResult<PathBuf> {
    // Tasks that run at the same time share environments.
    static ENVIRONMENTS: Mutex<BTreeMap<String, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());
    let environment = Arc::clone(ENVIRONMENTS.lock().expect("no task panics").entry(name.to_owned()).or_default());
    let _one_at_a_time = environment.lock();

    let folder = root().join("target").join(name);
    let (python, programs) = if cfg!(windows) { ("python", "Scripts") } else { ("python3", "bin") };
    let programs = folder.join(programs);
    let pip = programs.join("pip").display().to_string();
    if !exists(&pip) {
        // Replaces the remains of an interrupted run.
        let mut create = program(python, &["-m", "venv", "--clear"]);
        create.arg(&folder);
        run(create)?;
    }
    if !packages.is_empty() {
        run(program(&pip, &[&["install", "--quiet"], packages].concat()))?;
    }
    Ok(programs)
}

/// Installs packages into the Python virtual environment for tests and components, from requirements files.
pub(crate) fn pip_install(files: &[&str]) -> TaskResult {
    let options: Vec<_> = files.iter().flat_map(|file| ["-r", file]).collect();
    environment("python", &options).map(drop)
}

/// Creates a command that runs in the workspace's root.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// Creates an npm command that runs in a workspace folder.
pub(crate) fn npm(folder: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut npm = program(NPM, arguments);
    npm.current_dir(root().join(folder));
    npm
}

/// Installs the packages in a folder's lock file, unless they are already installed.
pub(crate) fn npm_ci(folder: &str) -> TaskResult {
    let written = |name: &str| root().join(folder).join(name).metadata().and_then(|file| file.modified());
    // npm writes its own copy of the lock file at the end of an installation.
    let is_installed = match (written("package-lock.json"), written("node_modules/.package-lock.json")) {
        (Ok(locked), Ok(installed)) => locked < installed,
        _ => false,
    };
    if is_installed {
        return Ok(());
    }
    run(npm(folder, &["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
}

/// Lets clippy compile the workspace for a cargo command, with warnings denied. The steps share the compiled output,
/// while `cargo clippy` would check all dependencies again. Incremental compilation is off: it would use 3 GB on disk.
pub(crate) fn linted(mut command: Command) -> Command {
    command.env("CARGO_INCREMENTAL", "0");
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    // The arguments, as `cargo clippy -- --deny warnings` passes them.
    command.env("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    command
}

pub(crate) fn cargo(arguments: &[&str]) -> TaskResult {
    run(program(env!("CARGO"), arguments))
}

/// Runs tasks at the same time, and returns the first error, in the order of the tasks.
pub(crate) fn at_once<const COUNT: usize>(tasks: [Box<dyn FnOnce() -> TaskResult + Send + '_>; COUNT]) -> TaskResult {
    thread::scope(|scope| {
        let threads = tasks.map(|task| scope.spawn(task));
        threads.map(|thread| thread.join().expect("no task panics")).into_iter().collect()
    })
}

/// Runs a program until it exits. The program inherits standard output and error.
pub(crate) fn run(mut command: Command) -> TaskResult {
    let line = line_of(&command);
    eprintln!("\n$ {line}");
    outcome(&line, command.status())
}

/// Returns an error that quotes a failed command's line.
pub(crate) fn outcome(line: &str, status: std::io::Result<ExitStatus>) -> TaskResult {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` cannot be started: {error}")),
    }
}

/// Returns whether a program exists and supports `--version`.
pub(crate) fn exists(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns this machine's target, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> String {
    let printed = Command::new("rustc").args(["--print", "host-tuple"]).output();
    printed.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

pub(crate) fn line_of(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let name = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
    let line = words.map(name).collect::<Vec<_>>().join(" ");
    line.replacen(env!("CARGO"), "cargo", 1)
}
