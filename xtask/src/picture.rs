//! The README's animated picture: an agent calls the demo's tools.

use std::fs;

use crate::browser;
use crate::checks::build_programs;
use crate::needs::{self, Need};
use crate::shell::{TaskResult, environment, program, root, run, target};

const PICTURE: &str = "layer/docs/demo.webp";

/// The maximum size of the picture, in bytes, which is the recommended maximum for a whole page.
const LARGEST: u64 = 3_000_000;

/// The duration of a frame in milliseconds.
const FRAME: &str = "250";

/// Writes the picture.
pub(crate) fn write() -> TaskResult {
    needs::install(&[Need::Node, Need::Venv, Need::HeadlessShell])?;
    browser::install()?;
    build_programs()?;
    let frames = target().join("picture");
    let cannot = |error: std::io::Error| format!("{} cannot be recreated: {error}", frames.display());
    if frames.exists() {
        fs::remove_dir_all(&frames).map_err(cannot)?;
    }
    fs::create_dir_all(&frames).map_err(cannot)?;
    let folder = frames.display().to_string();
    let mut photograph = program("node", &["layer/tests/browser/picture.js", &folder, FRAME]);
    let programs = target().join("debug");
    photograph.env("HEADLESS_SHELL", needs::headless_shell()).env("MCP_UI_DEMO", programs.join("demo"));
    run(photograph)?;
    let python = environment("pictures", &["pillow==13.0.0"])?.join("python").display().to_string();
    run(program(&python, &["xtask/src/picture.py", &folder, PICTURE, FRAME]))?;
    let size = fs::metadata(root().join(PICTURE)).map_err(|error| format!("{PICTURE} is missing: {error}"))?.len();
    if size > LARGEST {
        return Err(format!("{PICTURE} has {size} bytes, more than {LARGEST}"));
    }
    println!("{PICTURE}: {size} bytes");
    Ok(())
}
