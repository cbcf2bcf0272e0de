//! The page's endpoint for the tests of a file.

use std::io::Write as _;
use std::net::TcpStream;

use crate::open::running::{Running, server};

/// Maximum size of an order, in bytes.
const MAX_ORDER: usize = 1 << 20;

#[test]
fn the_size_of_orders_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.mcp-ui.yaml");
    std::fs::write(&file, "tests:\n- {list: tools}\n").unwrap();
    let open = Running::start(&server(&["--tests", file.to_str().unwrap()], &[]));
    let ordered = |order: &str| open.send("POST", "/tests", "", order).status;
    assert_eq!(ordered(&" ".repeat(MAX_ORDER + 1)), 413);
    assert_eq!(ordered("{}"), 400);

    // Orders that never end take all the room.
    let (host, token) = (&open.authority, &open.token);
    let head =
        format!("POST /tests HTTP/1.1\r\nhost: {host}\r\nmcp-ui-token: {token}\r\ncontent-length: {MAX_ORDER}\r\n\r\n");
    let mut uploads = Vec::new();
    loop {
        let mut stream = TcpStream::connect(host).unwrap();
        // Is refused if the room is taken.
        let _ = stream.write_all(format!("{head}{}", " ".repeat(MAX_ORDER - 1)).as_bytes());
        uploads.push(stream);
        match ordered("[7, 7]") {
            503 => break,
            // There are too few, or not all of them have arrived.
            status => assert_eq!(status, 400),
        }
    }
}
