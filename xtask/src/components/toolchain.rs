//! Where `wasm32-wasip2` comes from: rustup, or Debian's compiler and the source of its standard library.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Outcome, apt_install, run};

const TARGET: &str = "wasm32-wasip2";

/// Debian's packages: a compiler with its source, and the C library that the standard library is built on.
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "wasi-libc"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LIBC: &str = "/usr/lib/wasm32-wasi";

/// A way to build for the target.
pub(super) enum Toolchain {
    /// The target is installed.
    Installed,
    /// Debian's compiler builds the standard library as well; rustup's toolchain links.
    Debian { linkers: Vec<PathBuf> },
}

/// A folder of its own: what is built for components never meets what is built for the host.
pub(super) fn target_folder(root: &Path) -> PathBuf {
    root.join("target/components")
}

impl Toolchain {
    /// The installed target; else the one that rustup installs; else Debian's compiler.
    pub(super) fn find() -> Outcome<Self> {
        if is_installed() || (adds_target() && is_installed()) {
            return Ok(Self::Installed);
        }
        if !has_debian() && (apt_install(&DEBIAN_PACKAGES).is_err() || !has_debian()) {
            return Err(format!(
                "components need the target {TARGET}: `rustup target add {TARGET}` must work here, or, on Debian, \
                 `apt-get install {}`",
                DEBIAN_PACKAGES.join(" "),
            ));
        }
        let linkers = linkers()?;
        Ok(Self::Debian { linkers })
    }

    /// Builds in release mode.
    pub(super) fn build(&self, root: &Path, manifest: &Path, arguments: &[&str]) -> Outcome {
        let mut cargo = match self {
            Self::Installed => Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
            Self::Debian { linkers } => debian_cargo(linkers)?,
        };
        cargo.args(["build", "--release", "--locked", "--target", TARGET, "--manifest-path"]).arg(manifest);
        if matches!(self, Self::Debian { .. }) {
            cargo.arg("-Zbuild-std=std,panic_abort");
        }
        cargo.args(arguments).env("CARGO_TARGET_DIR", target_folder(root));
        run(cargo)
    }
}

fn debian_cargo(linkers: &[PathBuf]) -> Outcome<Command> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = linkers.iter().cloned().chain(env::split_paths(&path));
    let path: OsString = env::join_paths(folders).map_err(|error| format!("PATH is not usable: {error}"))?;
    let flags = format!("-Clink-self-contained=no -Lnative={DEBIAN_LIBC} -Clink-arg={DEBIAN_LIBC}/crt1-reactor.o");
    let mut cargo = Command::new(DEBIAN_CARGO);
    cargo.env("PATH", path).env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
    // Set by the cargo that runs this program, for its own toolchain.
    cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    Ok(cargo)
}

fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn is_installed() -> bool {
    said("rustc", &["--print", "target-libdir", "--target", TARGET]).is_some_and(|folder| Path::new(&folder).is_dir())
}

fn adds_target() -> bool {
    said("rustup", &["target", "add", TARGET]).is_some()
}

fn has_debian() -> bool {
    let library = said(DEBIAN_RUSTC, &["--print", "sysroot"]);
    let library = library.map(|sysroot| Path::new(&sysroot).join("lib/rustlib/src/rust/library"));
    library.is_some_and(|library| library.is_dir())
        && Path::new(DEBIAN_CARGO).is_file()
        && Path::new(DEBIAN_LIBC).join("crt1-reactor.o").is_file()
}

/// The folders of `wasm-component-ld` and `wasm-ld`, which come with every toolchain of rustup's.
fn linkers() -> Outcome<Vec<PathBuf>> {
    let missing = || "components need a toolchain of rustup's, which brings wasm-component-ld and wasm-ld".to_owned();
    let sysroot = PathBuf::from(said("rustc", &["--print", "sysroot"]).ok_or_else(missing)?);
    let host = said("rustc", &["--print", "host-tuple"]).ok_or_else(missing)?;
    let folder = sysroot.join("lib/rustlib").join(host).join("bin");
    let has_linker = folder.join("wasm-component-ld").is_file();
    has_linker.then(|| vec![folder.clone(), folder.join("gcc-ld")]).ok_or_else(missing)
}
