use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The command that starts an MCP server over stdio.
///
/// ```
/// use mcp_ui_host::StdioCommand;
///
/// let command = StdioCommand::new("npx").args(["-y", "@modelcontextprotocol/server-everything"]).env("LOG", "1");
/// assert_eq!(command.to_string(), "npx -y @modelcontextprotocol/server-everything");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct StdioCommand {
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) cwd: Option<PathBuf>,
    shown: Option<Vec<String>>,
}

impl StdioCommand {
    /// Creates a command from a program name in `PATH`, or from a program's path.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self { program: program.into(), args: Vec::new(), env: Vec::new(), cwd: None, shown: None }
    }

    /// Adds arguments.
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable. From this program's own variables, the process inherits only `PATH`, `HOME`,
    /// `LANG`, `TERM`, `USER`, `SHELL` and `TMPDIR` (on Windows, those that every program needs), certificate paths,
    /// and proxies without passwords. `npx`, `uvx`, `pipx` and similar programs also inherit their own settings, such
    /// as `npm_config_registry`.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Sets the working directory, from which a relative program path is resolved. Default: this program's own.
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        let directory = directory.into();
        self.cwd = Some(std::path::absolute(&directory).unwrap_or(directory));
        self
    }

    /// Sets the words shown to users in place of a command line that contains secrets. Default: the command line.
    pub fn shown_as(self, words: Vec<String>) -> Self {
        Self { shown: Some(words), ..self }
    }

    /// The program.
    pub fn program(&self) -> &OsStr {
        &self.program
    }

    /// Finds the program in `PATH`, or relative to the command's working directory.
    ///
    /// # Errors
    ///
    /// If there is no such program, with a sentence that suggests a remedy.
    pub fn locate(&self) -> Result<PathBuf, String> {
        // Variable values may be secrets, so users do not see them.
        let shown = self.shown.as_ref().and_then(|words| words.first());
        let name = shown.map_or_else(|| self.program.to_string_lossy(), |name| name.as_str().into());
        let directory = match &self.cwd {
            Some(directory) if !directory.is_dir() => {
                let directory = directory.display().to_string();
                let directory = if shown.is_some() { "its working directory" } else { &directory };
                return Err(format!("{name} cannot be started: {directory} is not a folder."));
            }
            Some(directory) => directory.clone(),
            None => std::env::current_dir().unwrap_or_default(),
        };
        which::which_in(&self.program, self.search_path(), directory).map_err(|_| {
            if name.contains(std::path::is_separator) {
                format!("{name} cannot be started: there is no such program, or it is not executable.")
            } else {
                format!("{name} cannot be started: it is not in PATH. Install it, or specify its path.")
            }
        })
    }

    /// Returns the `PATH` that is searched for the program.
    fn search_path(&self) -> Option<OsString> {
        let given = self.env.iter().rev().find(|(name, _)| name == OsStr::new("PATH"));
        given.map(|(_, value)| value.clone()).or_else(|| std::env::var_os("PATH"))
    }

    /// The program and its arguments.
    pub fn words(&self) -> impl Iterator<Item = &OsStr> {
        std::iter::once(self.program.as_os_str()).chain(self.args.iter().map(OsString::as_os_str))
    }

    /// The variables set by [`env`](Self::env).
    pub fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.env.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The working directory, if set.
    pub fn folder(&self) -> Option<&Path> {
        self.cwd.as_deref()
    }
}

/// Formats the command line for display.
impl std::fmt::Display for StdioCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(words) = &self.shown {
            return f.write_str(&words.join(" "));
        }
        let words: Vec<_> = self.words().map(OsStr::to_string_lossy).collect();
        f.write_str(&words.join(" "))
    }
}

/// The protocol revision to use with a process.
///
/// ```
/// use mcp_ui_host::ProtocolChoice;
///
/// assert_eq!("2025-06-18".parse(), Ok(ProtocolChoice::Handshake("2025-06-18")));
/// assert!("2025-06-19".parse::<ProtocolChoice>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProtocolChoice {
    /// Offers the handshake from the older revisions, which every client can use. If the process refuses it or does not
    /// answer, sends `server/discover`.
    #[default]
    Auto,
    /// [`Auto`](Self::Auto), with a second process that uses 2026-07-28 if the server is started by `mcp-ui open`.
    Both,
    /// 2026-07-28, which has no handshake. `server/discover` is sent to the process.
    Stateless,
    /// An older revision, with this version in the handshake. The process may choose another version.
    Handshake(&'static str),
}

/// The revision without a handshake.
pub(crate) const STATELESS: &str = "2026-07-28";

/// The revisions with a handshake, newest first.
pub(super) const WITH_HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

impl FromStr for ProtocolChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "both" => Ok(Self::Both),
            STATELESS => Ok(Self::Stateless),
            _ => WITH_HANDSHAKE
                .into_iter()
                .find(|version| *version == text)
                .map(Self::Handshake)
                .ok_or_else(|| format!("expected one of auto, both, {STATELESS}, {}", WITH_HANDSHAKE.join(", "))),
        }
    }
}

/// The server's requests that clients can answer. A server that sends other requests may wait for a long time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Questions {
    /// Elicitation, sampling and roots.
    #[default]
    All,
    /// Elicitation and sampling.
    AllButRoots,
    /// No requests.
    None,
}

impl Questions {
    /// Returns the client capabilities to announce, as JSON.
    pub(super) fn capabilities(self) -> String {
        let all = tower_mcp_ui::embedding::client_capabilities();
        let left_out: &[&str] = match self {
            Self::All => &[],
            Self::AllButRoots => &["roots"],
            Self::None => &["elicitation", "sampling", "roots", "tasks"],
        };
        let mut capabilities: serde_json::Map<_, _> = serde_json::from_str(all.get()).unwrap_or_default();
        capabilities.retain(|name, _| !left_out.contains(&name.as_str()));
        serde_json::Value::Object(capabilities).to_string()
    }
}

/// Options for a [`StdioServer`](super::StdioServer).
#[derive(Clone, Debug)]
#[must_use]
pub struct StdioOptions {
    pub(crate) protocol: ProtocolChoice,
    pub(crate) probe_timeout: Duration,
    pub(crate) init_timeout: Duration,
    pub(crate) questions: Questions,
    pub(super) watchdog: Option<PathBuf>,
}

impl StdioOptions {
    /// Default for [`StdioOptions::init_timeout`]: the timeout for the process to agree on a revision, after which the
    /// process is terminated.
    pub const DEFAULT_INIT_TIMEOUT: Duration = Duration::from_secs(30);

    /// Creates options with the defaults that are stated at each setter.
    pub fn new() -> Self {
        Self {
            protocol: ProtocolChoice::Auto,
            probe_timeout: Duration::from_secs(10),
            init_timeout: Self::DEFAULT_INIT_TIMEOUT,
            questions: Questions::All,
            watchdog: None,
        }
    }

    /// Sets which of the server's requests are answered. Default [`Questions::All`].
    pub fn questions(self, questions: Questions) -> Self {
        Self { questions, ..self }
    }

    /// Sets the protocol revision. Default [`ProtocolChoice::Auto`].
    pub fn protocol(self, protocol: ProtocolChoice) -> Self {
        Self { protocol, ..self }
    }

    /// Sets the time for an answer to `initialize`, after which `server/discover` is sent, too. Some servers for
    /// 2026-07-28 do not answer the handshake. Default 10 s.
    pub fn probe_timeout(self, limit: Duration) -> Self {
        Self { probe_timeout: limit, ..self }
    }

    /// Sets the timeout for the process to become ready for requests. Default 30 s.
    pub fn init_timeout(self, limit: Duration) -> Self {
        Self { init_timeout: limit, ..self }
    }

    /// Sets a program that terminates the server's process group if this program is killed. It is started with the
    /// single argument `watchdog`, and must run [`watchdog_main`](crate::watchdog_main). Default: none. On Windows, the
    /// system terminates the processes, and no program is started.
    pub fn watchdog(self, program: impl AsRef<Path>) -> Self {
        Self { watchdog: Some(program.as_ref().to_owned()), ..self }
    }
}

impl Default for StdioOptions {
    fn default() -> Self {
        Self::new()
    }
}
