//! Every byte passes unchanged.

use std::io::{Read as _, Write as _};
use std::process::Stdio;
use std::thread;

use proptest::prelude::*;

use crate::wrap::shim::{Folders, Shim};

/// A server that writes everything it reads to both stdout and stderr.
const TWICE: &str = "
import os
while chunk := os.read(0, 70000):
    os.write(2, chunk)
    os.write(1, chunk)
";

proptest! {
    // Each case starts three processes.
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn bytes_pass_verbatim_however_they_are_cut(
        chunks in proptest::collection::vec(
            proptest::collection::vec(
                prop_oneof![Just(b'\n'), Just(b'\r'), Just(0xff), Just(b'{'), any::<u8>()], 1..300
            ),
            0..12,
        ),
        repeated in 1_usize..400,
    ) {
        let folders = Folders::new();
        let mut shim = folders.wrap(&["python3", "-c", TWICE]);
        let mut stdin = shim.0.stdin.take().unwrap();
        let expected: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.repeat(repeated)).collect();
        let writing = thread::spawn(move || {
            for chunk in chunks {
                stdin.write_all(&chunk.repeat(repeated)).unwrap();
            }
        });
        let mut stderr = shim.0.stderr.take().unwrap();
        let reading = thread::spawn(move || {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).map(|_| bytes).unwrap()
        });
        let mut stdout = Vec::new();
        shim.0.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        writing.join().unwrap();
        prop_assert!(stdout == expected);
        prop_assert!(reading.join().unwrap() == expected);
        prop_assert!(shim.status().success());
    }
}

#[test]
fn a_half_line_is_not_held_back() {
    let mut shim = Folders::new().wrap(&["cat"]);
    for part in ["{\"half\"", ":", "1}", "\r\n", "\n", "{"] {
        shim.write(part);
        assert_eq!(shim.read(part.len()), part.as_bytes());
    }
    assert!(shim.finish().success());
}

#[test]
fn long_and_endless_lines_need_little_memory() {
    let folders = Folders::new();
    let mut shim = folders.wrap(&["cat"]);
    let peak = |shim: &Shim| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", shim.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim().to_owned();
        line.trim_end_matches(" kB").parse::<usize>().unwrap() >> 10
    };
    shim.write("first\n");
    shim.read(6);
    let before = peak(&shim);
    let chunk = vec![b'x'; 1 << 20];
    let mut stdin = shim.0.stdin.take().unwrap();
    let (line, endless) = (16, 256);
    let sent = chunk.clone();
    let writing = thread::spawn(move || {
        for _ in 0..line {
            stdin.write_all(&sent).unwrap();
        }
        stdin.write_all(b"\n").unwrap();
        for _ in 0..endless {
            stdin.write_all(&sent).unwrap();
        }
        stdin
    });
    for _ in 0..line {
        assert!(shim.read(chunk.len()) == chunk);
    }
    assert_eq!(shim.read(1), b"\n");
    for _ in 0..endless {
        assert!(shim.read(chunk.len()) == chunk);
    }
    // Measured before stdin is closed: then the process ends, and its memory with it.
    let stdin = writing.join().unwrap();
    let after = peak(&shim);
    drop(stdin);
    assert!(after < before + 12, "{before} MiB before, {after} MiB after");
    assert!(shim.status().success());
}

#[test]
fn the_server_gets_the_whole_environment_and_its_own_arguments() {
    let folders = Folders::new();
    let mut command = folders.mcp_ui("wrap");
    let show = "import os, sys; print(os.environ['SECRET_OF_AGENT'], sys.argv[1:])";
    command.env("SECRET_OF_AGENT", "42").args(["--", "python3", "-c", show, "--port", "--", "-v"]);
    let mut shim = Shim::of(&mut command);
    assert_eq!(shim.read_line(), "42 ['--port', '--', '-v']\n");
    assert!(shim.finish().success());
}

#[test]
fn a_closed_pipe_is_closed_on_the_other_side_too() {
    let folders = Folders::new();
    // The server closes its stdout, and then waits until stdin ends.
    let mut shim = folders.wrap(&["python3", "-c", "import os; os.close(1); os.read(0, 1); os._exit(3)"]);
    let mut rest = Vec::new();
    shim.0.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"");
    assert_eq!(shim.finish().code(), Some(3));

    // The server closes its stdin.
    let mut shim = folders.wrap(&["python3", "-c", "import os, time; os.close(0); os.write(1, b'.'); time.sleep(600)"]);
    shim.read(1);
    let stdin = shim.stdin();
    let error = std::iter::from_fn(|| Some(stdin.write_all(&[b'x'; 4096]))).find_map(Result::err).unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);

    // The agent closes stdout.
    let mut shim = folders.wrap(&["python3", "-c", "import os\nwhile os.write(1, b'x' * 4096): pass"]);
    drop(shim.0.stdout.take());
    assert!(!shim.status().success());
}

#[test]
fn pipes_that_do_not_block_are_used_like_others() {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};

    let folders = Folders::new();
    let (input, mut agent) = std::io::pipe().unwrap();
    let (mut reader, output) = std::io::pipe().unwrap();
    fcntl(&input, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
    fcntl(&output, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
    let mut command = folders.mcp_ui("wrap");
    let mut child = command.args(["--", "cat"]).stdin(input).stdout(output).stderr(Stdio::null()).spawn().unwrap();
    drop(command);
    let bytes = vec![b'x'; 1 << 20];
    let sent = bytes.clone();
    let writing = thread::spawn(move || agent.write_all(&sent).unwrap());
    thread::sleep(std::time::Duration::from_millis(200));
    let mut read = Vec::new();
    reader.read_to_end(&mut read).unwrap();
    writing.join().unwrap();
    assert!(read == bytes);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_a_server_wrote_last_waits_for_an_agent_that_reads_slowly() {
    let mut shim = Folders::new().wrap(&["python3", "-c", "import os; os.write(1, b'x' * 200000)"]);
    // Longer than the shim waits for silent pipes.
    thread::sleep(std::time::Duration::from_secs(3));
    assert_eq!(shim.read(200_000).len(), 200_000);
    assert!(shim.finish().success());
}

#[test]
fn the_shim_itself_writes_nothing_to_stdout() {
    let folders = Folders::new();
    for arguments in [&["--", "no-such-program"][..], &[], &["--install", "/no/such/file"], &["--server", "a"]] {
        let output = folders.mcp_ui("wrap").args(arguments).output().unwrap();
        assert_eq!(output.stdout, b"", "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        let code = if arguments.contains(&"no-such-program") { 4 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
    assert!(folders.runtime().read_dir().unwrap().next().is_none(), "a shim creates no folder");
}
