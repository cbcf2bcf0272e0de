use std::fmt;

/// A boxed error, as tower and hyper use it.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// An invalid value of a setting. The message names the setting, the value and what is allowed.
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

    /// Replaces the name of the setting, such as by the environment variable that it came from.
    pub(crate) fn of_setting(self, setting: &'static str) -> Self {
        Self { setting, ..self }
    }

    /// The name of the setting.
    pub fn setting(&self) -> &'static str {
        self.setting
    }

    /// The invalid value.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the setting `{}` has the invalid value {:?}: it must be {}", self.setting, self.value, self.allowed)
    }
}

impl std::error::Error for ConfigError {}
