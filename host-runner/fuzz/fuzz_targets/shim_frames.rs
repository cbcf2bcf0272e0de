//! Arbitrary frames on the socket for `mcp-ui wrap`, in arbitrary pieces: they are stored within the bounds, or
//! rejected with an error.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::follow;
use mcp_ui_host::wrap::{Event, Sessions};
use mcp_ui_host_fuzz::{in_pieces, run};
use serde_json::{Value, json};

#[derive(Arbitrary, Debug)]
struct Connection<'a> {
    frames: Vec<Frame<'a>>,
    pieces: Vec<u8>,
}

#[derive(Arbitrary, Debug)]
enum Frame<'a> {
    Any(&'a [u8]),
    Start { session: u8, name: &'a str, at: u64, next: Number, messages: Number },
    Line { seq: Number, direction: u8, at: u64, length: u64, body: &'a [u8], is_complete: bool },
    Gap(Number, Number),
    End { code: Option<i32>, signal: Option<i32>, next: Number, messages: Number },
}

/// A small number, so that frames can follow each other, or an arbitrary number.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Number {
    Small(u8),
    Any(u64),
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        match number {
            Number::Small(number) => (number % 16).into(),
            Number::Any(number) => number.into(),
        }
    }
}

const DIRECTIONS: [&str; 3] = ["to_server", "to_agent", "stderr"];

fn written(frame: &Frame<'_>) -> Vec<u8> {
    let (header, body): (_, &[u8]) = match frame {
        Frame::Any(bytes) => return bytes.to_vec(),
        Frame::Start { session, name, at, next, messages } => (
            json!({
                "type": "start", "version": 1, "session": format!("session-{}", session % 4), "name": name, "pid": 1,
                "at": at, "next": Value::from(*next), "messages": Value::from(*messages),
            }),
            &[],
        ),
        Frame::Line { seq, direction, at, length, body, is_complete } => (
            json!({
                "type": "line", "seq": Value::from(*seq), "direction": DIRECTIONS[usize::from(*direction) % 3],
                "at": at, "length": length, "kept": body.len(), "complete": is_complete,
            }),
            body,
        ),
        Frame::Gap(from, to) => (json!({ "type": "gap", "from": Value::from(*from), "to": Value::from(*to) }), &[]),
        Frame::End { code, signal, next, messages } => (
            json!({
                "type": "end", "at": 1, "code": code, "signal": signal, "next": Value::from(*next),
                "messages": Value::from(*messages),
            }),
            &[],
        ),
    };
    [header.to_string().as_bytes(), b"\n", body].concat()
}

fuzz_target!(|connections: Vec<Connection<'_>>| {
    let sessions = Sessions::new();
    for connection in &connections {
        let bytes = connection.frames.iter().flat_map(written).collect::<Vec<_>>();
        let reader = in_pieces(&bytes, &connection.pieces);
        // An error closes the connection.
        let _stored = run(follow(reader, &sessions));
    }
    let mut next = 0;
    for record in sessions.records_from(0, usize::MAX) {
        assert!(record.number >= next, "{record:?}");
        next = record.number + 1;
        if let Event::Gap(from, to) = record.event {
            assert!(from < to, "{record:?}");
        }
    }
    assert_eq!(next, sessions.next_number());
    // No connection is left, so each session has an end.
    assert!(sessions.sessions().iter().all(|session| session.end.is_some()));
});
