//! The tasks for setup, build and tests that cargo itself does not cover.

mod browser;
mod checks;
mod components;
mod conformance;
mod crates;
mod fuzz;
mod install;
mod limits;
mod needs;
mod package;
mod picture;
mod platforms;
mod release;
mod rooms;
mod schema_suite;
mod settings;
mod shell;
mod soak;
mod ui;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shell::{TaskResult, cargo};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Runs an MCP server with the explorer, and opens the explorer in the browser
    Demo {
        /// Port on 127.0.0.1; 0 picks a free one
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Does not open the browser; over SSH or without a display, it never opens
        #[arg(long)]
        no_open: bool,
    },
    /// Runs every check: format, lints, documentation, tests, and the page in a real browser
    Test {
        /// Steps to run; by default all but those that run only by name
        #[arg(value_enum)]
        steps: Vec<checks::Step>,
    },
    /// Builds components into target/wasm
    Components {
        /// Builds only these; by default all
        names: Vec<String>,
        /// Tests the components that were built
        #[arg(long, conflicts_with = "names")]
        test: bool,
    },
    /// Builds the program `mcp-ui` for this platform, with its npm packages and wheel, into target/packages
    Package {
        /// Installs the packages into empty folders, and calls a tool through each
        #[arg(long)]
        test: bool,
    },
    /// Checks and builds everything for a release, and prints the steps to publish it
    Release {
        /// Publishes nothing. Required as a reminder that a person publishes, not this command
        #[arg(long, required = true)]
        dry_run: bool,
    },
    /// Bundles the page into layer/ui/dist, which is committed
    Ui {
        #[command(subcommand)]
        task: Option<UiTask>,
    },
    /// Runs the fuzz targets and fault tests, on the nightly toolchain
    Fuzz {
        /// Targets to run, or `faults`; by default all
        targets: Vec<String>,
        /// Seconds for each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Writes docs/limits.md from the constants in the code
    Limits,
    /// Runs deployments for hours with agents, open pages and faults, and reports failures, times and growth
    Soak {
        /// Deployments to run; by default all
        deployments: Vec<String>,
        /// Minutes to run
        #[arg(long, default_value_t = 60)]
        minutes: u32,
    },
    /// Compares the performance of the layer with alternatives, and prints ratios
    Bench,
}

#[derive(Subcommand)]
enum UiTask {
    /// Prints the sizes of the page's parts
    Sizes,
    /// Shows all components in their states, on a separate page
    Gallery,
    /// Films the demo and its agent for the README
    Picture,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nerror: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> TaskResult {
    match task {
        Task::Demo { port, no_open } => demo(*port, *no_open),
        Task::Test { steps } => checks::run(steps),
        Task::Components { names, test } => {
            components::build(names)?;
            if *test { checks::test_components(&mut checks::Tally::default()) } else { Ok(()) }
        }
        Task::Package { test } => package(*test),
        Task::Release { .. } => release::rehearse(),
        Task::Ui { task: None } => ui::build(),
        Task::Ui { task: Some(UiTask::Sizes) } => ui::sizes(),
        Task::Ui { task: Some(UiTask::Gallery) } => ui::gallery(),
        Task::Ui { task: Some(UiTask::Picture) } => picture::write(),
        Task::Fuzz { targets, seconds } => fuzz::fuzz(targets, *seconds),
        Task::Limits => limits::write(),
        Task::Soak { deployments, minutes } => soak::soak(deployments, *minutes),
        Task::Bench => cargo(&["bench", "-p", "mcp-ui-benches"]),
    }
}

fn package(test: bool) -> TaskResult {
    let packages = package::build(package::Build::Release)?;
    if test { install::test_packages(&packages) } else { Ok(()) }
}

fn demo(port: u16, no_open: bool) -> TaskResult {
    println!("Compiling the demo: an MCP server with the Rust SDK, and the layer with its page.");
    println!("The first time takes a few minutes. Then the explorer opens in the browser.\n");
    let port = port.to_string();
    let open = if no_open { &[][..] } else { &["--open"] };
    cargo(&[&["run", "-p", "example-demo", "--", "--port", &port], open].concat())
}
