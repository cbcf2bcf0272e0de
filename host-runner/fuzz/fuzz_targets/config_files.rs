//! Any configuration file of an agent: its servers are read, or the reason names the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::config_file;
use mcp_ui_host_fuzz::with_file;

fuzz_target!(|text: &[u8]| {
    if let Err(reason) = with_file(text, |path| config_file(path)) {
        assert!(reason.contains("mcp-ui-fuzz"), "{reason}");
    }
});
