use std::io::{self, Write as _};

use crate::commands::Failure;
use crate::commands::harmless::{harmless, harmless_json};

/// Prints bytes on stdout as they are.
pub(super) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        // The reader, such as `head`, has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure::new(format!("The result cannot be written: {error}."))),
        Ok(()) => Ok(()),
    }
}

/// Prints server text as lines.
pub(super) fn print_text(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    print_bytes(format!("{}{end}", harmless(text)).as_bytes())
}

/// Prints JSON as the server wrote it.
pub(super) fn print_json(json: &str) -> Result<(), Failure> {
    print_bytes(format!("{}\n", harmless_json(json)).as_bytes())
}
