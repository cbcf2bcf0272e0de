//! The environment variables that a child process inherits. Other variables may hold credentials that the process must
//! not see.

use std::ffi::{OsStr, OsString};
use std::path::Path;

#[cfg(not(windows))]
const INHERITED: &[&str] = &["HOME", "LANG", "PATH", "SHELL", "TERM", "TMPDIR", "USER"];

#[cfg(windows)]
const INHERITED: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// Variables with certificate paths.
const CERTIFICATES: [&str; 4] = ["NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE"];

/// Proxy variables, in upper or lower case.
const PROXIES: [&str; 4] = ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];

/// Programs that download the server, and the lower-case prefixes of variables that configure them.
const RUNNERS: [(&[&str], &[&str]); 3] =
    [(&["npm", "npx"], &["npm_config_"]), (&["uv", "uvx"], &["uv_"]), (&["pip", "pip3", "pipx"], &["pip_", "pipx_"])];

/// Words that mark a variable name as a credential.
const SECRET: [&str; 5] = ["auth", "key", "otp", "password", "token"];

/// This program's variables, passed to a process or held back.
#[derive(Debug, Default)]
pub(super) struct Inherited {
    pub(super) passed: Vec<(String, OsString)>,
    /// Variables that the process may need, but that may contain credentials: each name with the reason.
    pub(super) held_back: Vec<(String, &'static str)>,
}

impl Inherited {
    /// Selects the variables to pass to a program.
    pub(super) fn of(program: &OsStr, variables: impl Iterator<Item = (OsString, OsString)>) -> Self {
        let program = Path::new(program).file_stem().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        let of_runner = RUNNERS.iter().find(|(names, _)| names.contains(&program.as_str()));
        let prefixes = of_runner.map_or(&[][..], |(_, prefixes)| *prefixes);
        let mut inherited = Self::default();
        for (name, value) in variables {
            let Ok(name) = name.into_string() else { continue };
            let upper = name.to_ascii_uppercase();
            let is_proxy = PROXIES.contains(&upper.as_str());
            let is_of_runner = prefixes.iter().any(|prefix| name.to_ascii_lowercase().starts_with(prefix));
            if is_basic(&name) || CERTIFICATES.contains(&name.as_str()) {
                inherited.passed.push((name, value));
            } else if is_of_runner && names_secret(&name) {
                inherited.held_back.push((name, "its name looks like a secret's"));
            } else if (is_proxy || is_of_runner) && has_user_info(&value) {
                inherited.held_back.push((name, "it contains a password"));
            } else if is_proxy || is_of_runner {
                inherited.passed.push((name, value));
            }
        }
        inherited
    }

    /// Explains how to pass on each variable that was held back, without showing its value.
    pub(super) fn hints(&self) -> impl Iterator<Item = String> {
        self.held_back.iter().map(|(name, why)| {
            format!("`{name}` is set, but was not passed on, because {why}. If the server needs it, add `-e {name}`.")
        })
    }
}

/// Returns true if every process gets this variable. Windows ignores case in variable names.
fn is_basic(name: &str) -> bool {
    INHERITED.iter().any(|known| if cfg!(windows) { known.eq_ignore_ascii_case(name) } else { *known == name })
}

/// Returns true if a name contains a credential word. A word ends before anything that is not a letter, and before a
/// capital that follows a lower-case letter.
fn names_secret(name: &str) -> bool {
    let mut word = String::new();
    let mut was_lower = false;
    for character in name.chars().chain(['_']) {
        if !character.is_alphabetic() || character.is_uppercase() && was_lower {
            if SECRET.contains(&word.as_str()) {
                return true;
            }
            word.clear();
        }
        was_lower = character.is_lowercase();
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
    }
    false
}

/// Returns true if a string contains a URL with user info, or could be such a URL without its scheme.
fn has_user_info(value: &OsStr) -> bool {
    value.to_string_lossy().split([',', ' ']).any(|url| {
        let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
        authority.split(['/', '?', '#']).next().is_some_and(|authority| authority.contains('@'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inherited(program: &str, variables: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        let Inherited { passed, held_back } = Inherited::of(OsStr::new(program), variables);
        let names = passed.into_iter().map(|(name, _)| name).collect();
        (names, held_back.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn certificates_and_proxies_without_passwords_are_passed_on() {
        let variables = [
            ("PATH", "/bin"),
            ("NODE_EXTRA_CA_CERTS", "/ca.pem"),
            ("https_proxy", "http://proxy:3128"),
            ("NO_PROXY", "localhost,.example"),
            ("HTTP_PROXY", "http://ada:secret@proxy:3128"),
            ("ALL_PROXY", "ada@proxy:3128"),
            ("AWS_SECRET_ACCESS_KEY", "x"),
            ("npm_config_registry", "https://npm.example"),
        ];
        let (passed, held_back) = inherited("python3", &variables);
        assert_eq!(passed, ["PATH", "NODE_EXTRA_CA_CERTS", "https_proxy", "NO_PROXY"]);
        assert_eq!(held_back, ["HTTP_PROXY", "ALL_PROXY"]);
    }

    #[test]
    fn programs_that_download_get_their_own_configuration_without_secrets() {
        let variables = [
            ("npm_config_registry", "https://npm.example"),
            ("NPM_CONFIG_CAFILE", "/ca.pem"),
            ("npm_config_//npm.example/:_authToken", "x"),
            ("npm_config_proxy", "http://ada:secret@proxy"),
            ("UV_INDEX_URL", "https://py.example"),
            ("UV_KEYRING_PROVIDER", "subprocess"),
            ("UV_PUBLISH_TOKEN", "x"),
            ("PIP_INDEX_URL", "https://ada:secret@py.example"),
        ];
        let (passed, held_back) = inherited("/usr/bin/npx", &variables);
        assert_eq!(passed, ["npm_config_registry", "NPM_CONFIG_CAFILE"]);
        assert_eq!(held_back, ["npm_config_//npm.example/:_authToken", "npm_config_proxy"]);
        assert_eq!(inherited("uvx", &variables).0, ["UV_INDEX_URL", "UV_KEYRING_PROVIDER"]);
        assert_eq!(inherited("uvx", &variables).1, ["UV_PUBLISH_TOKEN"]);
        assert_eq!(inherited("pipx", &variables), (vec![], vec!["PIP_INDEX_URL".to_owned()]));
    }
}
