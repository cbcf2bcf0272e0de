//! The shim ends in the same way as its server, and no process is left running.

use std::os::unix::process::ExitStatusExt as _;
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;

use crate::support::child::wait_until_gone;
use crate::wrap::shim::{Folders, Shim};

/// Starts a shim around a Python program that has written its process id.
fn python(program: &str) -> (Shim, String) {
    let program = format!("import os, signal, subprocess, sys, time\nprint(os.getpid(), flush=True)\n{program}");
    let mut shim = Folders::new().wrap(&["python3", "-c", &program]);
    let pid = shim.read_line().trim().to_owned();
    (shim, pid)
}

/// A program that has started a child process, which ignores everything but SIGKILL, and has written its process id.
const FAMILY: &str = "
script = 'import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(600)'
child = subprocess.Popen([sys.executable, '-c', script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
child.stdout.readline()
print(child.pid, flush=True)
";

#[test]
fn the_exit_code_is_that_of_the_server() {
    for code in [0, 1, 7, 255] {
        assert_eq!(Folders::new().wrap(&["sh", "-c", &format!("exit {code}")]).status().code(), Some(code));
    }
}

#[test]
fn the_signal_is_that_of_the_server() {
    for signal in [Signal::SIGKILL, Signal::SIGTERM, Signal::SIGSEGV, Signal::SIGABRT, Signal::SIGPIPE, Signal::SIGUSR1]
    {
        let mut shim = Folders::new().wrap(&["sh", "-c", &format!("kill -{} $$", signal as i32)]);
        assert_eq!(shim.status().signal(), Some(signal as i32), "{signal}");
    }
}

#[test]
fn signals_reach_the_server() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        let (mut shim, pid) =
            python("signal.signal(signal.SIGINT, signal.SIG_DFL)\nprint(flush=True)\ntime.sleep(600)");
        shim.read_line();
        shim.signal(signal);
        assert_eq!(shim.status().signal(), Some(signal as i32), "{signal}");
        wait_until_gone(&pid);

        // Blocked and waited for. If a signal arrives just before `time.sleep`, Python would run its handler only
        // after the sleep.
        let number = signal as i32;
        let (mut shim, _) = python(&format!(
            "signal.pthread_sigmask(signal.SIG_BLOCK, [{number}])\nprint(flush=True)\nsignal.sigwait([{number}])\nsys.exit(9)"
        ));
        shim.read_line();
        shim.signal(signal);
        assert_eq!(shim.status().code(), Some(9), "{signal}");
    }
}

#[test]
fn a_server_that_ignores_a_signal_goes_on() {
    let (mut shim, _) =
        python("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint(flush=True)\nprint(sys.stdin.read())");
    shim.read_line();
    shim.signal(Signal::SIGTERM);
    shim.write("still there");
    drop(shim.0.stdin.take());
    assert_eq!(shim.read_line(), "still there\n");
    assert!(shim.status().success());
}

#[test]
fn the_end_of_stdin_reaches_the_server() {
    let (mut shim, _) = python("sys.stdin.read()\nsys.exit(5)");
    assert_eq!(shim.finish().code(), Some(5));
}

#[test]
fn a_server_may_go_on_after_the_end_of_stdin() {
    let (mut shim, _) = python("sys.stdin.read()\ntime.sleep(2)\nprint('late', flush=True)");
    drop(shim.0.stdin.take());
    assert_eq!(shim.read_line(), "late\n");
    assert!(shim.status().success());
}

#[test]
fn a_killed_shim_leaves_nothing_running() {
    let program = format!("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{FAMILY}\ntime.sleep(600)");
    let (mut shim, pid) = python(&program);
    let child = shim.read_line();
    shim.signal(Signal::SIGKILL);
    assert_eq!(shim.status().signal(), Some(9));
    wait_until_gone(&pid);
    wait_until_gone(child.trim());
}

#[test]
fn a_server_that_ends_leaves_nothing_running() {
    let (mut shim, pid) = python(&format!("{FAMILY}\nsys.exit(6)"));
    let child = shim.read_line();
    assert_eq!(shim.status().code(), Some(6));
    wait_until_gone(&pid);
    wait_until_gone(child.trim());
}

#[test]
fn an_agent_that_has_gone_leaves_nothing_running() {
    // The server ignores both the end of stdin and SIGTERM.
    let (mut shim, pid) = python("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint(flush=True)\ntime.sleep(600)");
    shim.read_line();
    drop((shim.0.stdin.take(), shim.0.stdout.take(), shim.0.stderr.take()));
    assert_eq!(shim.status().signal(), Some(9));
    wait_until_gone(&pid);
}

#[test]
fn a_process_of_its_own_group_does_not_keep_the_shim() {
    let (mut shim, _) = python(
        "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\nprint(child.pid, flush=True)\nsys.exit(2)",
    );
    let daemon = shim.read_line();
    assert_eq!(shim.status().code(), Some(2));
    thread::sleep(Duration::from_millis(50));
    let id = nix::unistd::Pid::from_raw(daemon.trim().parse().unwrap());
    nix::sys::signal::kill(id, Signal::SIGKILL).unwrap();
}
