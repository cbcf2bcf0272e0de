//! The page: its bundle, which is committed so that users of the crate need no npm, and the checks on its sources.

use std::fs;
use std::path::Path;

use crate::checks::Tally;
use crate::needs::{self, Need};
use crate::shell::{TaskResult, at_once, npm, npm_ci, program, root, run, target};

/// The page's folder.
pub(crate) const FOLDER: &str = "layer/ui";

/// The files in the bundle.
const BUNDLE: [&str; 7] =
    ["page.js", "later.js", "traffic.js", "page.css", "servers.html", "licenses.txt", "ui-runtime.js"];

/// Bundles the page's script and style into `layer/ui/dist`.
pub(crate) fn build() -> TaskResult {
    needs::install(&[Need::Node])?;
    npm_ci(FOLDER)?;
    run(npm(FOLDER, &["run", "--silent", "build"]))?;
    if !root().join(".git").exists() {
        return Ok(());
    }
    // Makes git merge branches without bundle conflicts (`.gitattributes`), since the next build replaces the bundle
    // anyway.
    run(program("git", &["config", "merge.bundle.driver", "true"]))
}

/// Prints the sizes of the page's parts.
pub(crate) fn sizes() -> TaskResult {
    run(npm(FOLDER, &["run", "--silent", "sizes"]))
}

/// Bundles the page's components in all their states into `target/gallery`, and prints the file to open.
pub(crate) fn gallery() -> TaskResult {
    needs::install(&[Need::Node])?;
    npm_ci(FOLDER)?;
    run(npm(FOLDER, &["run", "--silent", "gallery"]))
}

/// Checks the page's sources, runs their unit tests, and checks that the committed bundle was built from them.
pub(crate) fn test(tally: &mut Tally) -> TaskResult {
    npm_ci(FOLDER)?;
    let fresh = target().join("ui");
    let folder = fresh.display().to_string();
    let script = |arguments: &[&str]| run(npm(FOLDER, &[&["run", "--silent"], arguments].concat()));
    // Each check uses one core. The type checks of ESLint take longest.
    at_once([
        Box::new(|| script(&["check:lint"])),
        Box::new(|| ["check:types", "check:imports", "check:format"].into_iter().try_for_each(|name| script(&[name]))),
        Box::new(|| script(&["build", "--", &folder])),
        Box::new(|| tally.run(npm(FOLDER, &["run", "--silent", "test"]))),
    ])?;
    BUNDLE.into_iter().try_for_each(|name| compare(name, &fresh))
}

/// Checks the page's types.
pub(crate) fn types() -> TaskResult {
    npm_ci(FOLDER)?;
    run(npm(FOLDER, &["run", "--silent", "check:types"]))
}

fn compare(name: &str, fresh: &Path) -> TaskResult {
    let read = |folder: &Path| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
    };
    if read(&root().join(FOLDER).join("dist"))? == read(fresh)? {
        return Ok(());
    }
    Err(format!(
        "layer/ui/dist/{name} does not match the page's sources: run `cargo xtask ui` and commit layer/ui/dist"
    ))
}
