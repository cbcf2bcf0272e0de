//! What the example programs that embed the explorer run on.

use crate::shell::{Outcome, program, root, run};

/// Installs the packages of the program in Node, among them a Node that is new enough, and of the one in Python.
pub(crate) fn install() -> Outcome {
    let mut npm = program("npm", &["install", "--no-package-lock", "--no-fund", "--no-audit"]);
    npm.current_dir(root().join("examples/embed-node"));
    run(npm)?;
    run(program("python3", &["-m", "venv", "target/python"]))?;
    run(program("target/python/bin/pip", &["install", "--quiet", "-r", "examples/embed-python/requirements.txt"]))
}
