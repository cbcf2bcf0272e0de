//! Builds for `wasm32-wasip2`, a target that rustup installs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::package::Build;
use crate::shell::{TaskResult, linted, program, run};

const TARGET: &str = "wasm32-wasip2";

/// Flags that make a component smaller: the linker compresses relocations, and SHA-256 is compiled in its compact form,
/// without unrolled rounds.
const SMALL: [&str; 2] = ["-Clink-arg=--compress-relocations", "--cfg=sha2_backend_soft=\"compact\""];

/// Returns the components' target folder, which is separate from host builds.
pub(super) fn target_folder(root: &Path) -> PathBuf {
    root.join("target/components")
}

/// Builds in release mode.
pub(super) fn build(build: Build, root: &Path, manifest: &Path, arguments: &[&str]) -> TaskResult {
    let mut cargo = cargo(root, manifest, arguments)?;
    if build == Build::Release {
        return run(cargo);
    }
    // Link-time optimization takes a third of the build time, and makes the components only a tenth smaller.
    cargo.env("CARGO_PROFILE_RELEASE_LTO", "off");
    run(linted(cargo))
}

fn cargo(root: &Path, manifest: &Path, arguments: &[&str]) -> TaskResult<Command> {
    install_target()?;
    let mut flags = SMALL.map(str::to_owned).to_vec();
    // Paths on the build machine must not end up in components.
    flags.extend([cargo_home().join("registry/src"), root.to_owned()].map(|folder| {
        let folder = folder.display();
        format!("--remap-path-prefix={folder}/=")
    }));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--locked", "--target", TARGET, "--manifest-path"]).arg(manifest).args(arguments);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).env("CARGO_TARGET_DIR", target_folder(root));
    Ok(cargo)
}

/// Installs the target if it is missing.
fn install_target() -> TaskResult {
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let is_installed = libraries.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir());
    if is_installed {
        return Ok(());
    }
    run(program("rustup", &["target", "add", TARGET]))
        .map_err(|error| format!("building components needs the target {TARGET}: {error}"))
}

fn cargo_home() -> PathBuf {
    let in_home = || env::home_dir().unwrap_or_default().join(".cargo");
    env::var_os("CARGO_HOME").map_or_else(in_home, PathBuf::from)
}
