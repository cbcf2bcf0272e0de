use std::path::Path;

use http::Uri;
use mcp_ui_host::is_local_host;

use crate::commands::Failure;

/// Completes a URL: `http` for this machine, else `https`, and the path `/mcp` if there is no path. Returns whether
/// anything was added.
pub(crate) fn complete(text: &str) -> Result<(bool, Uri), Failure> {
    let shown = without_user_info(text);
    let invalid = |hint: &str| {
        Failure::usage(format!("{shown:?} is not a valid URL. Use one such as http://127.0.0.1:3001/mcp.{hint}"))
    };
    let (scheme, rest) = match text.split_once("://") {
        // Otherwise the `://` is in the path or the query.
        Some((scheme, rest)) if !scheme.contains([':', '/', '?', '#']) => (Some(scheme), rest),
        _ => (None, text),
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let parsed: Option<http::uri::Authority> = authority.parse().ok();
    let host = parsed.as_ref().map(http::uri::Authority::host);
    let Some(host) = host.filter(|host| !host.is_empty()) else { return Err(invalid("")) };
    if let Some((_, server)) = authority.rsplit_once('@') {
        let message =
            format!("The URL of {server} contains credentials. Pass them with --header 'Authorization: …' instead.");
        return Err(Failure::usage(message));
    }
    let is_local = is_local_host(host);
    // A word without a dot or port is more likely a program name.
    let is_word = scheme.is_none() && !is_local && !authority.contains(['.', ':']);
    if is_word || (scheme.is_none() && Path::new(text).exists()) {
        return Err(invalid(&format!(" To start a command, write `--` before it: mcp-ui open -- {text}")));
    }
    let scheme = match scheme {
        Some(scheme) if ["http", "https"].contains(&scheme) => scheme,
        Some(_) => return Err(invalid("")),
        None if is_local => "http",
        None => "https",
    };
    let path = if path.is_empty() { "/mcp" } else { path.split('#').next().unwrap_or(path) };
    let completed = format!("{scheme}://{authority}{path}");
    Ok((completed != text, completed.parse().map_err(|_| invalid(""))?))
}

/// Replaces everything before the last `@` in the authority, which may be a password.
pub(crate) fn without_user_info(text: &str) -> String {
    let start = text.find("://").map_or(0, |at| at + 3);
    let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |at| start + at);
    match text[start..end].rfind('@') {
        Some(at) => format!("{}…{}", &text[..start], &text[start + at..]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_completed() {
        for (text, expected) in [
            ("localhost:3110", "http://localhost:3110/mcp"),
            ("127.0.0.1:3110/other", "http://127.0.0.1:3110/other"),
            ("[::1]:80", "http://[::1]:80/mcp"),
            ("example.com", "https://example.com/mcp"),
            ("https://example.com", "https://example.com/mcp"),
            ("https://example.com/?key=1", "https://example.com/?key=1"),
            ("localhost:3110/mcp?next=http://a", "http://localhost:3110/mcp?next=http://a"),
            ("LOCALHOST:3110", "http://LOCALHOST:3110/mcp"),
        ] {
            let (completed, url) = complete(text).unwrap();
            assert_eq!((url.to_string().as_str(), completed), (expected, text != expected));
        }
    }

    #[test]
    fn a_mistaken_command_gets_a_hint() {
        assert!(complete("npx").unwrap_err().to_string().contains("mcp-ui open -- npx"));
        assert!(complete("src").unwrap_err().to_string().contains("mcp-ui open -- src"));
        let refused = complete("https://user:secret@example.com/").unwrap_err().to_string();
        assert!(refused.contains("--header") && refused.contains("example.com") && !refused.contains("secret"));
        for text in ["ftp://user:secret@example.com/", "http://user:secret@a b/", "user:secret@exa mple"] {
            assert!(!complete(text).unwrap_err().to_string().contains("secret"), "{text}");
        }
        for wrong in ["", "ftp://example.com", "http://", "a b.example"] {
            assert!(complete(wrong).is_err(), "{wrong}");
        }
    }
}
