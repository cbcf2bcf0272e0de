//! Arbitrary agent configuration files: the servers are read, or the error mentions the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::config_file;
use mcp_ui_host_fuzz::with_file;

fuzz_target!(|text: &[u8]| {
    if let Err(reason) = with_file(text, |path| config_file(path)) {
        assert!(reason.contains("mcp-ui-fuzz"), "{reason}");
    }
});
