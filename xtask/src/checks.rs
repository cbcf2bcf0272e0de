//! The steps of `cargo xtask test`, in the order in which a mistake is cheapest to find.

use clap::ValueEnum;

use crate::shell::{Outcome, cargo, program, run as run_program};
use crate::{browser, components};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// The code is formatted
    Format,
    /// No warning, with every set of features
    Lint,
    /// The documentation has no broken link
    Doc,
    /// The tests of every crate, and every example in the documentation
    Unit,
    /// The page in headless Chromium
    Browser,
    /// The components on the runner, over real sockets
    Components,
}

/// Runs the given steps, or all of them.
pub(crate) fn run(steps: &[Step]) -> Outcome {
    for step in if steps.is_empty() { Step::value_variants() } else { steps } {
        match step {
            Step::Format => format()?,
            Step::Lint => lint()?,
            Step::Doc => doc()?,
            Step::Unit => cargo(&["test", "--workspace", "--locked"])?,
            Step::Browser => browser::test()?,
            Step::Components => components()?,
        }
    }
    Ok(())
}

fn format() -> Outcome {
    cargo(&["fmt", "--all", "--check"])?;
    // Workspaces of their own, since they build for another target.
    for manifest in ["component/Cargo.toml", "examples/tools-rust/Cargo.toml"] {
        cargo(&["fmt", "--all", "--check", "--manifest-path", manifest])?;
    }
    Ok(())
}

fn lint() -> Outcome {
    let deny = ["--", "--deny", "warnings"];
    cargo(&[&["clippy", "--workspace", "--all-targets", "--locked"][..], &deny].concat())?;
    for features in ["", "tokio", "validate"] {
        let layer = ["clippy", "-p", "tower-mcp-ui", "--locked", "--no-default-features", "--features", features];
        cargo(&[&layer[..], &deny].concat())?;
    }
    Ok(())
}

fn components() -> Outcome {
    components::run()?;
    components::run_languages()?;
    components::lint()?;
    components::embedding::install()?;
    let chromium = browser::install()?;
    // The whole workspace, as the unit tests have it: so wasmtime is compiled once, for both.
    cargo(&["build", "--workspace", "--locked", "--bins", "--tests"])?;
    let own = ["--features", "mcp-ui-host-e2e/components", "--test", "serve", "--test", "hosts"];
    let mut tests = program(env!("CARGO"), &[&["test", "--workspace", "--locked"][..], &own].concat());
    tests.env("CHROMIUM", chromium);
    run_program(tests)
}

fn doc() -> Outcome {
    let mut doc = program(env!("CARGO"), &["doc", "--workspace", "--no-deps", "--locked"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    run_program(doc)
}
