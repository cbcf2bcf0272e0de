use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::shell::TaskResult;

/// Components that must be listed: crates, and packages of the page.
const LISTED: [&str; 5] = ["tokio", "hyper", "tower-mcp-ui", "preact", "marked"];

/// Components that must not be listed, because only tests, the feature `serve`, build scripts or the page's bundler use
/// them.
const LEFT_OUT: [&str; 4] = ["proptest", "wasmtime", "zopfli", "terser"];

/// Checks a list by itself and against the program, whose panic messages contain the paths of crates.
pub(in crate::package) fn check(list: &Path, program: &Path) -> TaskResult {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()));
    let parsed = serde_json::from_slice(&read(list)?).map_err(|error| error.to_string());
    let checked = parsed.and_then(|parsed| examine(&parsed, &String::from_utf8_lossy(&read(program)?)));
    checked.map_err(|error| format!("{}: {error}", list.display()))
}

fn examine(list: &Value, program: &str) -> TaskResult {
    if list["bomFormat"] != "CycloneDX" || list["specVersion"] != "1.6" {
        return Err("this is not CycloneDX 1.6".to_owned());
    }
    let components = list["components"].as_array().ok_or("there are no components")?;
    let components: Vec<_> = components.iter().chain([&list["metadata"]["component"]]).collect();
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    if let Some(incomplete) = components.iter().find(|component| {
        let needed = ["type", "bom-ref", "name", "version", "purl"];
        !needed.iter().all(|key| is_text(&component[key])) || !is_text(&component["licenses"][0]["expression"])
    }) {
        return Err(format!("a component is incomplete: {incomplete}"));
    }

    let references: HashSet<_> = components.iter().map(|component| &component["bom-ref"]).collect();
    let edges = list["dependencies"].as_array().ok_or("there are no dependencies")?;
    let ends = edges.iter().flat_map(|edge| edge["dependsOn"].as_array().into_iter().flatten().chain([&edge["ref"]]));
    if references.len() < components.len() || edges.len() != components.len() {
        return Err("components and dependencies do not match".to_owned());
    }
    if let Some(end) = ends.into_iter().find(|end| !references.contains(end)) {
        return Err(format!("a dependency is not a component: {end}"));
    }

    let names: HashSet<_> = components.iter().filter_map(|component| component["name"].as_str()).collect();
    if let Some(name) = LISTED.iter().find(|name| !names.contains(*name)) {
        return Err(format!("{name} is missing"));
    }
    if let Some(name) = LEFT_OUT.iter().find(|name| names.contains(*name)) {
        return Err(format!("{name} is listed, but is not in the program"));
    }
    let folder =
        |component: &&Value| Some(format!("{}-{}", component["name"].as_str()?, component["version"].as_str()?));
    let folders: HashSet<_> = components.iter().filter_map(folder).collect();
    let used = folders_in(program);
    if used.is_empty() {
        return Err("the program names no crates, so the list cannot be checked".to_owned());
    }
    let missing: Vec<_> = used.into_iter().filter(|folder| !folders.contains(folder)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("the program also contains {}", missing.join(", "))) }
}

/// Returns the folders of crates, such as `tokio-1.52.3`, in the paths that a program contains.
fn folders_in(program: &str) -> HashSet<String> {
    // The registry's name comes before the folder.
    let paths = ["registry/src/", "registry\\src\\"].into_iter().flat_map(|before| program.split(before).skip(1));
    paths.filter_map(|path| path.split(['/', '\\']).nth(1).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{LISTED, examine};

    const PROGRAM: &str = "\0/home/registry/src/index-1/tokio-1.0.0/src/a.rs\0";

    fn list() -> Value {
        let component = |name: &str| {
            json!({
                "type": "library", "bom-ref": name, "name": name, "version": "1.0.0", "purl": name,
                "licenses": [{ "expression": "MIT" }],
            })
        };
        let edges = LISTED.iter().chain(&["mcp-ui-host"]).map(|name| json!({ "ref": name, "dependsOn": ["tokio"] }));
        json!({
            "bomFormat": "CycloneDX", "specVersion": "1.6", "metadata": { "component": component("mcp-ui-host") },
            "components": LISTED.map(component), "dependencies": edges.collect::<Vec<_>>(),
        })
    }

    /// Returns the error after a change to the complete list.
    fn error(change: impl FnOnce(&mut Value)) -> String {
        let mut list = list();
        change(&mut list);
        examine(&list, PROGRAM).unwrap_err()
    }

    #[test]
    fn a_complete_list_passes() {
        assert_eq!(examine(&list(), PROGRAM), Ok(()));
    }

    #[test]
    fn a_crate_of_the_program_must_be_listed() {
        assert_eq!(
            error(|list| list["components"][0]["version"] = "2.0.0".into()),
            "the program also contains tokio-1.0.0"
        );
        assert!(examine(&list(), "").unwrap_err().starts_with("the program names no crates"));
    }

    #[test]
    fn crates_of_tests_must_not_be_listed() {
        assert_eq!(error(|list| list["components"][1]["name"] = "proptest".into()), "hyper is missing");
        let add = |list: &mut Value| {
            list["metadata"]["component"]["name"] = "proptest".into();
        };
        assert_eq!(error(add), "proptest is listed, but is not in the program");
    }

    #[test]
    fn components_have_licences_and_dependencies_are_components() {
        assert!(error(|list| list["components"][0]["licenses"] = json!([])).starts_with("a component is incomplete"));
        assert_eq!(
            error(|list| list["dependencies"][0]["dependsOn"] = json!(["a"])),
            "a dependency is not a component: \"a\""
        );
        assert_eq!(
            error(|list| list["components"][0]["bom-ref"] = "hyper".into()),
            "components and dependencies do not match"
        );
    }
}
