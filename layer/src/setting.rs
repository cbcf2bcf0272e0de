use std::fmt;

/// A setting's names: its setter in code, and its environment variable.
///
/// Messages about a setting contain both names, because the reader may have set either.
///
/// ```
/// use tower_mcp_ui::config::Setting;
///
/// assert_eq!(Setting::CALL_TIMEOUT.setter(), "Timeouts::call");
/// assert_eq!(Setting::CALL_TIMEOUT.variable(), "MCP_UI_CALL_TIMEOUT");
/// assert_eq!(Setting::CALL_TIMEOUT.to_string(), "`Timeouts::call` (MCP_UI_CALL_TIMEOUT)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    setter: &'static str,
    variable: &'static str,
}

impl Setting {
    /// The setter: a method on [`McpUiConfig`](crate::McpUiConfig), or on the type before the `::`.
    pub const fn setter(self) -> &'static str {
        self.setter
    }

    /// The environment variable read by [`McpUiConfig::from_env`](crate::McpUiConfig::from_env).
    pub const fn variable(self) -> &'static str {
        self.variable
    }
}

/// Formats both names: the setter in backticks, then the variable in parentheses.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({})", self.setter, self.variable)
    }
}

/// A setting's name in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingName {
    /// The setter and the variable.
    Usual(Setting),
    /// The program's own name for the setting.
    Given(&'static str),
}

impl fmt::Display for SettingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual(setting) => setting.fmt(f),
            Self::Given(name) => f.write_str(name),
        }
    }
}

/// The names of settings in messages: the usual names, unless the program has set others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SettingNames(pub(crate) Option<fn(Setting) -> Option<&'static str>>);

impl SettingNames {
    /// Returns a setting's name, or `None` if the program does not have the setting.
    pub(crate) fn of(self, setting: Setting) -> Option<SettingName> {
        match self.0 {
            Some(names) => names(setting).map(SettingName::Given),
            None => Some(SettingName::Usual(setting)),
        }
    }

    /// Returns a hint that mentions a setting, or an empty string if the program does not have the setting.
    pub(crate) fn hint(self, setting: Setting, hint: impl FnOnce(SettingName) -> String) -> String {
        self.of(setting).map(hint).unwrap_or_default()
    }
}

/// Defines a constant for each setting.
macro_rules! settings {
    ($($name:ident = $setter:literal, $variable:literal;)*) => {
        impl Setting {
            $(
                #[doc = concat!("`", $setter, "`, in the environment `", $variable, "`.")]
                pub const $name: Self = Self { setter: $setter, variable: $variable };
            )*

            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

// `docs/settings.md` describes each setting.
settings! {
    PREFIX = "prefix", "MCP_UI_PREFIX";
    TITLE = "title", "MCP_UI_TITLE";
    PROJECT_NAME = "project", "MCP_UI_PROJECT_NAME";
    PROJECT_URL = "project", "MCP_UI_PROJECT_URL";
    THEME = "theme", "MCP_UI_THEME";
    HISTORY = "history", "MCP_UI_HISTORY";
    HISTORY_KEY = "history_key", "MCP_UI_HISTORY_KEY";
    EXECUTION = "execution", "MCP_UI_ALLOW_EXECUTE";
    UNLISTED_TOOLS = "unlisted_tools", "MCP_UI_UNLISTED_TOOLS";
    AUTH = "auth", "MCP_UI_TOKEN";
    AUTH_FOR_DISCOVERY = "auth_for_discovery", "MCP_UI_AUTH_FOR_DISCOVERY";
    IDENTITY_HEADER = "identity_header", "MCP_UI_IDENTITY_HEADER";
    HOSTS = "hosts", "MCP_UI_HOSTS";
    TRUSTED_ORIGINS = "trusted_origins", "MCP_UI_TRUSTED_ORIGINS";
    FRAME_ANCESTORS = "frame_ancestors", "MCP_UI_FRAME_ANCESTORS";
    SANDBOX_ORIGIN = "sandbox_origin", "MCP_UI_SANDBOX_ORIGIN";
    MCP_ENDPOINT = "mcp_endpoint", "MCP_UI_ENDPOINT";
    FORWARDED_HEADERS = "forwarded_headers", "MCP_UI_FORWARDED_HEADERS";
    ANSWER_KEY = "answer_key", "MCP_UI_ANSWER_KEY";
    SEE_TRAFFIC = "see_traffic", "MCP_UI_SEE_TRAFFIC";
    OPEN_APPS = "open_apps", "MCP_UI_OPEN_APPS";
    UIS_ANCESTORS = "uis_ancestors", "MCP_UI_UIS_ANCESTORS";
    BODY_BYTES = "Limits::body_bytes", "MCP_UI_MAX_BODY_BYTES";
    BUFFERED_BYTES = "Limits::buffered_bytes", "MCP_UI_MAX_BUFFERED_BYTES";
    RESPONSE_BYTES = "Limits::response_bytes", "MCP_UI_MAX_RESPONSE_BYTES";
    LIST_TIMEOUT = "Timeouts::list", "MCP_UI_LIST_TIMEOUT";
    CALL_TIMEOUT = "Timeouts::call", "MCP_UI_CALL_TIMEOUT";
    SESSION_IDLE = "Timeouts::session_idle", "MCP_UI_SESSION_IDLE";
    APPS_FRAMES = "Apps::frames", "MCP_UI_APPS_FRAMES";
    APPS_ALLOW = "Apps::allow", "MCP_UI_APPS_ALLOW";
    APPS_BLOCK = "Apps::block", "MCP_UI_APPS_BLOCK";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Setting;

    #[test]
    fn no_two_settings_have_the_same_variable() {
        let variables: HashSet<_> = Setting::ALL.iter().map(|setting| setting.variable()).collect();
        assert_eq!(variables.len(), Setting::ALL.len());
    }
}
