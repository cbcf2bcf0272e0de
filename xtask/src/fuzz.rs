//! Generated inputs and faults: the fuzz targets, run by libFuzzer on the nightly toolchain, and the tests on a
//! disturbed network, with many seeds.

use std::fs;
use std::process::{Command, Stdio};

use crate::shell::{TaskResult, line_of, program, root, run, target};

/// The packages with targets.
const FOLDERS: [&str; 2] = ["layer/fuzz", "host-runner/fuzz"];

/// The target name that stands for the tests on a disturbed network.
const FAULTS: &str = "faults";

/// The number of seeds for the tests on a disturbed network.
const SEEDS: &str = "1000";

/// A target and its package's folder.
struct Target {
    folder: &'static str,
    name: String,
}

/// Runs the named targets, or all, each for some seconds, and prints a summary for each.
pub(crate) fn fuzz(names: &[String], seconds: u32) -> TaskResult {
    let all = FOLDERS.iter().map(|folder| targets(folder)).collect::<TaskResult<Vec<_>>>()?;
    let all: Vec<_> = all.into_iter().flatten().collect();
    let known = || all.iter().map(|target| &*target.name).chain([FAULTS]);
    if let Some(unknown) = names.iter().find(|name| !known().any(|it| it == *name)) {
        return Err(format!("there is no target {unknown}, only these: {}", known().collect::<Vec<_>>().join(", ")));
    }
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|it| it == name);
    install()?;
    let mut rows = vec![format!("{:14} {:>12} {:>8}  result", "target", "executions", "edges")];
    let mut failed = Vec::new();
    for target in all.iter().filter(|target| is_chosen(&target.name)) {
        run(cargo_fuzz(target.folder, "build", &[&target.name]))?;
        let (has_passed, log) = target.run(seconds)?;
        let word = |before: &str| {
            let (_, after) = log.rsplit_once(before)?;
            after.split_whitespace().next()
        };
        let executions = word("stat::number_of_executed_units:").unwrap_or("?");
        let edges = word(" cov: ").unwrap_or("?");
        let result = if has_passed { "passed" } else { "failed" };
        rows.push(format!("{:14} {executions:>12} {edges:>8}  {result}", target.name));
        if !has_passed {
            eprintln!("{log}");
            failed.push(&*target.name);
        }
    }
    if is_chosen(FAULTS) {
        let mut tests =
            program(env!("CARGO"), &["test", "--locked", "-p", "tower-mcp-ui", "--test", "layer", "faults::"]);
        tests.env("MCP_UI_FAULT_SEEDS", SEEDS);
        let result = run(tests);
        let outcome = if result.is_ok() { "passed" } else { "failed" };
        rows.push(format!("{FAULTS:14} {SEEDS:>6} seeds {:>8}  {outcome}", ""));
        failed.extend(result.is_err().then_some(FAULTS));
    }
    println!("\n{}", rows.join("\n"));
    if failed.is_empty() { Ok(()) } else { Err(format!("these targets failed: {}", failed.join(", "))) }
}

impl Target {
    /// Runs the target. Returns true if nothing was found, and libFuzzer's output.
    fn run(&self, seconds: u32) -> TaskResult<(bool, String)> {
        let dictionary = format!("-dict={}", root().join(FOLDERS[0]).join("dictionary.txt").display());
        let seconds = format!("-max_total_time={seconds}");
        let options = ["--", &*seconds, &*dictionary, "-max_len=8192", "-timeout=20", "-print_final_stats=1"];
        let mut command = cargo_fuzz(self.folder, "run", &[&[&*self.name], &options[..]].concat());
        let line = line_of(&command);
        eprintln!("\n$ {line}");
        let output = command.stderr(Stdio::piped()).stdout(Stdio::null()).output();
        let output = output.map_err(|error| format!("`{line}` cannot be started: {error}"))?;
        Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

fn targets(folder: &'static str) -> TaskResult<Vec<Target>> {
    let path = root().join(folder).join("fuzz_targets");
    let files = fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let names = files.flatten().filter_map(|file| Some(file.path().file_stem()?.to_string_lossy().into_owned()));
    let mut targets: Vec<_> = names.map(|name| Target { folder, name }).collect();
    targets.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(targets)
}

/// Installs the nightly toolchain and cargo-fuzz if they are missing.
fn install() -> TaskResult {
    let is_there = |arguments: &[&str]| nightly(arguments).output().is_ok_and(|output| output.status.success());
    if !is_there(&["--version"]) {
        run(program("rustup", &["toolchain", "install", "nightly", "--profile", "minimal"]))?;
    }
    if !is_there(&["fuzz", "--version"]) {
        run(program(env!("CARGO"), &["install", "cargo-fuzz", "--locked"]))?;
    }
    Ok(())
}

/// Creates a cargo-fuzz command for a package. The code is free of `unsafe`, so it needs no sanitizer, which would slow
/// it down. The packages share a target folder, and so their compiled dependencies.
fn cargo_fuzz(folder: &str, task: &str, arguments: &[&str]) -> Command {
    let target = target().join("fuzz").display().to_string();
    let options = ["fuzz", task, "--sanitizer", "none", "--target-dir", &target];
    let mut command = nightly(&[&options[..], arguments].concat());
    command.current_dir(root().join(folder));
    command
}

fn nightly(arguments: &[&str]) -> Command {
    program("rustup", &[&["run", "nightly", "cargo"], arguments].concat())
}
