//! `cargo xtask release --dry-run`: checks and builds everything for a release, and prints the steps that a maintainer
//! must take to publish it.

use std::fs;
use std::process::{Command, Output};

use crate::package::{self, Build, VERSION};
use crate::shell::{NPM, TaskResult, cargo, program, python, root, target};

/// The crate names, in publishing order.
const CRATES: [&str; 2] = ["tower-mcp-ui", "mcp-ui-host"];

/// The package name for npm and for Python.
const PACKAGE: &str = "tower-mcp-ui";

/// Makes the quick checks first, because the builds take minutes.
pub(crate) fn rehearse() -> TaskResult {
    let findings: Vec<_> = [changelog(), working_tree(), tag(), names()?].into_iter().flatten().collect();
    for finding in &findings {
        println!("! {finding}");
    }
    let crates: Vec<_> = CRATES.iter().flat_map(|name| ["-p", name]).collect();
    // Uncommitted changes were reported above, so the checks continue despite them.
    cargo(&[&["publish", "--dry-run", "--locked", "--allow-dirty"][..], &crates].concat())?;
    package::build(Build::Release)?.check()?;
    println!("{}", steps());
    match findings.len() {
        0 => Ok(()),
        count => Err(format!("to do before the release: {count}, marked with ! above")),
    }
}

/// Checks that this version's changes have a section.
fn changelog() -> Option<String> {
    let text = fs::read_to_string(root().join("CHANGELOG.md")).unwrap_or_default();
    let heading = format!("## {VERSION}");
    let is_there = text.lines().any(|line| line == heading || line.starts_with(&format!("{heading} - ")));
    (!is_there).then(|| format!("CHANGELOG.md has no section `{heading}`. Rename `## Unreleased`."))
}

fn working_tree() -> Option<String> {
    let changed = output(program("git", &["status", "--porcelain"])).map(|output| output.stdout);
    let is_clean = changed.is_ok_and(|changed| changed.is_empty());
    (!is_clean).then(|| "The working tree has changes. Commit them.".to_owned())
}

fn tag() -> Option<String> {
    let name = format!("v{VERSION}");
    let tags = output(program("git", &["tag", "--list", &name])).map(|output| output.stdout).unwrap_or_default();
    (!tags.is_empty()).then(|| format!("There is a tag {name} already. Raise the version of the workspace."))
}

/// Asks the registries whether this version is already published.
fn names() -> TaskResult<Option<String>> {
    let npm = output(program(NPM, &["view", &format!("{PACKAGE}@{VERSION}"), "version"]))?;
    let mut pip = program(&python("pip")?, &["download", "--no-deps", "--quiet", "--dest"]);
    pip.arg(target().join("published")).arg(format!("{PACKAGE}=={VERSION}"));
    let pip = output(pip)?;
    let published = [("npm", npm.status.success() && !npm.stdout.is_empty()), ("PyPI", pip.status.success())];
    let taken: Vec<_> = published.iter().filter(|(_, is_there)| *is_there).map(|(registry, _)| *registry).collect();
    let text = || format!("{PACKAGE} {VERSION} is published already: {}. Raise the version.", taken.join(", "));
    Ok((!taken.is_empty()).then(text))
}

fn output(mut command: Command) -> TaskResult<Output> {
    let line = crate::shell::line_of(&command);
    command.output().map_err(|error| format!("`{line}` cannot be started: {error}"))
}

/// The steps that only a maintainer can take.
fn steps() -> String {
    let crates = CRATES.map(|name| format!("cargo publish -p {name}")).join(" && ");
    format!(
        "Everything is built. To release {VERSION}:\n\
         \n  1. Put the date after `## {VERSION}` in CHANGELOG.md, and commit.\
         \n  2. Run `cargo xtask test` on that commit.\
         \n  3. Tag it: git tag --sign v{VERSION} && git push origin v{VERSION}. The workflow `packages` builds the\
         \n     packages of every platform for the tag; `target/packages` has those of this one.\
         \n  4. Publish the crates, in this order: {crates}\
         \n  5. Publish the packages that the workflow has built: the npm packages of the platforms first, then \
         {PACKAGE} (npm publish),\n     and the wheels (twine upload). Compare their SHA256SUMS.\
         \n  6. Remove what README.md and docs/open.md say about the time before the first release.\n"
    )
}
