use std::fmt;

use super::harmless::harmless;

/// A command's failure, with its exit code.
///
/// The exit codes are those of MCP Inspector's command line: 1 for usage and other errors, 2 for a tool without an app,
/// 3 for missing credentials, 4 for an unreachable server, 5 for a tool error. `mcp-ui test` and `mcp-ui diff` add 64
/// for wrong usage and wrong files.
#[derive(Debug)]
pub(crate) struct Failure {
    exit: u8,
    /// The reason as a code for programs, such as `not_found`.
    #[cfg_attr(not(feature = "open"), expect(dead_code, reason = "only the commands for scripts print JSON"))]
    code: &'static str,
    message: String,
    /// Advice for the user, as a sentence.
    hint: Option<String>,
    /// The server's JSON-RPC error, as JSON.
    #[cfg_attr(not(feature = "open"), expect(dead_code, reason = "only the commands for scripts print JSON"))]
    error: Option<String>,
    form: Form,
}

/// The output format for a failure.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Text on stderr.
    Text,
    /// A JSON object on stdout.
    #[cfg(feature = "open")]
    Json,
    /// No output, because the command's output already shows the failure.
    #[cfg(feature = "open")]
    Silent,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::of(1, "failed", message)
    }

    fn of(exit: u8, code: &'static str, message: impl Into<String>) -> Self {
        Self { exit, code, message: message.into(), hint: None, error: None, form: Form::Text }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        self.exit
    }

    /// Prints the failure. Server text in it is escaped, so it cannot control the terminal.
    pub(crate) fn report(&self) {
        match self.form {
            #[cfg(feature = "open")]
            Form::Silent => {}
            Form::Text => {
                eprintln!("mcp-ui: {}", harmless(&self.message));
                if let Some(hint) = &self.hint {
                    eprintln!("{}", harmless(hint));
                }
            }
            #[cfg(feature = "open")]
            Form::Json => {
                let json = serde_json::json!({ "error": self.to_json() }).to_string();
                println!("{}", super::harmless::harmless_json(&json));
            }
        }
    }
}

#[cfg(feature = "open")]
impl Failure {
    /// Wrong usage on the command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::of(1, "usage", message)
    }

    /// A wrong file or wrong usage in `mcp-ui test` and `mcp-ui diff`.
    pub(crate) fn wrong_file(message: impl Into<String>) -> Self {
        Self::of(64, "wrong_file", message)
    }

    /// Failed tests, which the report has already shown.
    pub(crate) fn tests_failed() -> Self {
        Self::of(1, "tests_failed", "Tests failed.").silent()
    }

    /// A tool, prompt or resource that the server does not offer.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::of(1, "not_found", message)
    }

    pub(crate) fn invalid_arguments(message: impl Into<String>) -> Self {
        Self::of(1, "invalid_arguments", message)
    }

    /// A question from the server that was not answered, so that the request cannot continue.
    pub(crate) fn unanswered(message: impl Into<String>) -> Self {
        Self::of(1, "unanswered", message)
    }

    /// An interruption by Ctrl-C, SIGTERM or SIGHUP.
    pub(crate) fn interrupted() -> Self {
        Self::of(1, "interrupted", "Interrupted.")
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.code == "interrupted"
    }

    pub(crate) fn timeout(message: impl Into<String>) -> Self {
        Self::of(1, "timeout", message)
    }

    /// A JSON-RPC error from the server. `error` is its JSON.
    pub(crate) fn rpc(message: impl Into<String>, error: String) -> Self {
        Self { error: Some(error), ..Self::of(1, "rpc_error", message) }
    }

    pub(crate) fn no_app(message: impl Into<String>) -> Self {
        Self::of(2, "no_app", message)
    }

    pub(crate) fn needs_credentials(message: impl Into<String>) -> Self {
        Self::of(3, "auth_required", message)
    }

    pub(crate) fn unreachable(message: impl Into<String>) -> Self {
        Self::of(4, "unreachable", message)
    }

    /// A response that is not MCP.
    pub(crate) fn bad_response(message: impl Into<String>) -> Self {
        Self::of(4, "bad_response", message)
    }

    /// A tool result that is an error. The result has already been printed.
    pub(crate) fn tool_error() -> Self {
        Self::of(5, "tool_error", "The tool reports an error.")
    }

    /// Prefixes the message with the file or server that it concerns.
    pub(crate) fn within(self, file: &str) -> Self {
        Self { message: format!("{file}: {}", self.message), ..self }
    }

    /// Rewrites the message and the hint.
    pub(crate) fn reworded(self, change: impl Fn(&str) -> String) -> Self {
        Self { message: change(&self.message), hint: self.hint.as_deref().map(change), ..self }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn hint_unless_given(self, hint: impl FnOnce() -> String) -> Self {
        if self.hint.is_some() { self } else { self.hint(hint()) }
    }

    /// Reports the failure as JSON on stdout, unless the result printed there already contains it.
    pub(crate) fn in_json(self) -> Self {
        let is_shown = self.exit == 5 || matches!(self.form, Form::Silent);
        Self { form: if is_shown { Form::Silent } else { Form::Json }, ..self }
    }

    /// Reports nothing, because the command's output already shows the failure.
    pub(crate) fn silent(self) -> Self {
        Self { form: Form::Silent, ..self }
    }

    /// The server's JSON-RPC error code.
    pub(crate) fn rpc_code(&self) -> Option<i64> {
        self.rpc_error()?["code"].as_i64()
    }

    /// The server's JSON-RPC error.
    pub(crate) fn rpc_error(&self) -> Option<serde_json::Value> {
        serde_json::from_str(self.error.as_deref()?).ok()
    }

    /// The failure as JSON: `{"code": …, "message": …, "hint": …, "error": …}`.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let mut error = serde_json::json!({ "code": self.code, "message": self.message });
        if let Some(hint) = &self.hint {
            error["hint"] = hint.as_str().into();
        }
        if let Some(server) = &self.error {
            error["error"] = serde_json::from_str(server).unwrap_or_default();
        }
        error
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}
