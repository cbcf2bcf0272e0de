//! Installs `mcp-ui` into empty environments, in every way that the README describes, and calls a tool through each
//! installation.

mod opened;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::opened::Opened;
use crate::package::{self, Build, Packages};
use crate::shell::{TaskResult, linted, npm, program, run, target};

/// The server to open.
const SERVER: &str = "@modelcontextprotocol/server-everything";
const SERVER_VERSION: &str = "2026.8.31";

/// Packages the debug build that all other tests use, and tests the packages.
pub(crate) fn test() -> TaskResult {
    test_packages(&package::build(Build::Tests)?)
}

/// Tests built packages.
pub(crate) fn test_packages(packages: &Packages) -> TaskResult {
    packages.check()?;
    let folder = target().join("install");
    // Fails only if the folder does not exist.
    let _removed = fs::remove_dir_all(&folder);
    let server = empty(&folder, "server")?;
    run(npm_install(&server, &[format!("{SERVER}@{SERVER_VERSION}")]))?;

    let times = [
        ("npx", by_npm(packages, &folder, &server)?),
        ("uvx", by_uvx(packages, &folder, &server)?),
        ("cargo install", by_cargo(&folder, &server)?),
    ];
    println!();
    for (way, time) in times {
        println!("{way:<13}  {:.1} s from the command to the result of the first call", time.as_secs_f64());
    }
    Ok(())
}

type Time = std::time::Duration;

fn by_npm(packages: &Packages, folder: &Path, server: &Path) -> TaskResult<Time> {
    let project = empty(folder, "npm")?;
    let archives = packages.npm.each_ref().map(|archive| archive.display().to_string());
    run(npm_install(&project, &archives))?;

    let mut npx = program(if cfg!(windows) { "npx.cmd" } else { "npx" }, &["mcp-ui"]);
    npx.current_dir(&project);
    let opened = Opened::call_a_tool(npx, server)?;
    let time = opened.time;
    drop(opened);

    // Runs the program without npx, which handles signals itself.
    let installed = || Command::new(project.join("node_modules/.bin/mcp-ui"));
    Opened::call_a_tool(installed(), server)?.expect_orderly_end()?;
    let status = installed().args(["open", "--no-open", "--", "no-such-program"]).status();
    match status.map_err(|error| format!("mcp-ui from npm cannot be started: {error}"))?.code() {
        Some(4) => Ok(time),
        code => Err(format!("mcp-ui from npm should exit with 4 as the program does, not with {code:?}")),
    }
}

fn by_uvx(packages: &Packages, folder: &Path, server: &Path) -> TaskResult<Time> {
    let mut uvx = Command::new(package::tool("uvx")?);
    uvx.arg("--from").arg(&packages.wheel).arg("mcp-ui").current_dir(empty(folder, "uv")?);
    uvx.env("UV_CACHE_DIR", folder.join("uv-cache"));
    Ok(Opened::call_a_tool(uvx, server)?.time)
}

fn by_cargo(folder: &Path, server: &Path) -> TaskResult<Time> {
    let installed = empty(folder, "cargo")?;
    // A debug build reuses artifacts from other steps.
    let root = installed.display().to_string();
    run(linted(program(env!("CARGO"), &["install", "--path", "host-runner", "--locked", "--debug", "--root", &root])))?;
    Ok(Opened::call_a_tool(Command::new(installed.join("bin/mcp-ui")), server)?.time)
}

fn npm_install(folder: &Path, packages: &[String]) -> Command {
    // Without `--prefix`, npm would use the closest folder with a manifest as the project.
    let mut install = npm(folder, &["install", "--no-audit", "--no-fund", "--prefix", "."]);
    install.args(packages);
    install
}

fn empty(folder: &Path, name: &str) -> TaskResult<PathBuf> {
    let path = folder.join(name);
    fs::create_dir_all(&path).map_err(|error| format!("{} cannot be created: {error}", path.display()))?;
    Ok(path)
}
