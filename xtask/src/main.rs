//! Everything that set-up, build and tests need beyond cargo.

mod browser;
mod checks;
mod components;
mod shell;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shell::{Outcome, cargo};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Runs a real MCP server under the explorer, and prints the explorer's address
    Demo {
        /// The port on 127.0.0.1; 0 takes a free one
        #[arg(long, default_value_t = 8080)]
        port: u16,
    },
    /// Runs every check: format, lints, documentation, tests, and the page in a real browser
    Test {
        /// Runs these steps alone
        #[arg(value_enum)]
        steps: Vec<checks::Step>,
    },
    /// Builds the WASI HTTP components, and the example tools in every language, into target/wasm
    Components,
    /// Measures the layer side by side with its peers, and prints ratios
    Bench,
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

fn run(task: &Task) -> Outcome {
    match task {
        Task::Demo { port } => cargo(&["run", "--quiet", "-p", "example-demo", "--", "--port", &port.to_string()]),
        Task::Test { steps } => checks::run(steps),
        Task::Components => components::run().and_then(|()| components::run_languages()),
        Task::Bench => cargo(&["bench", "-p", "mcp-ui-benches"]),
    }
}
