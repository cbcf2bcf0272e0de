//! Copies for explorers, and traffic that continues without them.

use std::cell::RefCell;
use std::io::Read as _;
use std::thread;

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::support::child::wait_until;
use crate::wrap::explorer::{Fake, Open};
use crate::wrap::shim::{Folders, Shim};

#[test]
fn an_explorer_is_told_of_sessions() {
    let folders = Folders::new();
    let open = Open::start(&folders);
    let mut shim = folders.wrap(&["sh", "-c", "cat; exit 7", "secret"]);
    shim.write("{\"id\":1}\n{\"id\":2}\n");
    shim.read(18);
    let begun = open.printed("An agent started");
    assert!(begun.starts_with("An agent started sh through `mcp-ui wrap`: "), "{begun}");
    assert!(begun.ends_with(" so far"), "{begun}");
    assert_eq!(shim.finish().code(), Some(7));
    assert_eq!(open.printed("The agent's server"), "The agent's server sh exited with code 7: 4 messages");

    let mut shim = folders.wrap(&["cat"]);
    open.printed("An agent started cat");
    shim.signal(Signal::SIGTERM);
    shim.status();
    assert_eq!(open.printed("The agent's server"), "The agent's server cat was terminated by SIGTERM: 0 messages");

    let shim = folders.wrap(&["cat"]);
    open.printed("An agent started cat");
    shim.signal(Signal::SIGKILL);
    assert!(open.printed("The agent's server").contains("was lost"));
}

#[test]
fn an_explorer_that_starts_later_is_told_what_it_missed() {
    let folders = Folders::new();
    let mut shim = folders.wrap(&["cat"]);
    shim.write("{\"id\":1}\n");
    shim.read(9);
    // The shim looks for explorers, and finds none.
    thread::sleep(std::time::Duration::from_secs(1));
    let open = Open::start(&folders);
    assert_eq!(open.printed("An agent started"), "An agent started cat through `mcp-ui wrap`: 2 messages so far");
    shim.write("{\"id\":2}\n");
    shim.read(9);
    shim.finish();
    let ended = open.printed("The agent's server");
    assert_eq!(ended, "The agent's server cat exited with code 0: 4 messages; 2 lines are missing");
}

#[test]
fn every_explorer_gets_every_session() {
    let folders = Folders::new();
    let opens = [Open::start(&folders), Open::start(&folders)];
    let mut shims = [folders.wrap(&["cat"]), folders.wrap(&["tee"])];
    // When a shim ends, it waits only a moment for an explorer that it has not reached yet.
    for open in &opens {
        for _ in &shims {
            open.printed("An agent started");
        }
    }
    for shim in &mut shims {
        shim.write("{\"id\":1}\n");
        shim.read(9);
        shim.finish();
    }
    for open in &opens {
        let ended = [open.printed("The agent's server"), open.printed("The agent's server")];
        for name in ["cat", "tee"] {
            let line = format!("The agent's server {name} exited with code 0: 2 messages");
            assert!(ended.contains(&line), "{ended:?}");
        }
    }
}

#[test]
fn an_agent_that_passes_no_variables_on_is_followed() {
    let folders = Folders::new();
    let mut command = folders.mcp_ui("open");
    let open = Open::of(command.env_remove("XDG_RUNTIME_DIR"));
    let name = format!("open-{}.v1.sock", open.child.id());
    // If the machine has `/run/user`, the explorer uses that folder.
    let user = format!("/run/user/{}/mcp-ui/{name}", nix::unistd::Uid::effective());
    let path = folders.cached_sockets().join(name);
    wait_until("the explorer does not listen", || path.exists() || std::path::Path::new(&user).exists());
    let shim = Shim::of(folders.mcp_ui("wrap").env_remove("XDG_RUNTIME_DIR").args(["--", "cat"]));
    open.printed("An agent started cat");
    drop(shim);
}

#[test]
fn the_lines_are_copied_with_their_directions() {
    let folders = Folders::new();
    let fake = Fake::bind(&folders);
    let explorer = thread::spawn(move || fake.accept().collect::<Vec<_>>());
    let mut shim = folders.wrap(&[
        "python3",
        "-c",
        "import sys\nfor line in sys.stdin: print('log', file=sys.stderr, flush=True); print(line, end='', flush=True)",
        "secret",
    ]);
    shim.write("{\"id\":1}\r\n\n");
    assert_eq!(shim.read_line(), "{\"id\":1}\r\n");
    assert_eq!(shim.read_line(), "\n");
    let long = "x".repeat(1 << 20);
    shim.write(&long);
    drop(shim.0.stdin.take());
    assert!(shim.read(long.len()) == long.as_bytes());
    assert!(shim.status().success());

    let frames: Vec<(Value, Vec<u8>)> = explorer.join().unwrap();
    let (start, _) = &frames[0];
    assert_eq!((&start["type"], &start["version"], &start["name"]), (&json!("start"), &json!(1), &json!("python3")));
    assert!(!start.to_string().contains("secret"));
    let lines = &frames[1..frames.len() - 1];
    for (seq, (line, body)) in lines.iter().enumerate() {
        assert_eq!(line["seq"], seq);
        assert_eq!(line["kept"], body.len());
    }
    let of = |direction: &str| -> Vec<_> {
        let lines = lines.iter().filter(|(line, _)| line["direction"] == direction);
        lines.map(|(line, body)| (body.as_slice(), line["length"].clone(), line["complete"].clone())).collect()
    };
    let cut = &long.as_bytes()[..256 << 10];
    let expected = [(&b"{\"id\":1}\r"[..], json!(9), json!(true)), (cut, json!(1 << 20), json!(false))];
    assert_eq!(of("to_server"), expected);
    assert_eq!(of("to_agent"), expected);
    assert_eq!(of("stderr").len(), 3);
    let (end, _) = frames.last().unwrap();
    assert_eq!((&end["type"], &end["code"], &end["messages"]), (&json!("end"), &json!(0), &json!(4)));
}

#[test]
fn an_explorer_that_hangs_delays_nothing_and_gets_a_gap() {
    let folders = Folders::new();
    let fake = Fake::bind(&folders);
    let mut shim = folders.wrap(&["cat"]);
    let mut frames = fake.accept();
    assert_eq!(frames.next().unwrap().0["type"], "start");
    let line = format!("{}\n", "x".repeat(100_000));
    for _ in 0..400 {
        shim.write(&line);
        assert!(shim.read(line.len()) == line.as_bytes());
    }
    // The explorer reads again, and the rest gets through.
    let mut next = 0;
    let mut missed = 0;
    let mut end = None;
    let reader = thread::spawn(move || {
        for (frame, _) in frames {
            match frame["type"].as_str().unwrap() {
                "line" => {
                    assert_eq!(frame["seq"], next);
                    next += 1;
                }
                "gap" => {
                    assert_eq!(frame["from"], next);
                    next = frame["to"].as_u64().unwrap();
                    missed += next - frame["from"].as_u64().unwrap();
                }
                _ => end = Some(frame),
            }
        }
        (next, missed, end)
    });
    shim.finish();
    let (next, missed, end) = reader.join().unwrap();
    assert!(missed > 100, "{missed} lines were dropped");
    assert_eq!(next, 800);
    assert_eq!(end.unwrap()["messages"], 800);
}

#[test]
fn a_shim_sends_to_at_most_eight_explorers() {
    let folders = Folders::new();
    let fakes: Vec<_> = (1..=9).map(|process| Fake::bind_as(&folders.sockets(), process)).collect();
    let mut shim = folders.wrap(&["cat"]);
    let accepted = RefCell::new(Vec::new());
    let accept = || {
        for fake in &fakes {
            fake.listener.set_nonblocking(true).unwrap();
            accepted.borrow_mut().extend(fake.listener.accept());
        }
        accepted.borrow().len()
    };
    wait_until("eight explorers are not found", || accept() >= 8);
    assert!(shim.finish().success());
    assert_eq!(accept(), 8);
}

#[test]
fn an_explorer_that_never_reads_does_not_keep_the_shim() {
    let folders = Folders::new();
    let fake = Fake::bind(&folders);
    let mut shim = folders.wrap(&["cat"]);
    let frames = fake.accept();
    let line = format!("{}\n", "x".repeat(100_000));
    for _ in 0..50 {
        shim.write(&line);
        shim.read(line.len());
    }
    assert!(shim.finish().success());
    drop(frames);
}

#[test]
fn an_explorer_that_crashes_harms_nothing_and_another_is_found() {
    let folders = Folders::new();
    let mut open = Open::start(&folders);
    let mut shim = folders.wrap(&["cat"]);
    open.printed("An agent started cat");
    open.child.kill().unwrap();
    open.child.wait().unwrap();
    for _ in 0..100 {
        shim.write("{\"id\":1}\n");
        shim.read(9);
    }
    let next = Open::start(&folders);
    next.printed("An agent started cat");
    assert!(shim.finish().success());
    next.printed("exited with code 0: 200 messages; 200 lines are missing");
}

#[test]
fn sockets_of_dead_explorers_are_removed() {
    let folders = Folders::new();
    let mut killed = Open::start(&folders);
    killed.child.kill().unwrap();
    killed.child.wait().unwrap();
    let running = Open::start(&folders);
    let fake = Fake::bind(&folders);
    let last = Open::start(&folders);
    let mut names: Vec<_> =
        folders.sockets().read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    let name = |id: u32| format!("open-{id}.v1.sock");
    let mut expected = [name(running.child.id()), name(std::process::id()), name(last.child.id())];
    expected.sort_unstable();
    assert_eq!(names, expected);
    drop((running, last));
    assert_eq!(folders.sockets().read_dir().unwrap().count(), 1);
    drop(fake);
}

#[test]
fn a_shim_that_finds_nobody_is_silent() {
    let folders = Folders::new();
    let mut shim = folders.wrap(&["cat"]);
    shim.write("{\"id\":1}\n");
    shim.read(9);
    assert!(shim.finish().success());
    let mut stderr = String::new();
    shim.0.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stderr, "");
}
