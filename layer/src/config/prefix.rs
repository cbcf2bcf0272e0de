use std::borrow::Cow;

use crate::error::ConfigError;
use crate::setting::Setting;

/// The explorer's path prefix. Starts with `/` and does not end with `/`; empty for the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix(Cow<'static, str>);

impl Prefix {
    pub(crate) const DEFAULT: Self = Self(Cow::Borrowed("/explorer"));

    pub(super) fn parse(prefix: &str) -> Result<Self, ConfigError> {
        let trimmed = prefix.strip_suffix('/').unwrap_or(prefix);
        let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/%".contains(&byte);
        let valid = prefix.starts_with('/') && !trimmed.contains("//") && trimmed.bytes().all(is_path);
        if valid && !trimmed.ends_with('/') {
            Ok(Self(trimmed.to_owned().into()))
        } else {
            Err(ConfigError::invalid(
                Setting::PREFIX,
                prefix,
                "a path such as \"/explorer\", percent-encoded, without a query",
            ))
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Converts an absolute path into a relative reference, for a page at the prefix with a trailing slash. For the
    /// prefix `/explorer`, `/mcp` becomes `../mcp`.
    pub(crate) fn relative(&self, path: &str) -> String {
        let up = match self.0.matches('/').count() {
            0 => "./".to_owned(),
            segments => "../".repeat(segments),
        };
        up + path.strip_prefix('/').unwrap_or(path)
    }

    /// Returns the part of a path below the prefix, without slashes around it, or `None` if the path is not under the
    /// prefix. If there are several trailing slashes, only one is removed.
    ///
    /// Runs for every request, so it only compares and allocates nothing.
    #[inline]
    pub(crate) fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(&*self.0)?;
        if rest.is_empty() {
            return Some(rest);
        }
        let rest = rest.strip_prefix('/')?;
        Some(rest.strip_suffix('/').unwrap_or(rest))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_prefix_ends_at_a_segment() {
        assert_eq!(Prefix::DEFAULT.strip("/explorer"), Some(""));
        assert_eq!(Prefix::DEFAULT.strip("/explorer/a//"), Some("a/"));
        for foreign in ["/", "", "*", "/explorerx", "/explore", "/Explorer", "/x/explorer", "/explorer%2Ftools"] {
            assert_eq!(Prefix::DEFAULT.strip(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn a_path_is_relative_to_the_prefix() {
        for (prefix, relative) in [("/explorer", "../mcp?a=/b"), ("/a/b/", "../../mcp?a=/b"), ("/", "./mcp?a=/b")] {
            assert_eq!(Prefix::parse(prefix).unwrap().relative("/mcp?a=/b"), relative);
        }
    }

    #[test]
    fn a_prefix_is_a_path() {
        assert_eq!(Prefix::parse("/a/b/").unwrap().as_str(), "/a/b");
        assert_eq!(Prefix::parse("/").unwrap().strip("/tools"), Some("tools"));
        for wrong in ["", "explorer", "//", "/a//b", "/a?b", "/a b", "/ä", "/a\n"] {
            assert!(Prefix::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn other_paths_pass(path in "/[a-z/]*") {
            let under_prefix = path == "/explorer" || path.starts_with("/explorer/");
            prop_assert_eq!(Prefix::DEFAULT.strip(&path).is_some(), under_prefix);
        }
    }
}
