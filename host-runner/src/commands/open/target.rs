use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

use http::Uri;
use mcp_ui_host::StdioCommand;

use super::args::OpenArgs;
use crate::commands::Failure;

/// The MCP server to open.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Command(StdioCommand),
    Url(Uri),
}

impl Target {
    pub(super) fn of(args: &OpenArgs) -> Result<Self, Failure> {
        if !args.bind.is_loopback() && args.allow_host.is_empty() {
            return Err(Failure::new(format!(
                "--bind {} can be reached from other machines. Name the host under which the explorer is opened there, \
                 by --allow-host.",
                args.bind
            )));
        }
        if let Some(url) = &args.url {
            let (completed, url) = complete(url)?;
            if completed {
                eprintln!("Opening {url}");
            }
            return Ok(Self::Url(url));
        }
        let [program, arguments @ ..] = args.command.as_slice() else {
            return Err(Failure::new("Give a URL, or a command after `--`. See `mcp-ui open --help`."));
        };
        let command = StdioCommand::new(program).args(arguments);
        let command = args.env.iter().fold(command, |command, (name, value)| command.env(name, value));
        Ok(Self::Command(match &args.cwd {
            Some(directory) => command.cwd(directory),
            None => command,
        }))
    }

    /// The name of the server, for the title of the page. The page needs no token, so the name has no arguments, which
    /// may be secrets: only the program, and the script or package that a launcher runs.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Command(command) => {
                let mut words = command.words().map(OsStr::to_string_lossy);
                let program = file_name(&words.next().unwrap_or_default());
                let launched = words.find(|word| !word.starts_with('-')).filter(|_| LAUNCHERS.contains(&&*program));
                launched.map_or(program, Cow::into_owned)
            }
            // A query may have credentials.
            Self::Url(url) => format!("{}{}", url.authority().map_or("", |it| it.as_str()), url.path()),
        }
    }

    /// The key of the server's history in the browser, which gets only its hash.
    pub(super) fn history_key(&self) -> String {
        match self {
            Self::Command(command) => format!("command {command}"),
            Self::Url(url) => url.to_string(),
        }
    }
}

/// Programs that run the script or the package that their first argument names.
const LAUNCHERS: [&str; 6] = ["bunx", "node", "npx", "python", "python3", "uvx"];

fn file_name(program: &str) -> String {
    Path::new(program).file_name().map_or_else(|| program.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Completes a URL: `http` for this machine, else `https`, and the path `/mcp` if there is none. Returns whether anything
/// was missing.
fn complete(text: &str) -> Result<(bool, Uri), Failure> {
    let invalid = |hint: &str| Failure::new(format!("{text:?} is not a URL such as http://127.0.0.1:3001/mcp.{hint}"));
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, text),
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let parsed: Option<http::uri::Authority> = authority.parse().ok();
    let host = parsed.as_ref().map(|authority| authority.host().trim_start_matches('[').trim_end_matches(']'));
    let Some(host) = host.filter(|host| !host.is_empty()) else { return Err(invalid("")) };
    if authority.contains('@') {
        return Err(invalid(" Give credentials by --header 'Authorization: …', not in the URL."));
    }
    let is_local = host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    // A word without a dot or port is more likely the name of a program.
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
        ] {
            let (completed, url) = complete(text).unwrap();
            assert_eq!((url.to_string().as_str(), completed), (expected, text != expected));
        }
    }

    #[test]
    fn the_name_of_a_command_has_no_arguments() {
        let name = |words: &[&str]| {
            let [program, arguments @ ..] = words else { panic!("no program") };
            Target::Command(StdioCommand::new(program).args(arguments)).name()
        };
        assert_eq!(name(&["npx", "-y", "@scope/server", "secret"]), "@scope/server");
        assert_eq!(name(&["/usr/bin/python3", "server.py", "--key", "secret"]), "server.py");
        assert_eq!(name(&["./my-server", "secret"]), "my-server");
    }

    #[test]
    fn a_mistaken_command_gets_a_hint() {
        assert!(complete("npx").unwrap_err().to_string().contains("mcp-ui open -- npx"));
        assert!(complete("src").unwrap_err().to_string().contains("mcp-ui open -- src"));
        assert!(complete("https://user:secret@example.com/").unwrap_err().to_string().contains("--header"));
        for wrong in ["", "ftp://example.com", "http://", "a b.example"] {
            assert!(complete(wrong).is_err(), "{wrong}");
        }
    }
}
