//! The servers to open: one from the command line, or those in a configuration file.

use std::path::PathBuf;

use super::OpenArgs;
use super::server::Idle;
use crate::commands::Failure;
use crate::commands::config_file::{Answers, ConfigFile, Entry, Resolved, Terminal};
use crate::commands::harmless::harmless_line;
use crate::commands::target::{self, Target};

pub(super) enum Selection {
    Single {
        /// The server's name in a configuration file.
        name: Option<String>,
        target: Target,
    },
    Several(Several),
}

/// The servers in a configuration file.
pub(super) struct Several {
    pub(super) path: PathBuf,
    pub(super) servers: Vec<Start>,
    /// The file's unused members.
    pub(super) unused: Vec<String>,
}

/// A server that may be started.
pub(super) struct Start {
    pub(super) name: String,
    pub(super) target: Result<Target, Idle>,
    /// The server's unused members.
    pub(super) unused: Vec<String>,
}

impl OpenArgs {
    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let Some(path) = &self.config else {
            let target = self.target.target(self.url.as_deref())?;
            return Ok(Selection::Single { name: None, target });
        };
        let mut file = ConfigFile::read(path)?;
        file.select(&self.server)?;
        let answers = file.ask(&mut Terminal)?;
        let mut servers: Vec<_> = file.servers.iter().map(|entry| start(&file, entry, &answers)).collect();
        if servers.len() > 1 {
            return Ok(Selection::Several(Several { path: file.path().to_owned(), servers, unused: file.unused }));
        }
        let Start { name, target, unused } = servers.remove(0);
        if !unused.is_empty() {
            let text = format!("{name}: mcp-ui ignores {}", unused.join(", "));
            eprintln!("{}", harmless_line(&text));
        }
        match target {
            Ok(target) => Ok(Selection::Single { name: Some(name), target }),
            Err(Idle::Unusable(reason)) => Err(Failure::new(reason)),
            Err(Idle::Disabled) => Err(Failure::new(format!(
                "The server {name:?} is disabled in {}. Enable it there, or choose another one with --server.",
                path.display()
            ))),
        }
    }
}

fn start(file: &ConfigFile, entry: &Entry, answers: &Answers) -> Start {
    let target = if entry.is_disabled {
        Err(Idle::Disabled)
    } else {
        file.resolve(entry, answers).and_then(target).map_err(Idle::Unusable)
    };
    Start { name: entry.name.clone(), target, unused: entry.unused.clone() }
}

fn target(resolved: Resolved) -> Result<Target, String> {
    match resolved {
        Resolved::Command(command) => Ok(Target::Command(command)),
        Resolved::Url { url, shown, headers } => match target::complete(&url) {
            Ok((_, url)) => {
                let sign_in = Box::default();
                Ok(Target::Url { url, headers, sign_in, shown: Some(shown) })
            }
            // The error may quote the URL, which may contain secrets.
            Err(_) => Err(format!(
                "{:?} is not a valid URL, or contains credentials. Write one such as https://example.com/mcp in the \
                 file.",
                target::without_user_info(&shown)
            )),
        },
    }
}
