//! Checks the published crates: their packages, the oldest supported Rust, and the dependencies.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shell::{TaskResult, program, root, run, target};

/// The oldest Rust that the layer supports (`rust-version` in its manifest).
const OLDEST_RUST: &str = "1.88";

/// The cargo-deny version to install if cargo-deny is missing.
const DENY_VERSION: &str = "0.20.2";

/// Packages the layer and the runner, and uses the packaged layer in a crate outside the workspace.
pub(crate) fn package() -> TaskResult {
    let packages = ["-p", "tower-mcp-ui", "-p", "mcp-ui-host"];
    let options = ["package", "--locked", "--no-verify", "--allow-dirty"];
    run(program(env!("CARGO"), &[&options[..], &packages].concat()))?;

    let outside = target().join("outside");
    // Fails only if the folder does not exist.
    let _removed = fs::remove_dir_all(&outside);
    fs::create_dir_all(outside.join("src"))
        .map_err(|error| format!("{} cannot be created: {error}", outside.display()))?;
    let name = format!("tower-mcp-ui-{}", env!("CARGO_PKG_VERSION"));
    let archive = target().join("package").join(format!("{name}.crate"));
    let mut unpack = program("tar", &["-xzf"]);
    unpack.arg(archive).arg("-C").arg(&outside);
    run(unpack)?;

    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"outside\"\nedition = \"2024\"\n\n[features]\ndefault = [\"tower-mcp-ui/default\"]\n\n\
         [dependencies]\ntower-mcp-ui = {{ path = \"{name}\", default-features = false }}\n"
    );
    let main = "fn main() {\n    let _ = tower_mcp_ui::McpUiLayer::new(tower_mcp_ui::McpUiConfig::new());\n}\n";
    write(&outside.join("Cargo.toml"), &manifest)?;
    write(&outside.join("src/main.rs"), main)?;
    // Same dependency versions as in the workspace, so most are already compiled.
    let (lock, copied) = (root().join("Cargo.lock"), outside.join("Cargo.lock"));
    fs::copy(&lock, copied).map_err(|error| format!("{} cannot be copied: {error}", lock.display()))?;
    // The workspace's tests always have the default features, since they use examples that need these features.
    [&["check"][..], &["check", "--no-default-features"]].into_iter().try_for_each(|arguments| {
        let mut check = program(env!("CARGO"), arguments);
        check.current_dir(&outside).env("CARGO_TARGET_DIR", target()).env("CARGO_PROFILE_DEV_DEBUG", "false");
        run(check)
    })
}

/// Checks the layer with the oldest Rust that it supports.
pub(crate) fn msrv() -> TaskResult {
    run(program("rustup", &["toolchain", "install", OLDEST_RUST, "--profile", "minimal"]))?;
    run(program("rustup", &["run", OLDEST_RUST, "cargo", "check", "--locked", "-p", "tower-mcp-ui", "--all-features"]))
}

/// Checks the licenses and sources of all dependencies in every workspace, and that no dependency is banned. Advisories
/// need a database from the network, so only the workflow checks them.
pub(crate) fn deny() -> TaskResult {
    let is_installed = Command::new("cargo-deny").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_installed {
        run(program(env!("CARGO"), &["install", "cargo-deny", "--locked", "--debug", "--version", DENY_VERSION]))?;
    }
    let listed = program("git", &["ls-files", "*Cargo.lock"]).output();
    let listed = listed.map_err(|error| format!("`git ls-files` cannot be started: {error}"))?;
    let locks = String::from_utf8_lossy(&listed.stdout);
    if locks.is_empty() {
        return Err("`git ls-files` finds no lock file".to_owned());
    }
    locks.lines().try_for_each(|lock| {
        let manifest = Path::new(lock).with_extension("toml").display().to_string();
        let options = ["deny", "--manifest-path", &manifest, "--config", "deny.toml"];
        run(program(env!("CARGO"), &[&options[..], &["check", "bans", "licenses", "sources"]].concat()))
    })
}

fn write(path: &Path, text: &str) -> TaskResult {
    fs::write(path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}
