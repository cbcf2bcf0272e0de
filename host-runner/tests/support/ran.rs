//! A finished command.

use std::process::Output;

use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that the command has printed exactly this on stdout.
    #[track_caller]
    pub(crate) fn printed(&self, stdout: &str) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(0), stdout), "{}", self.stderr);
    }

    /// Checks that the command has failed with this code and message, and has printed nothing on stdout.
    #[track_caller]
    pub(crate) fn failed(&self, code: i32, message: &str) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        assert!(self.stderr.contains(message), "{}", self.stderr);
    }
}
