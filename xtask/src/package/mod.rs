//! `cargo xtask package`: the program `mcp-ui` for users without Rust, built for this platform into `target/packages`.

mod checksums;
mod glibc;
mod npm;
mod platform;
mod sbom;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use self::platform::Platform;
pub(crate) use self::wheel::tool;
use crate::needs::{self, Need};
use crate::shell::{TaskResult, target};

/// The maximum program size in bytes.
const MAX_BYTES: u64 = 12_300_000;

/// The version for all packages, which is the workspace's.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The built files.
pub(crate) struct Packages {
    folder: PathBuf,
    program: PathBuf,
    /// The program's SBOM.
    sbom: PathBuf,
    pub(crate) wheel: PathBuf,
    /// The npm package that users install, and its dependency with the program for this platform.
    pub(crate) npm: [PathBuf; 2],
}

impl Packages {
    /// Checks the checksums and the SBOM.
    pub(crate) fn check(&self) -> TaskResult {
        checksums::check(&self.folder)?;
        sbom::check(&self.sbom, &self.program)
    }
}

/// A way to build the program or the components.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// For users: as small as possible, and linked so that the program runs on older systems.
    Release,
    /// For tests: built as fast as possible, and linted.
    Tests,
}

/// Builds the program, the wheel and the npm packages, with an SBOM and checksums, and prints the sizes.
pub(crate) fn build(build: Build) -> TaskResult<Packages> {
    let platform = Platform::of_this_machine()?;
    needs::install(&[Need::Node, Need::Venv])?;
    let folder = target().join(if build == Build::Release { "packages" } else { "packages-of-tests" });
    // Fails only if the folder does not exist.
    let _removed = fs::remove_dir_all(&folder);
    create(&folder)?;
    let program = folder.join(format!("mcp-ui-{}{}", platform.npm, std::env::consts::EXE_SUFFIX));
    let sbom = folder.join(format!("mcp-ui-{}.cdx.json", platform.npm));
    sbom::write(platform, &sbom)?;
    let wheel = wheel::build(build, platform, &folder, &program, &sbom)?;
    let npm = npm::pack(platform, &program, &folder)?;
    checksums::write(&folder)?;

    println!();
    for file in checksums::files(&folder)? {
        println!("{:>9} bytes  {}", size(&file)?, file.display());
    }
    if let Some(version) = glibc::required(&program)? {
        println!("The program needs glibc {version} or later.");
    }
    if build == Build::Release && size(&program)? > MAX_BYTES {
        return Err(format!("{} is larger than {MAX_BYTES} bytes", program.display()));
    }
    Ok(Packages { folder, program, sbom, wheel, npm })
}

fn size(path: &Path) -> TaskResult<u64> {
    let read = fs::metadata(path);
    Ok(read.map_err(|error| format!("{} cannot be read: {error}", path.display()))?.len())
}

fn create(folder: &Path) -> TaskResult {
    fs::create_dir_all(folder).map_err(|error| format!("{} cannot be created: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> TaskResult {
    let copied = fs::copy(from, to).map(|_| ());
    copied.map_err(|error| format!("{} cannot be copied to {}: {error}", from.display(), to.display()))
}
