//! Checks program variants that no other step compiles, in a separate target folder, which is deleted because it is
//! large.

use std::fs;

use crate::checks::alone;
use crate::shell::{TaskResult, environment, program, run, target};

/// The Python packages for the macOS C compiler: cargo-zigbuild calls zig.
const ZIG: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.17.1"];

/// Checks the program and its tests for Windows and macOS, and the program that only serves components.
pub(crate) fn check() -> TaskResult {
    let folder = target().join("platforms");
    let checked = check_in(&folder);
    // Fails only if the folder does not exist.
    let _removed = fs::remove_dir_all(&folder);
    checked
}

fn check_in(folder: &std::path::Path) -> TaskResult {
    let zig = environment("zig", &ZIG)?;
    // Linking would need the frameworks in Apple's SDK.
    let zigbuild = zig.join("cargo-zigbuild").display().to_string();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(zig).chain(std::env::split_paths(&path)))
        .map_err(|error| format!("PATH is invalid: {error}"))?;
    for (platform, cargo) in [("x86_64-pc-windows-gnu", env!("CARGO")), ("aarch64-apple-darwin", &zigbuild)] {
        run(program("rustup", &["target", "add", platform]))?;
        let mut check =
            program(cargo, &["check", "-p", "mcp-ui-host", "--all-targets", "--locked", "--target", platform]);
        check.env("CARGO_TARGET_DIR", folder).env("PATH", &path);
        run(check)?;
    }
    let mut serve = alone("mcp-ui-host", "serve");
    serve.env("CARGO_TARGET_DIR", folder);
    run(serve)
}
