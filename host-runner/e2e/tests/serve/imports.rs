//! Components import only the listed interfaces, and contain a single binding generator.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use wac_types::{Package, Types};

use mcp_ui_host_e2e::component;

const COMPONENTS: [&str; 5] =
    ["embed", "explorer", "middleware", "middleware-with-uis", "middleware-without-validation"];

/// Returns the components' imports and exports, without the patch versions of WASI 0.2, which depend on the toolchain.
fn interfaces() -> String {
    let mut out = String::new();
    for name in COMPONENTS {
        let mut types = Types::default();
        let package = Package::from_bytes(name, None, fs::read(component(name)).unwrap(), &mut types).unwrap();
        let world = &types[package.ty()];
        let line = |kind: &str, name: &String| {
            let minor = name.find("@0.2.").filter(|_| name.starts_with("wasi:"));
            let name = minor.map_or(&name[..], |at| &name[..at + "@0.2".len()]);
            format!("{kind} {name}\n")
        };
        let mut lines: Vec<_> = world.imports.keys().map(|name| line("import", name)).collect();
        lines.extend(world.exports.keys().map(|name| line("export", name)));
        lines.sort();
        out.extend([&format!("[{name}]\n"), &lines.concat(), "\n"]);
    }
    out
}

/// Run with `UPDATE=1` to rewrite the list.
#[test]
fn components_import_the_listed_interfaces() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../component/interfaces.txt");
    let found = interfaces();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&list, &found).unwrap();
    }
    assert_eq!(fs::read_to_string(list).unwrap(), found);
}

fn tree(arguments: &[&str]) -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../component/Cargo.toml");
    let mut tree = Command::new(env!("CARGO"));
    tree.args([
        "tree",
        "--locked",
        "--target",
        "wasm32-wasip2",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--workspace",
    ]);
    let output = tree.args(arguments).arg("--manifest-path").arg(manifest).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let package = |line: &str| line.trim_end_matches(" (*)").to_owned();
    String::from_utf8(output.stdout).unwrap().lines().map(package).collect()
}

/// If a component contained two wit-bindgen versions, the writers for response bodies would be lost.
#[test]
fn there_is_one_wit_bindgen() {
    let all = tree(&[]);
    let generators: Vec<_> = all.iter().filter(|package| package.starts_with("wit-bindgen v")).collect();
    assert_eq!(generators.len(), 1, "{generators:?}");
}

/// The project replaces `getrandom` with its own crate, which is fit to seed hash tables, but not to create secrets.
#[test]
fn only_hash_tables_use_getrandom() {
    let all = tree(&[]);
    let versions: Vec<_> = all.iter().filter(|package| package.starts_with("getrandom v")).collect();
    let [version] = versions[..] else { panic!("{versions:?}") };
    assert!(version.starts_with("getrandom v0.3."), "{version}");
    let all = tree(&["--invert", "getrandom@0.3", "--depth", "1"]);
    let names: Vec<_> = all.iter().filter_map(|package| package.split(' ').next()).collect();
    // The last three crates only enable a `getrandom` feature.
    assert_eq!(names, ["ahash", "getrandom", "jsonschema", "jsonschema-value", "referencing"]);
}
