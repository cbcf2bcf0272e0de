//! Any sealed text opens for its key and its purpose, and once it was changed for nothing.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use tower_mcp_ui::fuzzing::{open, seal};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    key: [u8; 32],
    text: &'a [u8],
    changes: Vec<(u16, Change)>,
    other_key: [u8; 32],
    unsealed: &'a str,
}

#[derive(Arbitrary, Debug)]
enum Change {
    Replace(u8),
    Insert(u8),
    Remove,
    Cut,
}

fuzz_target!(|input: Input<'_>| {
    let token = seal(&input.key, "one", input.text);
    assert_eq!(open(&input.key, "one", &token).as_deref(), Some(input.text));
    assert_eq!(open(&input.key, "another", &token), None);
    assert!(input.other_key == input.key || open(&input.other_key, "one", &token).is_none());
    assert_eq!(open(&input.key, "one", input.unsealed), None);

    let mut changed = token.clone().into_bytes();
    for (at, change) in &input.changes {
        let at = usize::from(*at) % (changed.len() + 1);
        match change {
            Change::Replace(byte) if at < changed.len() => changed[at] = *byte,
            Change::Remove if at < changed.len() => drop(changed.remove(at)),
            Change::Insert(byte) => changed.insert(at, *byte),
            Change::Cut => changed.truncate(at),
            _ => {}
        }
    }
    if let Ok(changed) = String::from_utf8(changed) {
        assert!(changed == token || open(&input.key, "one", &changed).is_none(), "{changed}");
    }
});
