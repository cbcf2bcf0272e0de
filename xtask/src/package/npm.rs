//! The npm packages: one with the program for each platform, and a wrapper that depends on all of these and runs the
//! right program.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::platform::PLATFORMS;
use super::{Platform, VERSION, copy, create};
use crate::shell::{TaskResult, npm, root, run};

/// The package that users install.
const NAME: &str = "tower-mcp-ui";

/// Packs the package that users install, and the one for this platform.
pub(super) fn pack(platform: Platform, program: &Path, folder: &Path) -> TaskResult<[PathBuf; 2]> {
    let name = format!("mcp-ui{}", std::env::consts::EXE_SUFFIX);
    let script = root().join("packaging/npm/mcp-ui.js");
    Ok([
        pack_one(&wrapper(), &script, "mcp-ui.js", &folder.join("npm").join(NAME), folder)?,
        pack_one(&of_platform(platform), program, &name, &folder.join("npm").join(platform.npm), folder)?,
    ])
}

/// Returns the manifest for the package that users install. npm skips the packages for other platforms.
fn wrapper() -> Value {
    let platforms: Map<_, _> = PLATFORMS.iter().map(|platform| (package_of(*platform), Value::from(VERSION))).collect();
    let mut manifest = manifest(NAME, "The explorer for any MCP server: its tools as forms in the browser");
    manifest["bin"] = json!({ "mcp-ui": "mcp-ui.js" });
    manifest["engines"] = json!({ "node": ">=18" });
    manifest["optionalDependencies"] = platforms.into();
    manifest
}

fn of_platform(platform: Platform) -> Value {
    let (os, cpu) = platform.npm.split_once('-').expect("the name has two parts");
    let mut manifest = manifest(&package_of(platform), &format!("The {NAME} program for {}", platform.npm));
    manifest["os"] = json!([os]);
    manifest["cpu"] = json!([cpu]);
    if platform.is_linux() {
        manifest["libc"] = json!(["glibc"]);
    }
    manifest
}

fn package_of(platform: Platform) -> String {
    format!("@{NAME}/{}", platform.npm)
}

fn manifest(name: &str, description: &str) -> Value {
    json!({
        "name": name,
        "version": VERSION,
        "description": description,
        "license": "MIT OR Apache-2.0",
        "repository": { "type": "git", "url": "git+https://github.com/tower-mcp-ui/tower-mcp-ui.git" },
        "publishConfig": { "access": "public" },
    })
}

/// Writes a package with one file besides its manifest, README and licenses, and packs it.
fn pack_one(manifest: &Value, file: &Path, name: &str, package: &Path, folder: &Path) -> TaskResult<PathBuf> {
    create(package)?;
    let path = package.join("package.json");
    fs::write(&path, format!("{manifest:#}\n"))
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    copy(file, &package.join(name))?;
    for (from, to) in [("packaging/README.md", "README.md"), ("LICENSE-MIT", ""), ("LICENSE-APACHE", "")] {
        copy(&root().join(from), &package.join(if to.is_empty() { from } else { to }))?;
    }
    let mut pack = npm(package, &["pack", "--silent", "--pack-destination"]);
    pack.arg(folder);
    run(pack)?;
    let archive = manifest["name"].as_str().unwrap_or_default().trim_start_matches('@').replace('/', "-");
    Ok(folder.join(format!("{archive}-{VERSION}.tgz")))
}
