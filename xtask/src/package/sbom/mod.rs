//! The list of everything in the program (SBOM): Rust crates, and the npm packages in the page.
//!
//! The list comes from `cargo tree` and the page's lock file. Common SBOM tools read `cargo metadata`, which enables
//! the features that other workspace crates need, and so adds 150 crates that are not in the program.

mod check;
mod crates;
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

pub(super) use self::check::check;
use super::Platform;
use crate::shell::TaskResult;

/// The crate that contains the page.
const LAYER: &str = "tower-mcp-ui";

/// A crate or an npm package.
#[derive(Debug)]
struct Component {
    name: String,
    version: String,
    license: String,
    /// The archive's SHA-256 checksum from Cargo.lock. `None` for workspace crates.
    checksum: Option<String>,
    /// The package URLs of direct dependencies.
    dependencies: BTreeSet<String>,
}

/// Components by package URL, which identifies them.
type Components = BTreeMap<String, Component>;

/// Writes the list for a platform's program.
pub(super) fn write(platform: Platform, path: &Path) -> TaskResult {
    let (program, mut components) = crates::of_program(platform)?;
    let (packages, page) = page::packages()?;
    let layer = components.values_mut().find(|component| component.name == LAYER);
    layer.ok_or("the program does not contain the layer")?.dependencies.extend(packages);
    components.extend(page);
    let written = fs::write(path, format!("{:#}\n", list(&program, &components)));
    written.map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Returns the document. It has no time and no serial number, so each build creates the same document.
fn list(program: &str, components: &Components) -> Value {
    let others = components.iter().filter(|(url, _)| *url != program);
    let dependencies =
        components.iter().map(|(url, component)| json!({ "ref": url, "dependsOn": component.dependencies }));
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": described("application", program, &components[program]) },
        "components": others.map(|(url, component)| described("library", url, component)).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    })
}

fn described(kind: &str, url: &str, component: &Component) -> Value {
    let mut described = json!({
        "type": kind,
        "bom-ref": url,
        "name": component.name,
        "version": component.version,
        "purl": url,
        "licenses": [{ "expression": component.license }],
    });
    if let Some(checksum) = &component.checksum {
        described["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    described
}

/// Returns a package URL. Only these two characters in names and versions need escaping.
fn package_url(registry: &str, name: &str, version: &str) -> String {
    format!("pkg:{registry}/{name}@{version}", name = name.replace('@', "%40"), version = version.replace('+', "%2B"))
}
