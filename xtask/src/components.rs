//! `cargo xtask components`: builds the components, on a machine with the target as on one without it.

pub(crate) mod embedding;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::toolchain::Toolchain;
use crate::shell::{Outcome, program, root, run as finish};

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
pub(crate) fn run() -> Outcome {
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

/// Lints what is written in Rust.
pub(crate) fn lint() -> Outcome {
    let root = root();
    Toolchain::find()?.lint(&root, &root.join("component/Cargo.toml"))
}

/// Builds the tools that are written in other languages into `target/wasm`, with npm and pip.
pub(crate) fn run_languages() -> Outcome {
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

fn out(root: &Path) -> Outcome<PathBuf> {
    let out = root.join("target/wasm");
    fs::create_dir_all(&out).map_err(|error| format!("{} cannot be made: {error}", out.display()))?;
    Ok(out)
}

/// Where the toolchain puts a package's component.
fn built(root: &Path, package: &str) -> PathBuf {
    toolchain::target_folder(root).join("wasm32-wasip2/release").join(format!("{}.wasm", package.replace('-', "_")))
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let size = fs::copy(from, to).map_err(|error| format!("{} cannot be copied: {error}", from.display()))?;
    println!("{:>9} bytes  {}", size, to.display());
    Ok(())
}
