//! The packages for the example programs with an embedded explorer.

use crate::shell::{TaskResult, npm, pip_install, run};

/// Installs the packages for Node, including a recent Node version, and for Python.
pub(crate) fn install() -> TaskResult {
    run(npm("examples/embed-node", &["install", "--no-package-lock", "--no-fund", "--no-audit", "--loglevel=error"]))?;
    pip_install(&["examples/embed-python/requirements.txt"])
}
