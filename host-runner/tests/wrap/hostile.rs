//! Programs that pretend to be a shim or an explorer.

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};

use nix::unistd::Uid;

use crate::wrap::explorer::{Fake, Open};
use crate::wrap::shim::{Folders, PATIENCE, Shim};

/// Returns a session's first frame.
fn start(name: &str, session: &str, next: u64) -> String {
    format!(
        "{{\"type\":\"start\",\"version\":1,\"session\":\"{session}\",\"name\":\"{name}\",\"pid\":1,\"at\":0,\"next\":{next},\"messages\":0}}\n"
    )
}

fn line(seq: u64, kept: usize) -> String {
    format!(
        "{{\"type\":\"line\",\"seq\":{seq},\"direction\":\"to_agent\",\"at\":0,\"length\":1,\"kept\":{kept},\"complete\":true}}\n"
    )
}

fn connect(folders: &Folders, open: &Open) -> UnixStream {
    let stream = UnixStream::connect(folders.sockets().join(format!("open-{}.v1.sock", open.child.id()))).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Waits until the explorer closes a connection, and returns whether it did.
fn is_closed(mut stream: &UnixStream) -> bool {
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

/// Checks that a real shim still gets through.
fn still_works(folders: &Folders, open: &Open) {
    let mut shim = folders.wrap(&["cat"]);
    open.printed("An agent started cat");
    shim.finish();
    open.printed("The agent's server cat exited with code 0");
}

#[test]
fn a_forged_shim_is_disconnected() {
    let folders = Folders::new();
    let open = Open::start(&folders);
    let begin = start("forged", "one", 0);
    for wrong in [
        "GET / HTTP/1.1\r\n\r\n".to_owned(),
        "x".repeat(1 << 20),
        "{}\n".to_owned(),
        line(0, 0),
        begin.replace("\"version\":1", "\"version\":2"),
        start(&"x".repeat(300), "one", 0),
        start("\\u001b[31mred", "one", 0),
        start("forged", &"x".repeat(100), 0),
        begin.clone() + &begin,
        begin.clone() + &line(1, 0) + &line(1, 0),
        begin.clone() + &line(0, usize::MAX),
        begin.clone() + &line(u64::MAX, 0),
        begin.clone() + "{\"type\":\"gap\",\"from\":5,\"to\":1}\n",
        begin.clone() + "{\"type\":\"end\",\"at\":0,\"next\":0,\"messages\":0}\n",
    ] {
        let mut stream = connect(&folders, &open);
        // Fails once the explorer has closed the connection.
        let _ = stream.write_all(wrong.replace("one", &wrong.len().to_string()).as_bytes());
        assert!(is_closed(&stream), "{}", &wrong[..wrong.len().min(200)]);
    }
    still_works(&folders, &open);
}

#[test]
fn the_session_of_another_shim_cannot_be_taken() {
    let folders = Folders::new();
    let open = Open::start(&folders);
    let mut first = connect(&folders, &open);
    first.write_all(start("first", "same", 0).as_bytes()).unwrap();
    open.printed("An agent started first");
    let mut second = connect(&folders, &open);
    second.write_all(start("second", "same", 0).as_bytes()).unwrap();
    assert!(is_closed(&second));
    first.write_all(b"{\"type\":\"end\",\"at\":0,\"code\":0,\"next\":0,\"messages\":0}\n").unwrap();
    open.printed("The agent's server first exited with code 0");
}

#[test]
fn too_many_connections_do_not_last() {
    let folders = Folders::new();
    let open = Open::start(&folders);
    let connections: Vec<_> = (0..40).map(|_| connect(&folders, &open)).collect();
    // Silent connections are closed after a few seconds, and connections beyond the limit immediately.
    assert!(connections.iter().all(is_closed));
    still_works(&folders, &open);
}

/// Starts a program as another user, which the test can only do as root.
fn of_another_user(program: &str) -> Option<Shim> {
    if !Uid::effective().is_root() {
        return None;
    }
    // The program may open the socket as root, but its credentials are user nobody's.
    let change = "import ctypes, os, socket, sys\nos.seteuid(65534)\nctypes.CDLL(None).setfsuid(0)\n";
    let mut command = Command::new("python3");
    Some(Shim::of(command.args(["-c", &format!("{change}{program}")]).stdin(Stdio::piped())))
}

#[test]
fn a_shim_of_another_user_is_disconnected() {
    let folders = Folders::new();
    let open = Open::start(&folders);
    let path = folders.sockets().join(format!("open-{}.v1.sock", open.child.id()));
    let forged = start("foreign", "other", 0);
    let program = format!(
        "s = socket.socket(socket.AF_UNIX); s.connect({path:?}); print(flush=True)
try: s.send({forged:?}.encode()); print(len(s.recv(1)), flush=True)
except OSError: print(0, flush=True)"
    );
    if let Some(mut other) = of_another_user(&program) {
        assert_eq!(other.read_line(), "\n");
        assert_eq!(other.read_line(), "0\n");
    }
    still_works(&folders, &open);
}

#[test]
fn an_explorer_of_another_user_gets_nothing() {
    let folders = Folders::new();
    let fake = Fake::bind(&folders);
    std::fs::remove_file(&fake.path).unwrap();
    let path = &fake.path;
    let program = format!(
        "s = socket.socket(socket.AF_UNIX); s.bind({path:?}); s.listen(); print(flush=True)\nprint(len(s.accept()[0].recv(1)), flush=True)"
    );
    let Some(mut other) = of_another_user(&program) else { return };
    other.read_line();
    let mut shim = folders.wrap(&["cat"]);
    shim.write("{\"id\":1}\n");
    shim.read(9);
    assert_eq!(other.read_line(), "0\n");
    assert!(shim.finish().success());
}
