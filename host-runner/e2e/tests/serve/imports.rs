//! No component asks for more than it is known to, and none holds two binding generators.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use wac_types::{Package, Types};

use mcp_ui_host_e2e::component;

const COMPONENTS: [&str; 4] = ["embed", "explorer", "middleware", "middleware-without-validation"];

/// What the components import and export, without the patch versions of WASI 0.2: those are the toolchain's.
fn interfaces() -> String {
    let mut out = String::new();
    for name in COMPONENTS {
        let mut types = Types::default();
        let package = Package::from_bytes(name, None, fs::read(component(name)).unwrap(), &mut types).unwrap();
        let world = &types[package.ty()];
        let line = |kind: &str, name: &String| {
            let name = name.find("@0.2.").map_or(&name[..], |at| &name[..at + "@0.2".len()]);
            format!("{kind} {name}\n")
        };
        let mut lines: Vec<_> = world.imports.keys().map(|name| line("import", name)).collect();
        lines.extend(world.exports.keys().map(|name| line("export", name)));
        lines.sort();
        out.extend([&format!("[{name}]\n"), &lines.concat(), "\n"]);
    }
    out
}

/// With `UPDATE=1`, the list is written anew.
#[test]
fn components_import_what_the_list_says() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../component/interfaces.txt");
    let found = interfaces();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&list, &found).unwrap();
    }
    assert_eq!(fs::read_to_string(list).unwrap(), found);
}

/// Two of them lose the writers of response bodies. Bindings without async (those of `wasip2`, which the source of
/// random numbers brings along) have no part in that.
#[test]
fn there_is_one_async_wit_bindgen() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../component/Cargo.toml");
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--target", "wasm32-wasip2", "--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p} {f}", "--manifest-path"])
        .arg(manifest)
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    let is_async = |line: &&str| line.split([' ', ',']).any(|feature| feature.starts_with("async"));
    let lines = tree.lines().filter(|line| line.starts_with("wit-bindgen v")).filter(is_async);
    let versions: BTreeSet<_> = lines.filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(versions.len(), 1, "{versions:?}");
}
