//! Deployments that run for hours, with agents based on three SDKs, open pages and faults.

use crate::needs::{self, Need};
use crate::shell::{TaskResult, npm_ci, program, root, run, target};
use crate::{browser, components, conformance};

const NEEDS: [Need; 4] = [Need::Node, Need::Venv, Need::Redis, Need::HeadlessShell];

/// The deployment with components.
const WITH_COMPONENTS: &str = "serve";

/// Runs the named deployments, or all, for some minutes. The report is in `target/soak`.
pub(crate) fn soak(deployments: &[String], minutes: u32) -> TaskResult {
    needs::install(&NEEDS)?;
    browser::prepare()?;
    npm_ci(conformance::AGENTS)?;
    if deployments.is_empty() || deployments.iter().any(|name| name == WITH_COMPONENTS) {
        components::build(&["middleware", "spin-server"].map(str::to_owned))?;
    }
    let folder = target().join("soak").display().to_string();
    let mut driver = program("node", &["soak/main.js", &minutes.to_string(), &folder]);
    driver.args(deployments).current_dir(root().join(browser::FOLDER));
    driver.env("MCP_UI_RMCP_CLIENT", target().join("debug/examples/rmcp_client"));
    run(browser::with_programs(driver)?)
}
