use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::config::Setting;
use crate::error::ConfigError;

/// The resource that a path under the prefix identifies. Names are still percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route<'p> {
    Page,
    List,
    /// `{prefix}/tools/{rest}`: the tool's detail for GET, a call or a validation for POST. The detail of a tool with
    /// an empty name is `{prefix}/tools//`, because `{prefix}/tools/` is the list.
    Tool(&'p str),
    /// `{prefix}/server`: the description of the backend.
    Server,
    Resources,
    ResourceTemplates,
    /// `{prefix}/resources/read?uri={uri}`.
    Resource,
    /// The document in whose frame an app runs.
    Sandbox,
    /// The Content-Security-Policy that the frame would get.
    SandboxPolicy,
    Unknown,
}

/// The action of a POST under `{prefix}/tools/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action<'p> {
    Call(&'p str),
    Validate(&'p str),
}

/// The path prefix of the explorer. Starts with `/` and does not end with `/`; empty for the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix(Cow<'static, str>);

impl Prefix {
    pub(crate) const DEFAULT: Self = Self(Cow::Borrowed("/explorer"));

    pub(crate) fn parse(prefix: &str) -> Result<Self, ConfigError> {
        let trimmed = prefix.strip_suffix('/').unwrap_or(prefix);
        let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/%".contains(&byte);
        let valid = prefix.starts_with('/') && !trimmed.contains("//") && trimmed.bytes().all(is_path);
        if valid && !trimmed.ends_with('/') {
            Ok(Self(trimmed.to_owned().into()))
        } else {
            Err(ConfigError::invalid(
                Setting::PREFIX,
                prefix,
                "a path such as \"/explorer\", percent-encoded, without query",
            ))
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the route of a request's path, or `None` if the path is not under the prefix.
    ///
    /// Runs for every request, so it only compares and allocates nothing.
    #[inline]
    pub(crate) fn route<'p>(&self, path: &'p str) -> Option<Route<'p>> {
        let rest = path.strip_prefix(&*self.0)?;
        if rest.is_empty() {
            return Some(Route::Page);
        }
        Some(under(rest.strip_prefix('/')?))
    }
}

fn under(rest: &str) -> Route<'_> {
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    match rest {
        "" => Route::Page,
        "tools" => Route::List,
        "server" => Route::Server,
        "resources" => Route::Resources,
        "resources/templates" => Route::ResourceTemplates,
        "resources/read" => Route::Resource,
        "sandbox" => Route::Sandbox,
        "sandbox/policy" => Route::SandboxPolicy,
        _ => rest.strip_prefix("tools/").map_or(Route::Unknown, Route::Tool),
    }
}

impl<'p> Action<'p> {
    /// Parses the rest of the path after `{prefix}/tools/`, whose last segment is the action.
    pub(crate) fn of(rest: &'p str) -> Option<Self> {
        let (name, action) = rest.rsplit_once('/')?;
        match action {
            "call" => Some(Self::Call(name)),
            "validate" => Some(Self::Validate(name)),
            _ => None,
        }
    }
}

/// Decodes a tool's name. Returns `None` if the result is not UTF-8.
pub(crate) fn decode_name(encoded: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(encoded).decode_utf8().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn route(path: &str) -> Option<Route<'_>> {
        Prefix::DEFAULT.route(path)
    }

    #[test]
    fn the_prefix_ends_at_a_segment() {
        assert_eq!(route("/explorer"), Some(Route::Page));
        assert_eq!(route("/explorer/"), Some(Route::Page));
        for foreign in ["/", "", "*", "/explorerx", "/explore", "/Explorer", "/x/explorer", "/explorer%2Ftools"] {
            assert_eq!(route(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn one_trailing_slash_changes_nothing() {
        assert_eq!(route("/explorer/tools"), Some(Route::List));
        assert_eq!(route("/explorer/tools/"), Some(Route::List));
        assert_eq!(route("/explorer/tools//"), Some(Route::Tool("")));
        assert_eq!(route("/explorer/tools/a/b/"), Some(Route::Tool("a/b")));
        assert_eq!(route("/explorer//"), Some(Route::Page));
        assert_eq!(route("/explorer/toolsx"), Some(Route::Unknown));
        assert_eq!(route("/explorer/other"), Some(Route::Unknown));
        assert_eq!(route("/explorer/resources/read/"), Some(Route::Resource));
        assert_eq!(route("/explorer/resources/other"), Some(Route::Unknown));
        assert_eq!(route("/explorer/server/"), Some(Route::Server));
        assert_eq!(route("/explorer/server/other"), Some(Route::Unknown));
        assert_eq!(route("/explorer/sandboxed"), Some(Route::Unknown));
    }

    #[test]
    fn an_empty_name_is_between_two_slashes() {
        for (path, action) in [("call", Action::Call("")), ("validate", Action::Validate(""))] {
            let path = format!("/explorer/tools//{path}");
            let Some(Route::Tool(rest)) = route(&path) else { panic!("not a tool: {path}") };
            assert_eq!(Action::of(rest), Some(action));
        }
        assert_eq!(route("/explorer/tools//"), Some(Route::Tool("")));
        assert_eq!(route("/explorer/tools/%2F"), Some(Route::Tool("%2F")));
        assert_eq!(Action::of("call"), None, "the detail of the tool `call`");
    }

    #[test]
    fn an_action_is_the_last_segment() {
        assert_eq!(Action::of("a/b/call"), Some(Action::Call("a/b")));
        assert_eq!(Action::of("a/call/validate"), Some(Action::Validate("a/call")));
        assert_eq!(Action::of("call"), None);
        assert_eq!(Action::of("a/list"), None);
    }

    #[test]
    fn a_prefix_is_a_path() {
        assert_eq!(Prefix::parse("/a/b/").unwrap().as_str(), "/a/b");
        assert_eq!(Prefix::parse("/").unwrap().route("/tools"), Some(Route::List));
        for wrong in ["", "explorer", "//", "/a//b", "/a?b", "/a b", "/ä", "/a\n"] {
            assert!(Prefix::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn every_path_under_the_prefix_has_a_route(rest in "(/.*)?") {
            let path = format!("/explorer{rest}");
            prop_assert!(route(&path).is_some());
        }

        #[test]
        fn other_paths_pass(path in "/[a-z/]*") {
            let under_prefix = path == "/explorer" || path.starts_with("/explorer/");
            prop_assert_eq!(route(&path).is_some(), under_prefix);
        }

        #[test]
        fn every_name_survives_encoding(name in ".*", action in "call|validate") {
            let encoded = percent_encoding::utf8_percent_encode(&name, percent_encoding::NON_ALPHANUMERIC);
            let path = format!("/explorer/tools/{encoded}/{action}");
            let Some(Route::Tool(rest)) = route(&path) else { panic!("not a tool: {path}") };
            let Some(Action::Call(raw) | Action::Validate(raw)) = Action::of(rest) else { panic!("no action") };
            let decoded = decode_name(raw);
            prop_assert_eq!(decoded.as_deref(), Some(&*name));
        }
    }
}
