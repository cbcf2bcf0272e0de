//! The wheel, which maturin builds together with the program in it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Build, Platform, VERSION, copy};
use crate::shell::{TaskResult, environment, linted, program as command, root, run, target};

/// The Python package versions: maturin builds wheels, zig links against an old glibc, uv installs wheels.
const TOOLS: [&str; 3] = ["maturin==1.16.0", "ziglang==0.17.1", "uv==0.13.9"];

/// The glibc to link against, as in Debian 10, Ubuntu 18.10 and RHEL 8.
const COMPATIBILITY: &str = "manylinux_2_28";

/// Returns the path to one of the `TOOLS`. Installs all of them if necessary.
pub(crate) fn tool(name: &str) -> TaskResult<PathBuf> {
    Ok(environment("package-tools", &TOOLS)?.join(name))
}

/// Builds the wheel with the list of its contents, copies the program in it to `program`, and returns the wheel's path.
pub(super) fn build(
    build: Build,
    platform: Platform,
    folder: &Path,
    program: &Path,
    sbom: &Path,
) -> TaskResult<PathBuf> {
    let maturin = tool("maturin")?;
    let mut wheel = command(&maturin.display().to_string(), &["build", "--locked", "--profile"]);
    match build {
        Build::Release => wheel.args(["packaged", "--target", platform.target]),
        Build::Tests => {
            wheel = linted(wheel);
            wheel.args(["dev", "--compatibility", "linux"])
        }
    };
    if build == Build::Release && platform.is_linux() {
        wheel.args(["--zig", "--compatibility", COMPATIBILITY]);
        // Maturin uses zig from the first Python in PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = maturin.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&path));
        wheel.env("PATH", std::env::join_paths(folders).map_err(|error| format!("PATH is invalid: {error}"))?);
    }
    wheel.arg("--sbom-include").arg(sbom).arg("--out").arg(folder).current_dir(root().join("host-runner"));
    run(wheel)?;

    let wheel = find(folder)?;
    let unpacked = target().join("maturin/unpacked");
    let mut unpack = command(&tool("python")?.display().to_string(), &["-m", "zipfile", "--extract"]);
    unpack.arg(&wheel).arg(&unpacked);
    run(unpack)?;
    let scripts = unpacked.join(format!("tower_mcp_ui-{VERSION}.data/scripts"));
    copy(&scripts.join(format!("mcp-ui{}", std::env::consts::EXE_SUFFIX)), program)?;
    make_executable(program).map_err(|error| format!("{} cannot be made executable: {error}", program.display()))?;
    Ok(wheel)
}

/// Returns the only wheel in a folder. Its name contains the platform in Python's notation.
fn find(folder: &Path) -> TaskResult<PathBuf> {
    let files = fs::read_dir(folder).map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
    let mut paths = files.filter_map(Result::ok).map(|file| file.path());
    let wheel = paths.find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheel.ok_or_else(|| format!("maturin has built no wheel in {}", folder.display()))
}

/// Sets the mode, which was lost when the file was unpacked.
fn make_executable(program: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(program, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    program.metadata().map(drop)
}
