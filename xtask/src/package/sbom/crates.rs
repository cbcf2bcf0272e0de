use std::collections::{BTreeSet, HashMap};
use std::fs;

use super::{Component, Components, package_url};
use crate::package::Platform;
use crate::shell::{TaskResult, line_of, program, root};

/// The checksums in a lock file, by name and version.
type Checksums<'l> = HashMap<(&'l str, &'l str), &'l str>;

/// Returns the program's package URL, and all crates in the program. Procedural macros and build scripts' dependencies
/// are not in the program.
pub(super) fn of_program(platform: Platform) -> TaskResult<(String, Components)> {
    let crates = ["tree", "--locked", "--package", "mcp-ui-host", "--edges", "normal,no-proc-macro"];
    let format = ["--target", platform.target, "--prefix", "depth", "--format", " {p}|{l}"];
    let mut tree = program(env!("CARGO"), &[&crates[..], &format].concat());
    let line = line_of(&tree);
    let output = tree.output().map_err(|error| format!("`{line}` cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{line}` failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let lock = root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| format!("{} cannot be read: {error}", lock.display()))?;
    let read = read(&String::from_utf8_lossy(&output.stdout), &checksums(&lock));
    read.ok_or_else(|| format!("`{line}` prints lines in an unknown format"))
}

/// Parses lines such as `1 bytes v1.12.1|MIT`, which start with the depth. A line that ends with `(*)` repeats a crate
/// without its dependencies.
fn read(tree: &str, checksums: &Checksums) -> Option<(String, Components)> {
    let mut components = Components::new();
    // The crates that lead to the current line.
    let mut above: Vec<String> = Vec::new();
    for line in tree.lines() {
        let (depth, line) = line.split_once(' ')?;
        let (package, license) = line.split_once('|')?;
        let mut words = package.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        let url = package_url("cargo", name, version);
        above.truncate(depth.parse().ok()?);
        if let Some(parent) = above.last() {
            components.get_mut(parent)?.dependencies.insert(url.clone());
        }
        components.entry(url.clone()).or_insert_with(|| Component {
            name: name.to_owned(),
            version: version.to_owned(),
            license: expression(license.trim_end_matches(" (*)")),
            checksum: checksums.get(&(name, version)).map(|&checksum| checksum.to_owned()),
            dependencies: BTreeSet::new(),
        });
        above.push(url);
    }
    Some((above.into_iter().next()?, components))
}

/// Returns a license as an SPDX expression: some old manifests use a slash for `OR`.
fn expression(license: &str) -> String {
    license.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")
}

fn checksums(lock: &str) -> Checksums<'_> {
    let checksum = |package| Some(((value(package, "name")?, value(package, "version")?), value(package, "checksum")?));
    lock.split("[[package]]").filter_map(checksum).collect()
}

/// Returns a string value from a TOML table with one line per key.
fn value<'l>(table: &'l str, key: &str) -> Option<&'l str> {
    table.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'))
}

#[cfg(test)]
mod tests {
    use super::{checksums, read};

    #[test]
    fn a_tree_becomes_a_graph_with_the_checksums_of_the_lock_file() {
        let tree =
            "0 program v0.1.0 (/a folder)|MIT\n1 a v1.0.0|MIT/Apache-2.0\n2 b v2.0.0+c|ISC\n1 b v2.0.0+c|ISC (*)\n";
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"12ab\"\n";
        let (program, components) = read(tree, &checksums(lock)).unwrap();
        assert_eq!(program, "pkg:cargo/program@0.1.0");
        assert_eq!(components.len(), 3);
        let (a, b) = ("pkg:cargo/a@1.0.0", "pkg:cargo/b@2.0.0%2Bc");
        assert!(components[&program].dependencies.iter().eq([a, b]) && components[a].dependencies.iter().eq([b]));
        assert_eq!((&*components[a].license, components[a].checksum.as_deref()), ("MIT OR Apache-2.0", Some("12ab")));
        assert_eq!((&*components[b].license, &components[b].checksum), ("ISC", &None));
    }
}
