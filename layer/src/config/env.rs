//! Settings from environment variables.

use std::time::Duration;

use super::{Apps, Execution, Limits, McpUiConfig, Theme, Timeouts};
use crate::auth::BearerToken;
use crate::error::ConfigError;

type Apply = fn(McpUiConfig, &str) -> Result<McpUiConfig, ConfigError>;

/// The variables with their setters.
const VARIABLES: &[(&str, Apply)] = &[
    ("MCP_UI_PREFIX", |config, value| config.prefix(value)),
    ("MCP_UI_TITLE", |config, value| Ok(config.title(value))),
    ("MCP_UI_PROJECT_NAME", |config, value| Ok(config.project(value, None))),
    ("MCP_UI_PROJECT_URL", |mut config, value| {
        let wrong = || invalid(value, "set together with MCP_UI_PROJECT_NAME");
        config.project.as_mut().ok_or_else(wrong)?.1 = Some(value.to_owned());
        Ok(config)
    }),
    ("MCP_UI_THEME", |config, value| Ok(config.theme(theme(value)?))),
    ("MCP_UI_HISTORY", |config, value| Ok(config.history(flag(value)?))),
    ("MCP_UI_HISTORY_KEY", |config, value| Ok(config.history_key(value))),
    ("MCP_UI_ALLOW_EXECUTE", |config, value| Ok(config.execution(execution(value)?))),
    ("MCP_UI_UNLISTED_TOOLS", |config, value| Ok(config.unlisted_tools(flag(value)?))),
    ("MCP_UI_TOKEN", |config, value| {
        if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(config.auth(BearerToken(value.to_owned())));
        }
        // The error must not contain the secret.
        Err(invalid("…", "a token of visible ASCII without white space, or not set at all"))
    }),
    ("MCP_UI_AUTH_FOR_DISCOVERY", |config, value| Ok(config.auth_for_discovery(flag(value)?))),
    ("MCP_UI_IDENTITY_HEADER", |config, value| config.identity_header(value)),
    ("MCP_UI_HOSTS", |config, value| if value == "*" { Ok(config.any_host()) } else { config.hosts(list(value)) }),
    ("MCP_UI_TRUSTED_ORIGINS", |config, value| config.trusted_origins(list(value))),
    ("MCP_UI_FRAME_ANCESTORS", |config, value| config.frame_ancestors(value.split_whitespace())),
    ("MCP_UI_ENDPOINT", |config, value| config.mcp_endpoint(value)),
    ("MCP_UI_FORWARDED_HEADERS", |config, value| config.forwarded_headers(list(value))),
    ("MCP_UI_MAX_BODY_BYTES", |config, value| limit(config, value, Limits::body_bytes)),
    ("MCP_UI_MAX_BUFFERED_BYTES", |config, value| limit(config, value, Limits::buffered_bytes)),
    ("MCP_UI_MAX_RESPONSE_BYTES", |config, value| limit(config, value, Limits::response_bytes)),
    ("MCP_UI_SANDBOX_ORIGIN", |config, value| config.sandbox_origin(value)),
    ("MCP_UI_APPS_FRAMES", |config, value| Ok(frames(config, number(value)?))),
    ("MCP_UI_APPS_ALLOW", |config, value| hashes(config, value, Apps::allow)),
    ("MCP_UI_APPS_BLOCK", |config, value| hashes(config, value, Apps::block)),
    ("MCP_UI_LIST_TIMEOUT", |config, value| timeout(config, value, Timeouts::list)),
    ("MCP_UI_CALL_TIMEOUT", |config, value| timeout(config, value, Timeouts::call)),
    ("MCP_UI_SESSION_IDLE", |config, value| timeout(config, value, Timeouts::session_idle)),
];

impl McpUiConfig {
    /// Reads the settings from environment variables whose names begin with `MCP_UI_`. Other variables are ignored, and
    /// so are empty values, except that of the token. The README lists all variables.
    ///
    /// ```
    /// use tower_mcp_ui::McpUiConfig;
    ///
    /// let config = McpUiConfig::from_env(std::env::vars())?;
    ///
    /// let wrong = [("MCP_UI_HISTORY".to_owned(), "perhaps".to_owned())];
    /// let error = McpUiConfig::from_env(wrong).unwrap_err();
    /// assert_eq!(error.setting(), "MCP_UI_HISTORY");
    /// # Ok::<(), tower_mcp_ui::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a variable has an invalid value, or there is no setting with its name.
    pub fn from_env(variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, ConfigError> {
        let mut remaining: Vec<_> = variables.into_iter().filter(|(name, _)| is_setting(name)).collect();
        let mut config = Self::new();
        for &(name, apply) in VARIABLES {
            if let Some(at) = remaining.iter().position(|(variable, _)| variable == name) {
                let (_, value) = remaining.swap_remove(at);
                // Ignoring an empty token would open the tools to everybody, so its setter rejects it.
                if !value.is_empty() || name == "MCP_UI_TOKEN" {
                    config = apply(config, &value).map_err(|error| error.of_setting(name))?;
                }
            }
        }
        match remaining.pop() {
            None => Ok(config),
            Some((name, _)) => Err(ConfigError::new("MCP_UI_*", name, "the name of an existing setting")),
        }
    }
}

/// Returns whether a variable is a setting. Kubernetes sets other variables with the same prefix in every pod of a
/// namespace with a service named `mcp-ui`.
fn is_setting(name: &str) -> bool {
    let of_a_service = |rest: &str| rest.starts_with("SERVICE_") || rest == "PORT" || rest.starts_with("PORT_");
    name.strip_prefix("MCP_UI_").is_some_and(|rest| !of_a_service(rest))
}

fn invalid(value: &str, allowed: &'static str) -> ConfigError {
    ConfigError::new("", value, allowed)
}

fn flag(value: &str) -> Result<bool, ConfigError> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(invalid(value, "\"true\" or \"false\"")),
    }
}

fn theme(value: &str) -> Result<Theme, ConfigError> {
    match value {
        "auto" => Ok(Theme::Auto),
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        _ => Err(invalid(value, "\"auto\", \"light\" or \"dark\"")),
    }
}

fn execution(value: &str) -> Result<Execution, ConfigError> {
    match value {
        "false" | "none" => Ok(Execution::disabled()),
        "true" | "all" => Ok(Execution::all()),
        "read-only" => Ok(Execution::read_only()),
        // If a misspelled switch were the name of a tool, it would enable execution.
        switch if is_like_a_switch(switch) => {
            Err(invalid(switch, "\"true\", \"false\", \"read-only\" or comma-separated names of tools"))
        }
        names => Ok(Execution::only(list(names))),
    }
}

fn is_like_a_switch(value: &str) -> bool {
    let switches = ["false", "none", "true", "all", "read-only", "readonly", "0", "1", "no", "yes", "off", "on"];
    switches.contains(&value.trim().to_ascii_lowercase().as_str())
}

fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn number(value: &str) -> Result<usize, ConfigError> {
    value.parse().map_err(|_| invalid(value, "a whole number"))
}

fn seconds(value: &str) -> Result<Duration, ConfigError> {
    let seconds = serde_json::from_str(value).ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| invalid(value, "a number of seconds"))
}

fn limit(config: McpUiConfig, value: &str, set: fn(Limits, usize) -> Limits) -> Result<McpUiConfig, ConfigError> {
    let limits = set(config.limits.clone(), number(value)?);
    Ok(config.limits(limits))
}

fn frames(config: McpUiConfig, count: usize) -> McpUiConfig {
    let apps = config.apps.clone().frames(count);
    config.apps(apps)
}

fn hashes(
    config: McpUiConfig,
    value: &str,
    set: fn(Apps, Vec<String>) -> Result<Apps, ConfigError>,
) -> Result<McpUiConfig, ConfigError> {
    let hashes: Vec<_> = list(value).map(str::to_owned).collect();
    // An empty list would allow every app, although the variable is meant to restrict them.
    if hashes.is_empty() {
        return Err(invalid(value, "comma-separated SHA-256 hashes, or not set at all"));
    }
    let apps = set(config.apps.clone(), hashes)?;
    Ok(config.apps(apps))
}

fn timeout(
    config: McpUiConfig,
    value: &str,
    set: fn(Timeouts, Duration) -> Timeouts,
) -> Result<McpUiConfig, ConfigError> {
    let timeouts = set(config.timeouts.clone(), seconds(value)?);
    Ok(config.timeouts(timeouts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<McpUiConfig, ConfigError> {
        McpUiConfig::from_env(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn variables_change_settings() {
        let config = from(&[
            ("MCP_UI_PREFIX", "/ui"),
            ("MCP_UI_PROJECT_URL", "https://a.example"),
            ("MCP_UI_PROJECT_NAME", "a"),
            ("MCP_UI_MAX_RESPONSE_BYTES", "7"),
            ("MCP_UI_CALL_TIMEOUT", "1.5"),
            ("MCP_UI_TITLE", ""),
            ("PATH", "/bin"),
            ("MCP_UI_PORT_80_TCP", "tcp://10.0.0.1:80"),
        ])
        .unwrap();
        assert_eq!(config.prefix.as_str(), "/ui");
        assert_eq!(config.title, "MCP Tool Explorer");
        assert_eq!(config.project, Some(("a".to_owned(), Some("https://a.example".to_owned()))));
        assert_eq!(config.limits.response_bytes, 7);
        assert_eq!(config.timeouts.call, Duration::from_millis(1500));
    }

    #[test]
    fn an_invalid_value_is_an_error_that_names_the_variable() {
        for (name, value) in [
            ("MCP_UI_PREFIX", "ui"),
            ("MCP_UI_PROJECT_URL", "https://a.example"),
            ("MCP_UI_THEME", "pink"),
            ("MCP_UI_HISTORY", "1"),
            ("MCP_UI_TOKEN", ""),
            ("MCP_UI_TOKEN", "sesame\n"),
            ("MCP_UI_TOKEN", "open sesame"),
            ("MCP_UI_ALLOW_EXECUTE", "False"),
            ("MCP_UI_ALLOW_EXECUTE", "0"),
            ("MCP_UI_IDENTITY_HEADER", "x user"),
            ("MCP_UI_HOSTS", "http://a"),
            ("MCP_UI_TRUSTED_ORIGINS", "https://a, b"),
            ("MCP_UI_FRAME_ANCESTORS", "*"),
            ("MCP_UI_ENDPOINT", "mcp"),
            ("MCP_UI_FORWARDED_HEADERS", "host"),
            ("MCP_UI_MAX_BODY_BYTES", "4 MiB"),
            ("MCP_UI_CALL_TIMEOUT", "-1"),
            ("MCP_UI_SANDBOX_ORIGIN", "apps.example.com"),
            ("MCP_UI_SANDBOX_ORIGIN", "ws://apps.example.com"),
            ("MCP_UI_APPS_FRAMES", "many"),
            ("MCP_UI_LIST_TIMEOUT", "2m"),
            ("MCP_UI_APPS_ALLOW", ","),
            ("MCP_UI_APPS_ALLOW", "0a8ad0d5"),
            ("MCP_UI_APPS_BLOCK", "0a8ad0d5d7fee409f2b09bb8c8902d23c740da58d623b1a4b7c8e7187989897g"),
            ("MCP_UI_UNLISTED_TOOLS", "all"),
        ] {
            let error = from(&[(name, value)]).unwrap_err();
            assert_eq!(error.setting(), name);
            assert!(error.to_string().contains("it must be"), "{error}");
        }
        assert!(from(&[("MCP_UI_TITEL", "x")]).unwrap_err().to_string().contains("MCP_UI_TITEL"));
    }
}
