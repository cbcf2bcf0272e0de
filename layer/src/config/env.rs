//! Settings from environment variables.

use super::value::Value;
use super::{Apps, Limits, McpUiConfig, Timeouts};
use crate::auth::BearerToken;
use crate::error::ConfigError;
use crate::setting::Setting;

type Apply = fn(McpUiConfig, Value<'_>) -> Result<McpUiConfig, ConfigError>;

/// The settings that variables can change, with their setters. The order matters, because some setters depend on an
/// earlier setting.
const VARIABLES: &[(Setting, Apply)] = &[
    (Setting::PREFIX, |config, value| config.prefix(value.text)),
    (Setting::TITLE, |config, value| Ok(config.title(value.text))),
    (Setting::PROJECT_NAME, |config, value| Ok(config.project(value.text, None))),
    (Setting::PROJECT_URL, |mut config, value| {
        let missing = || ConfigError::missing(Setting::PROJECT_NAME, value.setting);
        config.project.as_mut().ok_or_else(missing)?.1 = Some(value.text.to_owned());
        Ok(config)
    }),
    (Setting::THEME, |config, value| Ok(config.theme(value.theme()?))),
    (Setting::HISTORY, |config, value| Ok(config.history(value.flag()?))),
    (Setting::HISTORY_KEY, |config, value| Ok(config.history_key(value.text))),
    (Setting::EXECUTION, |config, value| Ok(config.execution(value.execution()?))),
    (Setting::UNLISTED_TOOLS, |config, value| Ok(config.unlisted_tools(value.flag()?))),
    (Setting::AUTH, |config, value| {
        let token = BearerToken(value.token()?);
        Ok(McpUiConfig { requires_token: true, ..config.auth(token) })
    }),
    (Setting::AUTH_FOR_DISCOVERY, |config, value| Ok(config.auth_for_discovery(value.flag()?))),
    (Setting::IDENTITY_HEADER, |config, value| config.identity_header(value.text)),
    (Setting::HOSTS, |config, value| match value.text {
        "*" => Ok(config.any_host()),
        _ => config.hosts(value.list()),
    }),
    (Setting::TRUSTED_ORIGINS, |config, value| config.trusted_origins(value.list())),
    (Setting::FRAME_ANCESTORS, |config, value| config.frame_ancestors(value.text.split_whitespace())),
    (Setting::SANDBOX_ORIGIN, |config, value| config.sandbox_origin(value.text)),
    (Setting::MCP_ENDPOINT, |config, value| config.mcp_endpoint(value.text)),
    (Setting::FORWARDED_HEADERS, |config, value| config.forwarded_headers(value.list())),
    (Setting::ANSWER_KEY, |config, value| Ok(config.answer_key(value.key()?))),
    (Setting::SEE_TRAFFIC, |config, value| Ok(config.see_traffic(value.traffic_scope()?))),
    (Setting::OPEN_APPS, |config, value| Ok(config.open_apps(value.flag()?))),
    (Setting::UIS_ANCESTORS, |config, value| config.uis_ancestors(value.text.split_whitespace())),
    (Setting::BODY_BYTES, |config, value| with_limits(config, value, Limits::body_bytes)),
    (Setting::BUFFERED_BYTES, |config, value| with_limits(config, value, Limits::buffered_bytes)),
    (Setting::RESPONSE_BYTES, |config, value| with_limits(config, value, Limits::response_bytes)),
    (Setting::LIST_TIMEOUT, |config, value| with_timeouts(config, value, Timeouts::list)),
    (Setting::CALL_TIMEOUT, |config, value| with_timeouts(config, value, Timeouts::call)),
    (Setting::SESSION_IDLE, |config, value| with_timeouts(config, value, Timeouts::session_idle)),
    (Setting::APPS_FRAMES, |config, value| with_apps(config, |apps| Ok(apps.frames(value.number()?)))),
    (Setting::APPS_ALLOW, |config, value| with_apps(config, |apps| apps.allow(value.hashes()?))),
    (Setting::APPS_BLOCK, |config, value| with_apps(config, |apps| apps.block(value.hashes()?))),
];

impl McpUiConfig {
    /// Reads the settings from environment variables whose names start with `MCP_UI_`: see [`Setting`]. Other variables
    /// are ignored, and so are empty values, except for the token.
    ///
    /// Sizes are in bytes, times are in seconds and may have decimals, and lists are separated by commas.
    ///
    /// ```
    /// use tower_mcp_ui::McpUiConfig;
    /// use tower_mcp_ui::config::{ConfigError, Setting};
    ///
    /// let config = McpUiConfig::from_env(std::env::vars())?;
    ///
    /// let wrong = [("MCP_UI_HISTORY".to_owned(), "perhaps".to_owned())];
    /// let error = McpUiConfig::from_env(wrong).unwrap_err();
    /// assert_eq!(error.setting(), Some(Setting::HISTORY));
    /// # Ok::<(), ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a variable has an invalid value, requires another variable, or matches no setting.
    pub fn from_env(variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, ConfigError> {
        let mut remaining: Vec<_> = variables.into_iter().filter(|(name, _)| is_setting(name)).collect();
        let mut config = Self::new();
        for &(setting, apply) in VARIABLES {
            if let Some(at) = remaining.iter().position(|(variable, _)| variable == setting.variable()) {
                let (_, text) = remaining.swap_remove(at);
                // Ignoring an empty token would open the tools to everybody, so the setter gets it, and rejects it.
                if !text.is_empty() || setting == Setting::AUTH {
                    config = apply(config, Value { setting, text: &text })?;
                }
            }
        }
        match remaining.pop() {
            None => Ok(config),
            Some((name, _)) => Err(ConfigError::UnknownVariable { name }),
        }
    }
}

/// Returns whether a variable is a setting. Kubernetes sets other variables with the same prefix in every pod if the
/// namespace has a service named `mcp-ui`.
fn is_setting(name: &str) -> bool {
    let of_a_service = |rest: &str| rest.starts_with("SERVICE_") || rest == "PORT" || rest.starts_with("PORT_");
    name.strip_prefix("MCP_UI_").is_some_and(|rest| !of_a_service(rest))
}

fn with_limits(
    config: McpUiConfig,
    value: Value<'_>,
    set: fn(Limits, usize) -> Limits,
) -> Result<McpUiConfig, ConfigError> {
    let limits = set(config.limits.clone(), value.number()?);
    Ok(config.limits(limits))
}

fn with_timeouts(
    config: McpUiConfig,
    value: Value<'_>,
    set: fn(Timeouts, std::time::Duration) -> Timeouts,
) -> Result<McpUiConfig, ConfigError> {
    let timeouts = set(config.timeouts.clone(), value.seconds()?);
    Ok(config.timeouts(timeouts))
}

fn with_apps(
    config: McpUiConfig,
    set: impl FnOnce(Apps) -> Result<Apps, ConfigError>,
) -> Result<McpUiConfig, ConfigError> {
    let apps = set(config.apps.clone())?;
    Ok(config.apps(apps))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<McpUiConfig, ConfigError> {
        McpUiConfig::from_env(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn every_setting_has_a_variable() {
        let settings: Vec<_> = VARIABLES.iter().map(|(setting, _)| *setting).collect();
        assert_eq!(settings, Setting::ALL);
    }

    #[test]
    fn variables_change_settings() {
        let config = from(&[
            ("MCP_UI_PREFIX", "/ui"),
            ("MCP_UI_PROJECT_URL", "https://a.example"),
            ("MCP_UI_PROJECT_NAME", "a"),
            ("MCP_UI_MAX_RESPONSE_BYTES", "7"),
            ("MCP_UI_CALL_TIMEOUT", "1.5"),
            ("MCP_UI_APPS_FRAMES", "3"),
            ("MCP_UI_TITLE", ""),
            ("PATH", "/bin"),
            ("MCP_UI_PORT_80_TCP", "tcp://10.0.0.1:80"),
        ])
        .unwrap();
        assert_eq!(config.prefix.as_str(), "/ui");
        assert_eq!(config.title, None);
        assert_eq!(config.project, Some(("a".to_owned(), Some("https://a.example".to_owned()))));
        assert_eq!(config.limits.response_bytes, 7);
        assert_eq!(config.timeouts.call, Duration::from_millis(1500));
        assert_eq!(config.apps.frames, 3);
    }

    #[test]
    fn an_invalid_value_is_an_error_that_names_setter_and_variable() {
        for (setting, value) in [
            (Setting::PREFIX, "ui"),
            (Setting::THEME, "pink"),
            (Setting::HISTORY, "1"),
            (Setting::AUTH, ""),
            (Setting::AUTH, "sesame\n"),
            (Setting::AUTH, "open sesame"),
            (Setting::EXECUTION, "False"),
            (Setting::EXECUTION, "0"),
            (Setting::IDENTITY_HEADER, "x user"),
            (Setting::HOSTS, "http://a"),
            (Setting::TRUSTED_ORIGINS, "https://a, b"),
            (Setting::FRAME_ANCESTORS, "*"),
            (Setting::MCP_ENDPOINT, "mcp"),
            (Setting::FORWARDED_HEADERS, "host"),
            (Setting::BODY_BYTES, "4 MiB"),
            (Setting::CALL_TIMEOUT, "-1"),
            (Setting::LIST_TIMEOUT, "2m"),
            (Setting::SANDBOX_ORIGIN, "apps.example.com"),
            (Setting::SANDBOX_ORIGIN, "ws://apps.example.com"),
            (Setting::APPS_FRAMES, "many"),
            (Setting::APPS_ALLOW, ","),
            (Setting::APPS_ALLOW, "0a8ad0d5"),
            (Setting::APPS_BLOCK, "0a8ad0d5d7fee409f2b09bb8c8902d23c740da58d623b1a4b7c8e7187989897g"),
            (Setting::UNLISTED_TOOLS, "all"),
            (Setting::SEE_TRAFFIC, "none"),
        ] {
            let error = from(&[(setting.variable(), value)]).unwrap_err();
            assert!(matches!(error, ConfigError::InvalidValue { setting: named, .. } if named == setting), "{error:?}");
            let message = error.to_string();
            assert!(message.contains(&setting.to_string()) && message.contains("it must be"), "{message}");
        }
    }

    #[test]
    fn an_error_never_contains_the_token() {
        for token in ["open sesame", "sesame\n", "sésame"] {
            let error = from(&[("MCP_UI_TOKEN", token)]).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("same"), "{error:?}");
        }
        let error = from(&[("MCP_UI_TOKENS", "sesame")]).unwrap_err();
        assert_eq!(error, ConfigError::UnknownVariable { name: "MCP_UI_TOKENS".to_owned() });
        assert!(error.to_string().contains("MCP_UI_TOKENS"), "{error}");
    }

    #[test]
    fn the_url_of_a_project_needs_its_name() {
        let error = from(&[("MCP_UI_PROJECT_URL", "https://a.example")]).unwrap_err();
        assert_eq!(error, ConfigError::missing(Setting::PROJECT_NAME, Setting::PROJECT_URL));
        assert!(error.to_string().contains("MCP_UI_PROJECT_NAME"), "{error}");
    }
}
