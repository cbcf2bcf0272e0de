//! The commands without a page: the explorer's functions, for scripts.
//!
//! The commands are clients of the explorer, which runs in the same process: they send it live requests
//! ([`mcp_ui_host::live`]). So there is only one MCP client, and its limits apply here, too.
//!
//! | module | contents |
//! |---|---|
//! | `tools`, `call`, `read`, `prompts`, `doctor`, `login`, `test`, `diff` | the commands |
//! | `session` | a command's server, from start to end |
//! | `client`, `lists`, `exchange` | requests to the explorer |
//! | `arguments`, `schema` | arguments as words, converted by the tool's schema |
//! | `answers`, `form` | answers to the server's questions |
//! | `lock` | a server's offers as files, and the differences between offers |
//! | `content`, `json`, `markdown`, `output` | the output |

mod answers;
mod arguments;
mod call;
mod client;
mod content;
mod diff;
mod doctor;
mod exchange;
mod form;
mod json;
mod lists;
mod lock;
mod login;
mod markdown;
mod notifications;
mod output;
mod prompts;
mod read;
mod schema;
mod session;
mod test;
mod tools;

pub(crate) use self::call::CallArgs;
pub(crate) use self::diff::DiffArgs;
pub(crate) use self::doctor::DoctorArgs;
pub(crate) use self::login::{LoginArgs, LogoutArgs};
pub(crate) use self::prompts::PromptsArgs;
pub(crate) use self::read::ReadArgs;
#[cfg(fuzzing)]
pub use self::test::fuzz_test_file;
pub(crate) use self::test::{Order, ShownTests, TestArgs};
pub(crate) use self::tools::ToolsArgs;

/// The exit codes, for each command's help.
const EXIT_CODES: &str = "Exit codes: 0 ok, 1 wrong usage and other errors, 2 the tool has no app, 3 the server requires \
                          credentials, 4 it cannot be started or reached, 5 the tool reports an error.";
