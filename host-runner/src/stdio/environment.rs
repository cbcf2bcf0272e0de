//! The environment variables that a child process inherits. Others may hold credentials that are none of its business.

use std::ffi::OsString;

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

/// Returns the variables that a process inherits.
pub(super) fn inherited() -> impl Iterator<Item = (&'static str, OsString)> {
    INHERITED.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)))
}
