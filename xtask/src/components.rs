//! `cargo xtask components`: builds the components, and installs the target for them if necessary.

pub(crate) mod embedding;
mod smaller;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::package::Build;
use crate::shell::{TaskResult, at_once, npm, pip_install, program, python, root, run as finish};

/// The components for users, with their Cargo packages.
const COMPONENTS: [(&str, &str); 3] =
    [("middleware", "mcp-ui-middleware"), ("explorer", "mcp-ui-explorer"), ("embed", "mcp-ui-embed")];

/// Components for tests and benches, named like their packages.
const FIXTURES: [&str; 4] = ["fixture-backend", "fixture-corpus-tools", "fixture-hello", "fixture-hostile-tools"];

/// Other components in Rust that can be built by name.
const OTHERS: [&str; 5] =
    ["middleware-without-validation", "middleware-with-uis", "one-component", "tools-rust", "spin-server"];

/// Components in other languages.
const IN_OTHER_LANGUAGES: [&str; 2] = ["tools-javascript", "tools-python"];

/// Builds the named components, or all of them if `names` is empty, into `target/wasm`.
pub(crate) fn build(names: &[String]) -> TaskResult {
    let known = || COMPONENTS.iter().map(|(name, _)| *name).chain(OTHERS).chain(IN_OTHER_LANGUAGES).chain(FIXTURES);
    if let Some(unknown) = names.iter().find(|name| known().all(|known| known != *name)) {
        let known: Vec<_> = known().collect();
        return Err(format!("there is no component {unknown:?}; there are {}", known.join(", ")));
    }
    if names.is_empty() {
        return run(Build::Release);
    }
    names.iter().try_for_each(|name| build_one(Build::Release, name))
}

/// Builds every component into `target/wasm`.
pub(crate) fn run(build: Build) -> TaskResult {
    at_once([
        Box::new(|| in_rust(build)),
        Box::new(|| IN_OTHER_LANGUAGES.iter().try_for_each(|name| build_one(build, name))),
    ])
}

fn in_rust(build: Build) -> TaskResult {
    OTHERS.iter().try_for_each(|name| build_one(build, name))?;
    let root = root();
    toolchain::build(build, &root, &root.join("component/Cargo.toml"), &["--workspace"])?;
    COMPONENTS.iter().try_for_each(|(name, package)| keep_smaller(build, name, package))?;
    FIXTURES.iter().try_for_each(|name| keep(name, name))
}

fn build_one(way: Build, name: &str) -> TaskResult {
    let root = root();
    let build = |manifest: &str, options: &[&str]| toolchain::build(way, &root, &root.join(manifest), options);
    match name {
        "tools-javascript" => build_javascript(),
        "tools-python" => build_python(),
        "one-component" => {
            build("component/Cargo.toml", &["--package", "example-one-component"])?;
            keep(name, "example-one-component")
        }
        "tools-rust" => {
            build("examples/tools-rust/Cargo.toml", &[])?;
            keep(name, "example-tools-rust")
        }
        "spin-server" => {
            build("examples/spin/server/Cargo.toml", &[])?;
            keep(name, "example-spin-server")
        }
        "middleware-without-validation" => {
            build("component/Cargo.toml", &["--package", "mcp-ui-middleware", "--no-default-features"])?;
            keep_smaller(way, name, "mcp-ui-middleware")
        }
        "middleware-with-uis" => {
            build("component/Cargo.toml", &["--package", "mcp-ui-middleware", "--features", "uis"])?;
            keep_smaller(way, name, "mcp-ui-middleware")
        }
        _ => {
            let component = COMPONENTS.iter().find(|(component, _)| component == &name);
            let package = component.map_or(name, |(_, package)| package);
            build("component/Cargo.toml", &["--package", package])?;
            if component.is_some() { keep_smaller(way, name, package) } else { keep(name, package) }
        }
    }
}

/// Copies a package's built component to `target/wasm`.
fn keep(name: &str, package: &str) -> TaskResult {
    let root = root();
    copy(&built(&root, package), &out(&root)?.join(format!("{name}.wasm")))
}

/// Writes a package's built component to `target/wasm`. For a release, makes it smaller first.
fn keep_smaller(build: Build, name: &str, package: &str) -> TaskResult {
    if build == Build::Tests {
        return keep(name, package);
    }
    let root = root();
    let kept = out(&root)?.join(format!("{name}.wasm"));
    smaller::write(&built(&root, package), &kept)?;
    report(&kept)
}

fn build_javascript() -> TaskResult {
    let root = root();
    let folder = root.join("examples/tools-javascript");
    finish(npm(&folder, &["install", "--no-package-lock", "--no-fund", "--no-audit", "--loglevel=error"]))?;
    finish(npm(&folder, &["run", "build"]))?;
    copy(&folder.join("tools.wasm"), &out(&root)?.join("tools-javascript.wasm"))
}

fn build_python() -> TaskResult {
    let root = root();
    let folder = root.join("examples/tools-python");
    pip_install(&["examples/tools-python/requirements.txt"])?;
    let arguments = ["-d", "../../wit", "-w", "tools", "componentize", "tools", "-o", "tools.wasm"];
    run_in(&folder, program(&python("componentize-py")?, &arguments))?;
    copy(&folder.join("tools.wasm"), &out(&root)?.join("tools-python.wasm"))
}

fn run_in(folder: &Path, mut command: Command) -> TaskResult {
    command.current_dir(folder);
    finish(command)
}

fn out(root: &Path) -> TaskResult<PathBuf> {
    let out = root.join("target/wasm");
    fs::create_dir_all(&out).map_err(|error| format!("{} cannot be created: {error}", out.display()))?;
    Ok(out)
}

/// Returns the path where the toolchain writes a package's component.
fn built(root: &Path, package: &str) -> PathBuf {
    toolchain::target_folder(root).join("wasm32-wasip2/release").join(format!("{}.wasm", package.replace('-', "_")))
}

fn copy(from: &Path, to: &Path) -> TaskResult {
    fs::copy(from, to).map_err(|error| format!("{} cannot be copied: {error}", from.display()))?;
    report(to)
}

/// Prints a component's size.
fn report(component: &Path) -> TaskResult {
    let read = fs::metadata(component);
    let size = read.map_err(|error| format!("{} cannot be read: {error}", component.display()))?.len();
    println!("{size:>9} bytes  {}", component.display());
    Ok(())
}
