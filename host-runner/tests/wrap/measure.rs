//! The shim's costs, as figures without assertions. Run with `cargo test -p mcp-ui-host --test wrap -- --ignored
//! --nocapture measure`.

use std::io::{Read as _, Write as _};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::wrap::explorer::Open;
use crate::wrap::shim::{Folders, Shim};

const MESSAGES: usize = 5_000;
const BYTES: usize = 512 << 20;

/// Measures the median and 99th percentile round-trip time for a 200-byte message.
fn round_trips(shim: &mut Shim) -> [Duration; 2] {
    let message = format!("{}\n", "x".repeat(199));
    let mut times: Vec<_> = (0..MESSAGES)
        .map(|_| {
            let begin = Instant::now();
            shim.write(&message);
            shim.read(message.len());
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    [times[MESSAGES / 2], times[MESSAGES * 99 / 100]]
}

/// Measures the MiB per second from the agent to the server and back, in lines of 10,000 bytes.
fn throughput(mut shim: Shim) -> u128 {
    let mut stdin = shim.0.stdin.take().unwrap();
    let chunk = format!("{}\n", "x".repeat(9_999)).repeat(10);
    let begin = Instant::now();
    let writing = thread::spawn(move || {
        for _ in 0..BYTES / chunk.len() {
            stdin.write_all(chunk.as_bytes()).unwrap();
        }
    });
    let mut stdout = shim.0.stdout.take().unwrap();
    let mut buffer = vec![0; 1 << 16];
    let mut read = 0;
    loop {
        match stdout.read(&mut buffer).unwrap() {
            0 => break,
            count => read += count,
        }
    }
    writing.join().unwrap();
    read as u128 * 1000 / (1 << 20) / begin.elapsed().as_millis()
}

#[test]
#[ignore = "a measurement"]
fn the_costs_of_the_shim() {
    let folders = Folders::new();
    let explorer = Folders::new();
    let open = Open::start(&explorer);
    let ways: [(&str, &dyn Fn() -> Shim); 3] = [
        ("bare", &|| Shim::of(&mut Command::new("cat"))),
        ("wrapped", &|| folders.wrap(&["cat"])),
        ("wrapped, with an explorer", &|| explorer.wrap(&["cat"])),
    ];
    for (name, start) in ways {
        let mut shim = start();
        round_trips(&mut shim);
        let [median, late] = round_trips(&mut shim);
        shim.finish();
        println!("{name}: {median:?} median, {late:?} 99th percentile, {} MiB/s", throughput(start()));
    }
    drop(open);
}
