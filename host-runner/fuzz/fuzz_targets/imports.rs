//! Arbitrary traffic files: the messages are recorded without secrets, or an error gives a single reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::import;
use mcp_ui_host_fuzz::{run, with_file};
use tower_mcp_ui::{Traffic, TrafficSettings};

fuzz_target!(|text: &[u8]| {
    run(async {
        let traffic = Traffic::new(TrafficSettings::new());
        if let Err(reason) = with_file(text, |path| import(path, &traffic)) {
            assert!(reason.contains("mcp-ui-fuzz") && reason.len() < 2_000, "{reason}");
        }
    });
});
