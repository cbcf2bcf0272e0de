//! However the command ends, no process is left running.

#![cfg(target_os = "linux")]

use std::os::unix::process::CommandExt as _;

use nix::sys::signal::Signal;
use nix::unistd::Pid;

use crate::open::running::{Running, command, server};
use crate::support::child::wait_until_gone;

/// Starts a server that starts its own child process, and returns both process ids.
fn family(faults: &[&str]) -> (Running, [String; 2]) {
    let open = Running::start(&server(&[], &[&["--fault", "has a child"], faults].concat()));
    let pid = open.call("pid", "{}").json()["content"][0]["text"].as_str().unwrap().to_owned();
    let child = open.printed("server: child ").replace("server: child ", "");
    (open, [pid, child])
}

fn wait_until_all_gone(family: &[String]) {
    for pid in family {
        wait_until_gone(pid);
    }
}

#[test]
fn ctrl_c_and_sigterm_end_the_servers_processes() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let (mut open, family) = family(&[]);
        open.signal(signal);
        assert_eq!(open.exit_code(), Some(0), "{signal}");
        wait_until_all_gone(&family);
    }
}

#[test]
fn a_killed_command_leaves_nothing_running() {
    // These processes ignore both the end of stdin and SIGTERM.
    let (mut open, family) = family(&["--fault", "ignores the end of stdin", "--fault", "ignores SIGTERM"]);
    open.signal(Signal::SIGKILL);
    assert_eq!(open.exit_code(), None);
    wait_until_all_gone(&family);
}

#[test]
fn a_killed_group_of_the_command_leaves_nothing_running() {
    let faults = server(&[], &["--fault", "has a child", "--fault", "ignores the end of stdin"]);
    let mut group = command(&faults);
    group.process_group(0);
    let mut open = Running::of(group);
    let pid = open.call("pid", "{}").json()["content"][0]["text"].as_str().unwrap().to_owned();
    let child = open.printed("server: child ").replace("server: child ", "");
    let leader = Pid::from_raw(open.child.id().try_into().unwrap());
    nix::sys::signal::killpg(leader, Signal::SIGKILL).unwrap();
    assert_eq!(open.exit_code(), None);
    wait_until_gone(&pid);
    wait_until_gone(&child);
}

#[test]
fn an_interrupted_start_leaves_nothing_running() {
    let mut waiting = command(&server(&[], &["--fault", "hangs"]));
    let mut child = waiting.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    let started =
        lines.find_map(|line| line.unwrap().split_once("as process ").map(|(_, rest)| rest.to_owned())).unwrap();
    let pid = started.split(':').next().unwrap().to_owned();
    nix::sys::signal::kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
    lines.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    wait_until_gone(&pid);
}

#[test]
fn a_gigabyte_on_stderr_needs_little_memory() {
    let open = Running::start(&server(&[], &[]));
    let peak = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", open.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim().to_owned();
        line.trim_end_matches(" kB").parse::<usize>().unwrap() >> 10
    };
    let before = peak();
    for _ in 0..10 {
        assert_eq!(open.call("flood", r#"{"megabytes":100}"#).status, 200);
    }
    let after = peak();
    assert!(after < before + 64, "{before} MiB before, {after} MiB after");
}
