use crate::setting::Setting;

/// A boxed error, as tower and hyper use it. `?` and `into()` convert any error into it.
///
/// ```
/// use tower_mcp_ui::BoxError;
///
/// fn port(text: &str) -> Result<u16, BoxError> {
///     if text.is_empty() {
///         return Err("there is no port".into());
///     }
///     Ok(text.parse()?)
/// }
/// assert_eq!(port("").unwrap_err().to_string(), "there is no port");
/// ```
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A configuration error, from a setter on [`McpUiConfig`](crate::McpUiConfig) or from an environment variable.
///
/// The message states the wrong setting and its valid values. It never contains the token in `MCP_UI_TOKEN`.
///
/// ```
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::config::{ConfigError, Setting};
///
/// match McpUiConfig::new().hosts(["http://tools.example.com"]) {
///     Err(ConfigError::InvalidValue { setting: Setting::HOSTS, value, .. }) => {
///         assert_eq!(value, "http://tools.example.com");
///     }
///     other => panic!("a host has no scheme: {other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A value that the setting does not accept.
    #[error("the setting {setting} has the invalid value {value:?}: it must be {allowed}")]
    #[non_exhaustive]
    InvalidValue {
        /// The setting.
        setting: Setting,
        /// The value or its invalid part; `…` in place of a secret.
        value: String,
        /// The values that the setting accepts, in words.
        allowed: &'static str,
    },
    /// A setting that has no effect without another setting.
    #[error("the setting {required_by} has no effect without {missing}: set both")]
    #[non_exhaustive]
    MissingSetting {
        /// The missing setting.
        missing: Setting,
        /// The setting that needs it.
        required_by: Setting,
    },
    /// An environment variable that starts with `MCP_UI_` but is not a setting.
    #[error("the environment variable {name} is unknown: correct its name, or remove it")]
    #[non_exhaustive]
    UnknownVariable {
        /// The variable's name.
        name: String,
    },
}

impl ConfigError {
    pub(crate) fn invalid(setting: Setting, value: impl Into<String>, allowed: &'static str) -> Self {
        Self::InvalidValue { setting, value: value.into(), allowed }
    }

    pub(crate) fn missing(missing: Setting, required_by: Setting) -> Self {
        Self::MissingSetting { missing, required_by }
    }

    /// Returns the wrong setting, or `None` for an unknown variable.
    ///
    /// ```
    /// use tower_mcp_ui::McpUiConfig;
    /// use tower_mcp_ui::config::Setting;
    ///
    /// let error = McpUiConfig::new().prefix("no slash").unwrap_err();
    /// assert_eq!(error.setting(), Some(Setting::PREFIX));
    /// ```
    pub fn setting(&self) -> Option<Setting> {
        match self {
            Self::InvalidValue { setting, .. } | Self::MissingSetting { required_by: setting, .. } => Some(*setting),
            Self::UnknownVariable { .. } => None,
        }
    }
}
