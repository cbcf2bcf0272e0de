//! The toolchain for `wasm32-wasip2`: from rustup, or from Debian's compiler with the source of its standard library.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{TaskResult, apt_install, run};

const TARGET: &str = "wasm32-wasip2";

/// Debian's packages: a compiler with its source, and the C library that the standard library needs.
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "wasi-libc"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LIBC: &str = "/usr/lib/wasm32-wasi";

/// Flags that make a component smaller: the linker compresses relocations, and SHA-256 is the compact implementation,
/// without unrolled rounds.
const SMALL: [&str; 2] = ["-Clink-arg=--compress-relocations", "--cfg=sha2_backend_soft=\"compact\""];

/// A way to build for the target.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    /// The target is installed.
    Target,
    /// Debian's compiler builds the standard library as well; rustup's toolchain links.
    Debian,
}

pub(super) struct Toolchain {
    source: Source,
    /// The folders of the linkers, if the compiler does not find them itself.
    linkers: Vec<PathBuf>,
}

/// The target folder of components, separate from that of host builds.
pub(super) fn target_folder(root: &Path) -> PathBuf {
    root.join("target/components")
}

impl Toolchain {
    /// Finds the installed target, or installs it with rustup, or falls back to Debian's compiler.
    pub(super) fn find() -> TaskResult<Self> {
        let source = choose(is_installed, adds_target, has_debian, || apt_install(&DEBIAN_PACKAGES).is_ok())?;
        let linkers = if source == Source::Debian { linkers()? } else { Vec::new() };
        Ok(Self { source, linkers })
    }

    /// Builds in release mode.
    pub(super) fn build(&self, root: &Path, manifest: &Path, arguments: &[&str]) -> TaskResult {
        let mut cargo = self.cargo(root, "build", manifest)?;
        cargo.args(arguments);
        run(cargo)
    }

    /// Lints a workspace. Debian's compiler has no clippy, so with it the step is skipped, or fails in CI.
    pub(super) fn lint(&self, root: &Path, manifest: &Path) -> TaskResult {
        if self.source == Source::Debian {
            let reason = format!("The components are not linted: clippy needs the target {TARGET} from rustup.");
            if env::var_os("CI").is_some() {
                return Err(reason);
            }
            println!("{reason}");
            return Ok(());
        }
        for parts in [&["--workspace"][..], &["--package", "mcp-ui-middleware", "--features", "uis"]] {
            let mut cargo = self.cargo(root, "clippy", manifest)?;
            cargo.args(parts).args(["--", "--deny", "warnings"]);
            run(cargo)?;
        }
        Ok(())
    }

    fn cargo(&self, root: &Path, task: &str, manifest: &Path) -> TaskResult<Command> {
        let mut flags = SMALL.map(str::to_owned).to_vec();
        // Paths of the build machine must not end up in components.
        flags.extend([cargo_home().join("registry/src"), root.to_owned()].map(|folder| {
            let folder = folder.display();
            format!("--remap-path-prefix={folder}/=")
        }));
        let mut cargo = Command::new(match self.source {
            Source::Target => env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            Source::Debian => DEBIAN_CARGO.into(),
        });
        cargo.args([task, "--release", "--locked", "--target", TARGET, "--manifest-path"]).arg(manifest);
        if self.source == Source::Debian {
            let path = env::var_os("PATH").unwrap_or_default();
            let folders = self.linkers.iter().cloned().chain(env::split_paths(&path));
            let path: OsString = env::join_paths(folders).map_err(|error| format!("PATH is not usable: {error}"))?;
            flags.extend([
                "-Clink-self-contained=no".to_owned(),
                format!("-Lnative={DEBIAN_LIBC}"),
                format!("-Clink-arg={DEBIAN_LIBC}/crt1-reactor.o"),
            ]);
            cargo.arg("-Zbuild-std=std,panic_abort");
            cargo.env("PATH", path).env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
            // The cargo that runs this program sets these for its own toolchain.
            cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        }
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).env("CARGO_TARGET_DIR", target_folder(root));
        Ok(cargo)
    }
}

fn choose(
    has_target: impl Fn() -> bool,
    adds_target: impl FnOnce() -> bool,
    has_debian: impl Fn() -> bool,
    installs_debian: impl FnOnce() -> bool,
) -> TaskResult<Source> {
    if has_target() || (adds_target() && has_target()) {
        return Ok(Source::Target);
    }
    if has_debian() || (installs_debian() && has_debian()) {
        return Ok(Source::Debian);
    }
    Err(format!(
        "building components needs the target {TARGET}: run `rustup target add {TARGET}` or, on Debian, \
         `apt-get install {}`",
        DEBIAN_PACKAGES.join(" "),
    ))
}

fn cargo_home() -> PathBuf {
    let in_home = || env::home_dir().unwrap_or_default().join(".cargo");
    env::var_os("CARGO_HOME").map_or_else(in_home, PathBuf::from)
}

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn is_installed() -> bool {
    output_of("rustc", &["--print", "target-libdir", "--target", TARGET])
        .is_some_and(|folder| Path::new(&folder).is_dir())
}

fn adds_target() -> bool {
    output_of("rustup", &["target", "add", TARGET]).is_some()
}

fn has_debian() -> bool {
    let library = output_of(DEBIAN_RUSTC, &["--print", "sysroot"]);
    let library = library.map(|sysroot| Path::new(&sysroot).join("lib/rustlib/src/rust/library"));
    library.is_some_and(|library| library.is_dir())
        && Path::new(DEBIAN_CARGO).is_file()
        && Path::new(DEBIAN_LIBC).join("crt1-reactor.o").is_file()
}

/// The folders of `wasm-component-ld` and `wasm-ld`, which every rustup toolchain includes.
fn linkers() -> TaskResult<Vec<PathBuf>> {
    let missing =
        || "wasm-component-ld and wasm-ld are missing: building components needs a toolchain from rustup".to_owned();
    let sysroot = PathBuf::from(output_of("rustc", &["--print", "sysroot"]).ok_or_else(missing)?);
    let host = output_of("rustc", &["--print", "host-tuple"]).ok_or_else(missing)?;
    let folder = sysroot.join("lib/rustlib").join(host).join("bin");
    let has_linker = folder.join("wasm-component-ld").is_file();
    has_linker.then(|| vec![folder.clone(), folder.join("gcc-ld")]).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_preferred_to_debian() {
        assert_eq!(choose(|| true, || false, || true, || true), Ok(Source::Target));
        let is_added = std::cell::Cell::new(false);
        let add = || !is_added.replace(true);
        assert_eq!(choose(|| is_added.get(), add, || true, || true), Ok(Source::Target));
        assert_eq!(choose(|| false, || true, || true, || true), Ok(Source::Debian));
    }

    #[test]
    fn an_error_without_any_toolchain_says_what_to_install() {
        assert_eq!(
            choose(|| false, || false, || false, || false).unwrap_err(),
            "building components needs the target wasm32-wasip2: run `rustup target add wasm32-wasip2` or, on Debian, \
             `apt-get install rustc-web cargo-web rust-web-src wasi-libc`"
        );
        assert!(choose(|| false, || true, || false, || true).is_err(), "an installation is checked");
    }
}
