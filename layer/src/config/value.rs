//! Environment variable values.

use std::time::Duration;

use super::{Execution, Theme, TrafficScope};
use crate::error::ConfigError;
use crate::setting::Setting;

/// An environment variable's text, with its setting for errors.
#[derive(Clone, Copy)]
pub(super) struct Value<'v> {
    pub(super) setting: Setting,
    pub(super) text: &'v str,
}

impl<'v> Value<'v> {
    pub(super) fn invalid(self, allowed: &'static str) -> ConfigError {
        ConfigError::invalid(self.setting, self.text, allowed)
    }

    pub(super) fn flag(self) -> Result<bool, ConfigError> {
        match self.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.invalid("\"true\" or \"false\"")),
        }
    }

    pub(super) fn theme(self) -> Result<Theme, ConfigError> {
        match self.text {
            "auto" => Ok(Theme::Auto),
            "light" => Ok(Theme::Light),
            "dark" => Ok(Theme::Dark),
            _ => Err(self.invalid("\"auto\", \"light\" or \"dark\"")),
        }
    }

    pub(super) fn traffic_scope(self) -> Result<TrafficScope, ConfigError> {
        match self.text {
            "own" => Ok(TrafficScope::Own),
            "all" => Ok(TrafficScope::All),
            _ => Err(self.invalid("`own` or `all`")),
        }
    }

    pub(super) fn execution(self) -> Result<Execution, ConfigError> {
        match self.text {
            "false" | "none" => Ok(Execution::disabled()),
            "true" | "all" => Ok(Execution::all()),
            "read-only" => Ok(Execution::read_only()),
            // A misspelled switch must not count as a tool name, because that would enable execution.
            switch if is_like_a_switch(switch) => {
                Err(self.invalid("\"true\", \"false\", \"read-only\" or comma-separated names of tools"))
            }
            _ => Ok(Execution::only(self.list())),
        }
    }

    /// Returns a bearer token. The error does not contain it.
    pub(super) fn token(self) -> Result<String, ConfigError> {
        if !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(self.text.to_owned());
        }
        let hidden = Self { text: "…", ..self };
        Err(hidden.invalid("a token of visible ASCII without white space, or not set at all"))
    }

    /// Returns a key with 32 bytes. The error does not contain it.
    pub(super) fn key(self) -> Result<[u8; 32], ConfigError> {
        let hidden = Self { text: "…", ..self };
        let invalid = || hidden.invalid("64 hexadecimal digits, such as the output of `openssl rand -hex 32`");
        let digit = |byte: &u8| u8::try_from(char::from(*byte).to_digit(16)?).ok();
        let digits: Option<Vec<u8>> = self.text.as_bytes().iter().map(digit).collect();
        let digits: [u8; 64] = digits.and_then(|digits| digits.try_into().ok()).ok_or_else(invalid)?;
        Ok(std::array::from_fn(|at| digits[2 * at] << 4 | digits[2 * at + 1]))
    }

    pub(super) fn list(self) -> impl Iterator<Item = &'v str> {
        self.text.split(',').map(str::trim).filter(|item| !item.is_empty())
    }

    /// Returns a hash list. Fails if it is empty: an empty list would allow every app, although the variable is meant
    /// to restrict apps.
    pub(super) fn hashes(self) -> Result<Vec<&'v str>, ConfigError> {
        let hashes: Vec<_> = self.list().collect();
        if hashes.is_empty() {
            return Err(self.invalid("comma-separated SHA-256 hashes, or not set at all"));
        }
        Ok(hashes)
    }

    pub(super) fn number(self) -> Result<usize, ConfigError> {
        self.text.parse().map_err(|_| self.invalid("a whole number"))
    }

    pub(super) fn seconds(self) -> Result<Duration, ConfigError> {
        let seconds = serde_json::from_str(self.text).ok();
        let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.ok_or_else(|| self.invalid("a number of seconds"))
    }
}

fn is_like_a_switch(value: &str) -> bool {
    let switches = ["false", "none", "true", "all", "read-only", "readonly", "0", "1", "no", "yes", "off", "on"];
    switches.contains(&value.trim().to_ascii_lowercase().as_str())
}
