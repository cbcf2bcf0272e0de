//! Joins the page's sections and hashes them for its Content-Security-Policy, so that none of it is done at run time.

use std::path::Path;
use std::{env, fs};

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

fn main() {
    println!("cargo::rerun-if-changed=ui");
    let sections = read(Path::new("ui/sections.txt"));
    let sections: Vec<&str> =
        sections.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let style = join(&sections, ".css");
    let script = join(&sections, ".js");
    assert!(!style.contains("</style"), "the page's style would end its element");
    assert!(!script.contains("</script") && !script.contains("<!--"), "the page's script would end its element");

    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let assets = format!(
        "pub(super) const TEMPLATE: &str = {:?};\npub(super) const STYLE: &str = {style:?};\n\
         pub(super) const SCRIPT: &str = {script:?};\npub(super) const STYLE_HASH: &str = {:?};\n\
         pub(super) const SCRIPT_HASH: &str = {:?};\n",
        read(Path::new("ui/page.html")),
        csp_hash(&style),
        csp_hash(&script),
    );
    fs::write(Path::new(&out).join("assets.rs"), assets).expect("OUT_DIR is writable");
}

fn join(sections: &[&str], ending: &str) -> String {
    let files = sections.iter().filter(|name| name.ends_with(ending));
    files.map(|name| read(&Path::new("ui").join(name))).collect::<Vec<_>>().join("\n")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn csp_hash(text: &str) -> String {
    format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text)))
}
