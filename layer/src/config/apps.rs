use std::time::Duration;

use serde::Serialize;

use crate::error::ConfigError;

/// Limits on MCP Apps, which the page enforces. The user is notified when an app reaches one.
///
/// ```
/// use tower_mcp_ui::{Apps, McpUiConfig};
///
/// let config = McpUiConfig::new().apps(Apps::new().frames(4).html_bytes(1 << 20));
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct Apps {
    frames: usize,
    initialize_seconds: f64,
    call_seconds: f64,
    queued_messages: usize,
    html_bytes: usize,
    message_bytes: usize,
    messages_per_second: usize,
    #[serde(skip)]
    pub(crate) domains: usize,
    pub(crate) allow: Vec<String>,
    pub(crate) block: Vec<String>,
}

impl Apps {
    /// Creates the default limits, which are documented at each setter.
    pub const fn new() -> Self {
        Self {
            frames: 10,
            initialize_seconds: 30.0,
            call_seconds: 120.0,
            queued_messages: 50,
            html_bytes: 5 << 20,
            message_bytes: 1 << 20,
            messages_per_second: 500,
            domains: 50,
            allow: Vec::new(),
            block: Vec::new(),
        }
    }

    /// Sets the number of apps that may run at once. Default 10.
    pub const fn frames(mut self, count: usize) -> Self {
        self.frames = count;
        self
    }

    /// Sets the time for an app to initialize before the page shows a warning. Default 30 s.
    pub const fn initialize(mut self, limit: Duration) -> Self {
        self.initialize_seconds = limit.as_secs_f64();
        self
    }

    /// Sets the timeout of a tool call by an app, which then gets an error. Default 120 s.
    pub const fn call(mut self, limit: Duration) -> Self {
        self.call_seconds = limit.as_secs_f64();
        self
    }

    /// Sets the number of messages that are queued until an app has initialized, and of its concurrent requests.
    /// Default 50.
    pub const fn queued_messages(mut self, count: usize) -> Self {
        self.queued_messages = count;
        self
    }

    /// Sets the maximum size of an app's HTML in bytes. Default 5 MiB.
    pub const fn html_bytes(mut self, bytes: usize) -> Self {
        self.html_bytes = bytes;
        self
    }

    /// Sets the maximum size of a message from an app in bytes. Default 1 MiB.
    pub const fn message_bytes(mut self, bytes: usize) -> Self {
        self.message_bytes = bytes;
        self
    }

    /// Sets the number of messages from an app per second. Further messages are dropped; requests get an error.
    /// Default 500.
    pub const fn messages_per_second(mut self, count: usize) -> Self {
        self.messages_per_second = count;
        self
    }

    /// Sets the number of domains that an app may declare in each list of its CSP. Default 50.
    pub const fn domains(mut self, count: usize) -> Self {
        self.domains = count;
        self
    }

    /// Sets the only apps that may be shown, by the SHA-256 of their HTML in hexadecimal. Reading another app results
    /// in 403. Default: empty, which allows all apps.
    ///
    /// # Errors
    ///
    /// If one of them is not a SHA-256 hash.
    pub fn allow<H: AsRef<str>>(mut self, hashes: impl IntoIterator<Item = H>) -> Result<Self, ConfigError> {
        self.allow = parse_hashes("apps_allow", hashes)?;
        Ok(self)
    }

    /// Sets apps that may not be shown, by the SHA-256 of their HTML in hexadecimal. Reading one results in 403, even
    /// if it is also in [`allow`](Self::allow). Default: none.
    ///
    /// # Errors
    ///
    /// If one of them is not a SHA-256 hash.
    pub fn block<H: AsRef<str>>(mut self, hashes: impl IntoIterator<Item = H>) -> Result<Self, ConfigError> {
        self.block = parse_hashes("apps_block", hashes)?;
        Ok(self)
    }
}

fn parse_hashes<H: AsRef<str>>(
    setting: &'static str,
    hashes: impl IntoIterator<Item = H>,
) -> Result<Vec<String>, ConfigError> {
    let parse = |hash: H| {
        let hash = hash.as_ref();
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let wrong = || ConfigError::new(setting, hash, "SHA-256 hashes of 64 hexadecimal digits each");
        is_hash.then(|| hash.to_ascii_lowercase()).ok_or_else(wrong)
    };
    hashes.into_iter().map(parse).collect()
}

impl Default for Apps {
    fn default() -> Self {
        Self::new()
    }
}
