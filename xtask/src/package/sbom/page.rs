use std::collections::BTreeSet;
use std::fs;

use serde_json::{Map, Value};

use super::{Component, Components, package_url};
use crate::shell::{TaskResult, root};

/// Returns the package URLs of the page's own dependencies, and all packages that the page contains.
pub(super) fn packages() -> TaskResult<(BTreeSet<String>, Components)> {
    let path = root().join("layer/ui/package-lock.json");
    let text = fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let lock: Value = serde_json::from_str(&text).map_err(|error| format!("{} is invalid: {error}", path.display()))?;
    read(&lock).ok_or_else(|| format!("{} is not in the format of npm 7 and later", path.display()))
}

/// Reads a lock file's packages, except those only for development. Keys are paths such as
/// `node_modules/a/node_modules/b`.
fn read(lock: &Value) -> Option<(BTreeSet<String>, Components)> {
    let entries = lock["packages"].as_object()?;
    let mut components = Components::new();
    for (path, package) in entries.iter().filter(|(path, package)| !path.is_empty() && package["dev"] != true) {
        let component = Component {
            name: name(path).to_owned(),
            version: package["version"].as_str()?.to_owned(),
            license: package["license"].as_str().unwrap_or_default().to_owned(),
            checksum: None,
            dependencies: dependencies(path, entries),
        };
        components.insert(url(path, package), component);
    }
    Some((dependencies("", entries), components))
}

/// Returns the installed packages that a package depends on. Includes peer dependencies, although other packages
/// install them.
fn dependencies(path: &str, entries: &Map<String, Value>) -> BTreeSet<String> {
    let package = &entries[path];
    let names = ["dependencies", "peerDependencies"].iter().filter_map(|key| package[key].as_object());
    let find = |name: &String| {
        // Node.js searches the package's own folder first.
        let places = [format!("{path}/node_modules/{name}"), format!("node_modules/{name}")];
        let place = places.into_iter().find(|place| entries.contains_key(place))?;
        Some(url(&place, &entries[&place])).filter(|_| entries[&place]["dev"] != true)
    };
    names.flat_map(Map::keys).filter_map(find).collect()
}

fn url(path: &str, package: &Value) -> String {
    package_url("npm", name(path), package["version"].as_str().unwrap_or_default())
}

fn name(path: &str) -> &str {
    path.rsplit("node_modules/").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::read;

    #[test]
    fn packages_for_development_are_left_out() {
        let (own, packages) = read(&json!({ "packages": {
            "": { "dependencies": { "@a/b": "1" }, "devDependencies": { "d": "1" } },
            "node_modules/@a/b": { "version": "1.0.0", "license": "MIT", "peerDependencies": { "c": "1", "d": "1" } },
            "node_modules/c": { "version": "1.2.0", "license": "MIT" },
            "node_modules/d": { "version": "1.3.0", "license": "MIT", "dev": true },
        } }))
        .unwrap();
        let (b, c) = ("pkg:npm/%40a/b@1.0.0", "pkg:npm/c@1.2.0");
        assert!(own.iter().eq([b]) && packages.keys().eq([b, c]));
        assert_eq!(packages[b].name, "@a/b");
        assert!(packages[b].dependencies.iter().eq([c]));
    }
}
