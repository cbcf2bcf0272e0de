//! `cargo xtask components`: builds the components, and installs the target for them if necessary.

pub(crate) mod embedding;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::toolchain::Toolchain;
use crate::shell::{TaskResult, program, root, run as finish};

/// The components for users, with their Cargo packages.
const COMPONENTS: [(&str, &str); 3] =
    [("middleware", "mcp-ui-middleware"), ("explorer", "mcp-ui-explorer"), ("embed", "mcp-ui-embed")];

/// Further components for tests and benches.
const FIXTURES: [(&str, &str); 4] = [
    ("fixture-backend", "fixture-backend"),
    ("fixture-corpus-tools", "fixture-corpus-tools"),
    ("fixture-hello", "fixture-hello"),
    ("fixture-hostile-tools", "fixture-hostile-tools"),
];

/// Builds the components written in Rust into `target/wasm`.
pub(crate) fn run() -> TaskResult {
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
    copy(&built(&root, "example-tools-rust"), &out.join("tools-rust.wasm"))?;

    toolchain.build(&root, &root.join("examples/spin/server/Cargo.toml"), &[])?;
    copy(&built(&root, "example-spin-server"), &out.join("spin-server.wasm"))
}

/// Lints the components written in Rust.
pub(crate) fn lint() -> TaskResult {
    let root = root();
    Toolchain::find()?.lint(&root, &root.join("component/Cargo.toml"))
}

/// Builds the tools written in other languages into `target/wasm`, with npm and pip.
pub(crate) fn run_languages() -> TaskResult {
    let root = root();
    let out = out(&root)?;
    let javascript = root.join("examples/tools-javascript");
    let in_folder = |mut command: Command, folder: &Path| {
        command.current_dir(folder);
        finish(command)
    };
    in_folder(program("npm", &["install", "--no-package-lock", "--no-fund", "--no-audit"]), &javascript)?;
    in_folder(program("npm", &["run", "build"]), &javascript)?;
    copy(&javascript.join("tools.wasm"), &out.join("tools-javascript.wasm"))?;

    let python = root.join("examples/tools-python");
    let bin = |name: &str| root.join("target/python/bin").join(name).display().to_string();
    finish(program("python3", &["-m", "venv", "target/python"]))?;
    in_folder(program(&bin("pip"), &["install", "--quiet", "-r", "requirements.txt"]), &python)?;
    let arguments = ["-d", "../../wit", "-w", "tools", "componentize", "tools", "-o", "tools.wasm"];
    in_folder(program(&bin("componentize-py"), &arguments), &python)?;
    copy(&python.join("tools.wasm"), &out.join("tools-python.wasm"))
}

fn out(root: &Path) -> TaskResult<PathBuf> {
    let out = root.join("target/wasm");
    fs::create_dir_all(&out).map_err(|error| format!("{} cannot be created: {error}", out.display()))?;
    Ok(out)
}

/// The path at which the toolchain writes the component of a package.
fn built(root: &Path, package: &str) -> PathBuf {
    toolchain::target_folder(root).join("wasm32-wasip2/release").join(format!("{}.wasm", package.replace('-', "_")))
}

fn copy(from: &Path, to: &Path) -> TaskResult {
    let size = fs::copy(from, to).map_err(|error| format!("{} cannot be copied: {error}", from.display()))?;
    println!("{:>9} bytes  {}", size, to.display());
    Ok(())
}
