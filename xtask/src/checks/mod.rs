//! The steps for `cargo xtask test`, cheapest first.

mod summary;
mod tally;

use std::process::Command;
use std::time::Instant;

use clap::ValueEnum;

use self::summary::Ended;
pub(crate) use self::tally::Tally;
use crate::needs::{self, Need};
use crate::package::Build;
use crate::shell::{TaskResult, at_once, cargo, exists, host, linted, program, run as run_program};
use crate::{
    browser, components, conformance, crates, install, limits, platforms, rooms, schema_suite, settings, ui, words,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Checks the format of the code
    Format,
    /// Checks the language of comments, and that every setting and limit is documented
    Words,
    /// Checks that modules use each other in one direction
    Rooms,
    /// Checks the sources of the page and its bundle
    Ui,
    /// Denies warnings, with every set of features
    Lint,
    /// Builds the documentation and denies warnings, such as broken links
    Doc,
    /// Runs the tests of every crate and the examples in the documentation
    Unit,
    /// Runs the conformance suite for MCP clients, and agents with the official SDKs
    Conformance,
    /// Packages the crates, and uses the packaged layer from another crate
    Crates,
    /// Packages the program, and installs it with npx, uvx and cargo
    Install,
    /// Tests the page in real browsers
    Browser,
    /// Tests the components on the runner and in other hosts, over real sockets
    Components,
    /// Checks in minutes what most mistakes break: format, words, types, unit tests and the corpus. Runs only by name
    Quick,
    /// Checks the layer with the oldest Rust that it supports. Runs only by name
    Msrv,
    /// Checks the licences and sources of all dependencies, and that none is banned. Runs only by name
    Deny,
    /// Checks the program `mcp-ui` for Windows and macOS, and with the feature `serve` alone. Runs only by name
    Platforms,
}

impl Step {
    /// The steps for a run without arguments.
    const USUAL: [Self; 12] = [
        Self::Format,
        Self::Words,
        Self::Rooms,
        Self::Ui,
        Self::Lint,
        Self::Doc,
        Self::Unit,
        Self::Conformance,
        Self::Crates,
        Self::Install,
        Self::Browser,
        Self::Components,
    ];

    fn name(self) -> String {
        self.to_possible_value().expect("no step is hidden").get_name().to_owned()
    }

    /// Returns the programs that a step needs besides Rust, and its task.
    fn task(self) -> (&'static [Need], fn(&mut Tally) -> TaskResult) {
        match self {
            Self::Format => (&[], |_| format()),
            Self::Words => (&[], |_| words::check().and_then(|()| settings::check()).and_then(|()| limits::check())),
            Self::Rooms => (&[], |_| rooms::check()),
            Self::Ui => (&[Need::Node], ui::test),
            Self::Lint => (&[], |_| lint()),
            Self::Doc => (&[], |_| doc()),
            Self::Unit => (&[Need::Redis, Need::Venv], unit),
            Self::Conformance => (&[Need::Node, Need::Venv], conformance::test),
            Self::Crates => (&[], |_| crates::package()),
            Self::Install => (&[Need::Node, Need::Venv], |_| install::test()),
            Self::Browser => (&browser::NEEDS, browser::test),
            Self::Components => (&[Need::Node, Need::Venv, Need::HeadlessShell], components),
            Self::Quick => (&[Need::Node], quick),
            Self::Msrv => (&[], |_| crates::msrv()),
            Self::Deny => (&[], |_| crates::deny()),
            Self::Platforms => (&[Need::Mingw, Need::Venv], |_| platforms::check()),
        }
    }
}

/// Runs the given steps, or the usual steps, up to the first failure, and prints a summary.
pub(crate) fn run(steps: &[Step]) -> TaskResult {
    let steps = if steps.is_empty() { &Step::USUAL } else { steps };
    needs::install(&steps.iter().flat_map(|step| step.task().0).copied().collect::<Vec<_>>())?;
    let mut ended = Vec::new();
    let mut result = Ok(());
    for &step in steps {
        let (begin, mut tally) = (Instant::now(), Tally::default());
        result = step.task().1(&mut tally);
        ended.push(Ended { step, time: begin.elapsed(), tally });
        if result.is_err() {
            break;
        }
    }
    summary::print(&ended);
    result
}

/// The runner feature that serves components.
const SERVE: &str = "mcp-ui-host/serve";

/// Builds all programs with the unit tests' features, so that no dependency is compiled again.
pub(crate) fn build_programs() -> TaskResult {
    let examples = ["agent", "explorer", "rmcp_client", "rmcp_server"].map(|name| ["--example", name]);
    let programs = [&["--bins"][..], examples.as_flattened()].concat();
    let build = ["build", "--workspace", "--locked", "--features", SERVE];
    run_program(linted(program(env!("CARGO"), &[&build[..], &programs].concat())))
}

fn format() -> TaskResult {
    cargo(&["fmt", "--all", "--check"])?;
    // These manifests are separate workspaces, since they build for another target.
    for manifest in [
        "component/Cargo.toml",
        "examples/tools-rust/Cargo.toml",
        "layer/fuzz/Cargo.toml",
        "host-runner/fuzz/Cargo.toml",
    ] {
        cargo(&["fmt", "--all", "--check", "--manifest-path", manifest])?;
    }
    Ok(())
}

fn lint() -> TaskResult {
    // Uses the other steps' compiler flags, so that nothing is compiled again.
    let shared: [&[&str]; 2] =
        [&["--workspace", "--all-targets", "--features", SERVE], &["-p", "mcp-ui-host", "--bins"]];
    for options in shared {
        run_program(linted(program(env!("CARGO"), &[&["build", "--locked"][..], options].concat())))?;
    }
    for features in ["default", "authorization", "tokio", "embedding,uis", "validate"] {
        run_program(alone("tower-mcp-ui", features))?;
    }
    Ok(())
}

/// Returns the command that lints a package with only these features.
pub(crate) fn alone(package: &str, features: &str) -> Command {
    let options = ["clippy", "-p", package, "--locked", "--no-default-features", "--features", features];
    let mut clippy = program(env!("CARGO"), &[&options[..], &["--", "--deny", "warnings"]].concat());
    // Incremental data for features that nothing else uses would take space without saving time.
    clippy.env("CARGO_INCREMENTAL", "0");
    clippy
}

fn unit(tally: &mut Tally) -> TaskResult {
    let suite = schema_suite::fetch()?;
    build_programs()?;
    tally.run(timed_tests(&["--no-fail-fast", "--lib", "--bins", "--tests"], &["--skip", "schema_suite::"]))?;
    let mut schemas = timed_tests(&["--test", "layer"], &["--ignored", "schema_suite::"]);
    schemas.env("JSON_SCHEMA_TEST_SUITE", suite);
    tally.run(schemas)?;
    tally.run(linted(program(env!("CARGO"), &["test", "--workspace", "--locked", "--features", SERVE, "--doc"])))
}

fn quick(tally: &mut Tally) -> TaskResult {
    for step in [Step::Format, Step::Words] {
        step.task().1(tally)?;
    }
    ui::types()?;
    tally.run(timed_tests(&["--lib", "--bins"], &[]))?;
    tally.run(timed_tests(&["--test", "layer"], &["corpus::"]))
}

fn components(tally: &mut Tally) -> TaskResult {
    at_once([Box::new(|| components::run(Build::Tests)), Box::new(prepare_components)])?;
    tally.run(component_tests())
}

/// Tests the components that were already built.
pub(crate) fn test_components(tally: &mut Tally) -> TaskResult {
    needs::install(Step::Components.task().0)?;
    prepare_components()?;
    tally.run(component_tests())
}

/// Installs the packages that the components' tests use, and builds the programs.
fn prepare_components() -> TaskResult {
    at_once([Box::new(components::embedding::install), Box::new(browser::install), Box::new(build_programs)])
}

fn component_tests() -> Command {
    let features = ["--features", "mcp-ui-host-e2e/components"];
    // No package manager offers Spin, so its tests are ignored where it is missing.
    let spin = if exists("spin") { &["--include-ignored"][..] } else { &[] };
    timed_tests(&[&features[..], &["--no-fail-fast", "--test", "serve", "--test", "hosts"]].concat(), spin)
}

/// Returns the command for the workspace's tests, always with the same features, so that no dependency is compiled
/// twice.
fn timed_tests(options: &[&str], arguments: &[&str]) -> Command {
    let workspace = ["test", "--workspace", "--locked", "--features", SERVE];
    if cfg!(windows) {
        return linted(program(env!("CARGO"), &[&workspace[..], options, &["--"], arguments].concat()));
    }
    // Four threads, because most tests wait for processes and sockets.
    let times = ["--", "--test-threads=4", "-Zunstable-options", "--report-time"];
    let mut tests = linted(program(env!("CARGO"), &[&workspace[..], options, &times, arguments].concat()));
    // `RUSTC_BOOTSTRAP` makes the test programs accept the option on stable Rust, and is hidden from the compiler.
    // `timeout` stops a hanging test program, whose last output lines show the test.
    let limit = if cfg!(target_os = "linux") { "timeout --foreground --kill-after=10 1200 " } else { "" };
    let runner = format!("CARGO_TARGET_{}_RUNNER", host().to_uppercase().replace('-', "_"));
    tests.env(runner, format!("{limit}env RUSTC_BOOTSTRAP=1"));
    tests
}

fn doc() -> TaskResult {
    let published = ["-p", "tower-mcp-ui", "-p", "mcp-ui-host"];
    let options = ["doc", "--no-deps", "--locked", "--features", SERVE];
    let mut doc = program(env!("CARGO"), &[&options[..], &published].concat());
    doc.env("RUSTDOCFLAGS", "--deny warnings").env("CARGO_INCREMENTAL", "0");
    run_program(doc)
}
