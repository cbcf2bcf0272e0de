//! Inputs that a machine makes: the fuzz targets, by libFuzzer on the nightly toolchain.

use std::fs;
use std::process::{Command, Stdio};

use crate::shell::{TaskResult, line_of, program, root, run};

/// The folder with the targets' package.
const FOLDER: &str = "layer/fuzz";

/// Runs the named targets, or all, each for some seconds, and prints what each has done.
pub(crate) fn fuzz(names: &[String], seconds: u32) -> TaskResult {
    install()?;
    run(nightly(&["fuzz", "build"]))?;
    let all = targets()?;
    let unknown = names.iter().find(|name| !all.contains(name));
    if let Some(name) = unknown {
        return Err(format!("there is no target {name}, only these: {}", all.join(", ")));
    }
    let chosen = all.iter().filter(|target| names.is_empty() || names.contains(target));
    let mut rows = vec![format!("{:12} {:>12} {:>8}  result", "target", "executions", "edges")];
    let mut failed = Vec::new();
    for target in chosen {
        let log = log_of(target, seconds)?;
        let last = |before: &str| log.rsplit(before).next().filter(|_| log.contains(before)).unwrap_or("?");
        let word = |text: &str| text.split_whitespace().next().unwrap_or("?").to_owned();
        let executions = word(last("stat::number_of_executed_units:"));
        let result = if log.contains("SUMMARY: ") { "failed" } else { "passed" };
        rows.push(format!("{target:12} {executions:>12} {:>8}  {result}", word(last(" cov: "))));
        if result == "failed" {
            eprintln!("{log}");
            failed.push(target.clone());
        }
    }
    println!("\n{}", rows.join("\n"));
    if failed.is_empty() { Ok(()) } else { Err(format!("these targets failed: {}", failed.join(", "))) }
}

/// Runs a target, and returns what libFuzzer has printed.
fn log_of(target: &str, seconds: u32) -> TaskResult<String> {
    let seconds = format!("-max_total_time={seconds}");
    let options = ["-max_len=8192", "-timeout=20", "-dict=dictionary.txt", "-print_final_stats=1"];
    let mut command = nightly(&[&["fuzz", "run", target, "--", &*seconds], &options[..]].concat());
    let line = line_of(&command);
    eprintln!("\n$ {line}");
    let output = command.stderr(Stdio::piped()).stdout(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{line}` cannot be started: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

fn targets() -> TaskResult<Vec<String>> {
    let folder = root().join(FOLDER).join("fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = files.flatten().filter_map(|file| Some(file.path().file_stem()?.to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

/// Installs the nightly toolchain and cargo-fuzz, unless they are there.
fn install() -> TaskResult {
    let is_there = |mut command: Command| command.output().is_ok_and(|output| output.status.success());
    if !is_there(nightly(&["--version"])) {
        run(program("rustup", &["toolchain", "install", "nightly", "--profile", "minimal"]))?;
    }
    if !is_there(nightly(&["fuzz", "--version"])) {
        run(program(env!("CARGO"), &["install", "cargo-fuzz", "--locked"]))?;
    }
    Ok(())
}

fn nightly(arguments: &[&str]) -> Command {
    let mut command = program("rustup", &[&["run", "nightly", "cargo"], arguments].concat());
    command.current_dir(root().join(FOLDER));
    command
}
