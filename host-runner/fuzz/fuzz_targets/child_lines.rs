//! Arbitrary lines from a child process, in arbitrary pieces: each request ends exactly once, with an answer meant for
//! it, and the relayed message differs from the line only in its id and progress token.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::{Outcome, relay, with_other_ids};
use mcp_ui_host_fuzz::{in_pieces, run};
use serde_json::Value;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    clients: u8,
    lines: Vec<Line<'a>>,
    pieces: Vec<u8>,
    messages: &'a str,
}

#[derive(Arbitrary, Debug)]
enum Line<'a> {
    Any(&'a [u8]),
    Response {
        to: u8,
        space: u8,
        text: &'a str,
    },
    /// A response whose text is not UTF-8.
    Broken {
        to: u8,
    },
    Progress {
        of: u8,
        text: &'a str,
    },
    Request {
        id: i32,
        method: &'a str,
    },
}

/// The prefix of every string meant for a client, before the client's number. It reveals strings that reach another
/// client.
const SECRET: &str = "for-client-";

fn written(line: &Line<'_>) -> Vec<u8> {
    let space = |count: u8| [" ", "", "  "][usize::from(count) % 3];
    match line {
        Line::Any(bytes) => bytes.iter().copied().filter(|byte| *byte != b'\n').collect(),
        Line::Response { to, space: count, text } => {
            let (space, text) = (space(*count), Value::from(format!("{SECRET}{to}! {text}")));
            format!(r#"{{{space}"id":{space}{to}{space},"jsonrpc":"2.0","result":{{"x":{text}}}}}"#).into_bytes()
        }
        Line::Broken { to } => [format!(r#"{{"id":{to},"result":""#).as_bytes(), b"\xff\"}"].concat(),
        Line::Progress { of, text } => {
            let text = Value::from(format!("{SECRET}{of}! {text}"));
            let params = format!(r#"{{"progressToken":{of},"progress":1.50,"message":{text}}}"#);
            format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#).into_bytes()
        }
        Line::Request { id, method } => {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{}}}"#, Value::from(*method)).into_bytes()
        }
    }
}

fuzz_target!(|input: Input<'_>| {
    let count = input.clients % 8 + 1;
    let request = |client: u8| {
        let meta = format!(r#"{{"progressToken":"token-{client}"}}"#);
        format!(
            r#"{{"jsonrpc":"2.0","id":"client-{client}","method":"tools/call","params":{{"name":"t","_meta":{meta}}}}}"#
        )
    };
    let requests: Vec<_> = (1..=count).map(request).collect();
    let lines: Vec<_> = input.lines.iter().map(written).collect();
    let is_forged = input.lines.iter().any(|line| matches!(line, Line::Any(bytes) if bytes.contains(&b'{')));
    let outcomes = run(relay(&requests, in_pieces(&lines.join(&b'\n'), &input.pieces)));
    for (client, outcomes) in (1_u8..).zip(outcomes) {
        let outcomes = outcomes.expect("the request is taken");
        let (last, others) = outcomes.split_last().expect("each request ends");
        assert!(others.iter().all(|outcome| matches!(outcome, Outcome::Message(_))), "{outcomes:?}");
        for text in outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Message(text) | Outcome::Response(text) => Some(text),
            Outcome::Lost => None,
        }) {
            let of_client = format!("{SECRET}{client}!");
            assert!(is_forged || !text.contains(SECRET) || text.contains(&of_client), "client {client}: {text}");
        }
        if is_forged {
            continue;
        }
        let first = input
            .lines
            .iter()
            .find(|line| matches!(line, Line::Response { to, .. } | Line::Broken { to } if *to == client));
        match (first, last) {
            (Some(line @ Line::Response { .. }), Outcome::Response(text)) => {
                let line = String::from_utf8(written(line)).expect("it is UTF-8");
                let (before, after) = line.split_once(&format!("{client}")).expect("it has an id");
                assert_eq!(*text, format!(r#"{before}"client-{client}"{after}"#));
            }
            (Some(Line::Broken { .. }), Outcome::Response(text)) => assert!(text.contains("not UTF-8"), "{text}"),
            (None, Outcome::Lost) => {}
            wrong => panic!("client {client}: {wrong:?}"),
        }
    }

    for (before, after) in with_other_ids(input.messages, "\"another\"").into_iter().flatten() {
        let id = |text: &str| serde_json::from_str::<Value>(text).expect("a message is JSON")["id"].clone();
        let same = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let same_at_end = before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
        assert!(before == after || id(&after) == "another", "{before} became {after}");
        assert!(before == after || same + same_at_end + 1_024 + 9 >= after.len(), "{before} became {after}");
    }
});
