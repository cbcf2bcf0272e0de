use std::fmt;

/// Any error, as tower and hyper pass it around.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A value that a setting does not take. The message names the setting, the value and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    setting: &'static str,
    value: String,
    allowed: &'static str,
}

impl ConfigError {
    pub(crate) fn new(setting: &'static str, value: impl Into<String>, allowed: &'static str) -> Self {
        Self { setting, value: value.into(), allowed }
    }

    /// The same error, under another name of the setting.
    pub(crate) fn of_setting(self, setting: &'static str) -> Self {
        Self { setting, ..self }
    }

    /// The name of the setting.
    pub fn setting(&self) -> &'static str {
        self.setting
    }

    /// The value that was given.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the setting `{}` does not take {:?}: it must be {}", self.setting, self.value, self.allowed)
    }
}

impl std::error::Error for ConfigError {}
