//! The steps of `cargo xtask test`, the cheapest first.

use clap::ValueEnum;

use crate::shell::{TaskResult, cargo, ensure_redis, program, run as run_program};
use crate::{browser, components, conformance, crates, install, schema_suite, settings, ui, words};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Checks the format of the code
    Format,
    /// Checks the language of comments, and that every setting is documented
    Words,
    /// Checks the sources of the page and its bundle
    Ui,
    /// Denies warnings, with every set of features
    Lint,
    /// Builds the documentation and denies warnings, such as broken links
    Doc,
    /// Runs the tests of every crate and the examples in the documentation
    Unit,
    /// Runs the conformance suite for MCP clients
    Conformance,
    /// Packages the crates, and uses the packaged layer from another crate
    Crates,
    /// Packages the program, and installs it with npx, uvx and cargo
    Install,
    /// Checks the layer with the oldest Rust that it supports
    Msrv,
    /// Checks the licences and sources of all dependencies, and that none is banned
    Deny,
    /// Tests the page in real browsers
    Browser,
    /// Tests the components on the runner and in other hosts, over real sockets
    Components,
}

/// Runs the given steps, or all of them.
pub(crate) fn run(steps: &[Step]) -> TaskResult {
    for step in if steps.is_empty() { Step::value_variants() } else { steps } {
        match step {
            Step::Format => format()?,
            Step::Words => words::check().and_then(|()| settings::check())?,
            Step::Ui => ui::test()?,
            Step::Lint => lint()?,
            Step::Doc => doc()?,
            Step::Unit => unit()?,
            Step::Conformance => conformance::test()?,
            Step::Crates => crates::package()?,
            Step::Install => install::test()?,
            Step::Msrv => crates::msrv()?,
            Step::Deny => crates::deny()?,
            Step::Browser => browser::test()?,
            Step::Components => components()?,
        }
    }
    Ok(())
}

/// The feature of the runner that serves components.
const SERVE: &str = "mcp-ui-host/serve";

/// Builds all programs, with the features of the unit tests: other features would compile the dependencies again.
pub(crate) fn build_programs() -> TaskResult {
    let programs = ["--bins", "--example", "explorer", "--example", "agent"];
    cargo(&[&["build", "--workspace", "--locked", "--features", SERVE][..], &programs].concat())
}

fn format() -> TaskResult {
    cargo(&["fmt", "--all", "--check"])?;
    // These manifests are separate workspaces, since they build for another target.
    for manifest in ["component/Cargo.toml", "examples/tools-rust/Cargo.toml"] {
        cargo(&["fmt", "--all", "--check", "--manifest-path", manifest])?;
    }
    Ok(())
}

fn lint() -> TaskResult {
    let deny = ["--", "--deny", "warnings"];
    cargo(&[&["clippy", "--workspace", "--all-targets", "--locked", "--features", SERVE][..], &deny].concat())?;
    for features in ["open", "serve"] {
        let runner = ["clippy", "-p", "mcp-ui-host", "--locked", "--no-default-features", "--features", features];
        cargo(&[&runner[..], &["--all-targets"], &deny].concat())?;
    }
    for features in ["", "tokio", "validate"] {
        let layer = ["clippy", "-p", "tower-mcp-ui", "--locked", "--no-default-features", "--features", features];
        cargo(&[&layer[..], &deny].concat())?;
    }
    Ok(())
}

fn unit() -> TaskResult {
    ensure_redis()?;
    let mut tests = program(env!("CARGO"), &["test", "--workspace", "--locked", "--no-fail-fast", "--features", SERVE]);
    tests.env("JSON_SCHEMA_TEST_SUITE", schema_suite::fetch()?);
    run_program(tests)
}

fn components() -> TaskResult {
    components::run()?;
    components::run_languages()?;
    components::lint()?;
    components::embedding::install()?;
    let chromium = browser::install()?;
    // The whole workspace, as for the unit tests, so that wasmtime is compiled only once for both.
    cargo(&["build", "--workspace", "--locked", "--bins", "--tests", "--features", SERVE])?;
    let features = format!("{SERVE},mcp-ui-host-e2e/components");
    let options = ["--features", &features, "--test", "serve", "--test", "hosts"];
    let mut tests = program(env!("CARGO"), &[&["test", "--workspace", "--locked"][..], &options].concat());
    tests.env("CHROMIUM", chromium);
    run_program(tests)
}

fn doc() -> TaskResult {
    let mut doc = program(env!("CARGO"), &["doc", "--workspace", "--no-deps", "--locked", "--features", SERVE]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    run_program(doc)
}
