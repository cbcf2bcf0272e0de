//! `cargo xtask components`: builds the components, on a machine with the target as on one without it.

mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::toolchain::Toolchain;

/// The components that users get, and the Cargo packages they come from.
const COMPONENTS: [(&str, &str); 3] =
    [("middleware", "mcp-ui-middleware"), ("explorer", "mcp-ui-explorer"), ("embed", "mcp-ui-embed")];

/// What tests and benches run besides.
const FIXTURES: [(&str, &str); 4] = [
    ("fixture-backend", "fixture-backend"),
    ("fixture-corpus-tools", "fixture-corpus-tools"),
    ("fixture-hello", "fixture-hello"),
    ("fixture-hostile-tools", "fixture-hostile-tools"),
];

/// Builds everything that is written in Rust into `target/wasm`.
pub(crate) fn run() -> Result<(), String> {
    let root = root();
    let toolchain = Toolchain::find()?;
    let out = out(&root)?;
    let workspace = root.join("component/Cargo.toml");

    toolchain.build(&root, &workspace, &["--package", "mcp-ui-middleware", "--no-default-features"])?;
    copy(&built(&root, "mcp-ui-middleware"), &out.join("middleware-without-validation.wasm"))?;

    toolchain.build(&root, &workspace, &["--workspace"])?;
    for (name, package) in COMPONENTS.iter().chain(&FIXTURES) {
        copy(&built(&root, package), &out.join(format!("{name}.wasm")))?;
    }

    toolchain.build(&root, &root.join("examples/tools-rust/Cargo.toml"), &[])?;
    copy(&built(&root, "example-tools-rust"), &out.join("tools-rust.wasm"))
}

/// Builds the tools that are written in other languages into `target/wasm`, with npm and pip.
pub(crate) fn run_languages() -> Result<(), String> {
    let root = root();
    let out = out(&root)?;
    let javascript = root.join("examples/tools-javascript");
    finish(Command::new("npm").args(["install", "--no-package-lock", "--no-fund", "--no-audit"]).current_dir(&javascript))?;
    finish(Command::new("npm").args(["run", "build"]).current_dir(&javascript))?;
    copy(&javascript.join("tools.wasm"), &out.join("tools-javascript.wasm"))?;

    let python = root.join("examples/tools-python");
    let environment = root.join("target/python");
    finish(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let bin = environment.join("bin");
    finish(Command::new(bin.join("pip")).args(["install", "--quiet", "-r", "requirements.txt"]).current_dir(&python))?;
    let arguments = ["-d", "../../wit", "-w", "tools", "componentize", "tools", "-o", "tools.wasm"];
    finish(Command::new(bin.join("componentize-py")).args(arguments).current_dir(&python))?;
    copy(&python.join("tools.wasm"), &out.join("tools-python.wasm"))
}

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask is a folder of the project").to_owned()
}

fn out(root: &Path) -> Result<PathBuf, String> {
    let out = root.join("target/wasm");
    fs::create_dir_all(&out).map_err(|error| format!("{} cannot be made: {error}", out.display()))?;
    Ok(out)
}

/// Where the toolchain puts a package's component.
fn built(root: &Path, package: &str) -> PathBuf {
    toolchain::target_folder(root).join("wasm32-wasip2/release").join(format!("{}.wasm", package.replace('-', "_")))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let size = fs::copy(from, to).map_err(|error| format!("{} cannot be copied: {error}", from.display()))?;
    println!("{:>9} bytes  {}", size, to.display());
    Ok(())
}

fn finish(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} has failed ({status})")),
        Err(error) => Err(format!("{name} cannot be started: {error}")),
    }
}
