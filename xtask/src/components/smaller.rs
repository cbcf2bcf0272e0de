//! Makes built components smaller: jco applies Binaryen's `wasm-opt` to the modules in a component.

use std::path::Path;

use crate::needs::{self, Need};
use crate::shell::{TaskResult, npm, program, root, run};

/// The WebAssembly features that the compiler uses, and the only ones that the output may use.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Writes the component `from` to `to`, about 8 % smaller.
pub(super) fn write(from: &Path, to: &Path) -> TaskResult {
    let folder = root().join("component");
    let jco = folder.join("node_modules/.bin/jco");
    if !jco.is_file() {
        needs::install(&[Need::Node])?;
        run(npm(&folder, &["install", "--no-package-lock", "--no-fund", "--no-audit", "--loglevel=error"]))?;
    }
    let mut optimize = program(&jco.display().to_string(), &["opt"]);
    optimize.arg(from).arg("--output").arg(to).args(["--quiet", "--", "-Oz", "--strip-debug"]);
    optimize.args(FEATURES);
    run(optimize)
}
