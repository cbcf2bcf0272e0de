//! The packages that the example programs with an embedded explorer need.

use crate::shell::{TaskResult, program, python, root, run};

/// Installs the packages for Node, including a recent version of Node, and for Python.
pub(crate) fn install() -> TaskResult {
    let mut npm = program("npm", &["install", "--no-package-lock", "--no-fund", "--no-audit"]);
    npm.current_dir(root().join("examples/embed-node"));
    run(npm)?;
    run(program(&python("pip")?, &["install", "--quiet", "-r", "examples/embed-python/requirements.txt"]))
}
