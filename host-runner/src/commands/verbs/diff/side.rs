//! A side of a comparison: a server, or a lock.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::lock::Offers;
use crate::commands::Failure;
use crate::commands::target::TargetArgs;

#[derive(Debug, PartialEq)]
pub(super) enum Side {
    Url(String),
    /// A command's words.
    Command(Vec<String>),
    Lock(PathBuf),
    /// A lock at a git revision.
    Git {
        revision: String,
        path: String,
    },
}

impl Side {
    pub(super) fn parse(word: &str) -> Result<Self, Failure> {
        if let Some(command) = word.strip_prefix("cmd:") {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            let words = words.ok_or_else(|| {
                Failure::wrong_file(format!("{word:?} has no command, or a quotation mark is not closed."))
            })?;
            return Ok(Self::Command(words));
        }
        if let Some(rest) = word.strip_prefix("git:") {
            let parts = rest.split_once(':').filter(|(revision, path)| !revision.is_empty() && !path.is_empty());
            let (revision, path) =
                parts.ok_or_else(|| Failure::wrong_file(format!("{word:?} is not of the form git:REVISION:LOCK.")))?;
            return Ok(Self::Git { revision: revision.to_owned(), path: path.trim_end_matches('/').to_owned() });
        }
        if Path::new(word).is_dir() {
            return Ok(Self::Lock(word.into()));
        }
        if word.contains("://") || word.contains(':') {
            return Ok(Self::Url(word.to_owned()));
        }
        Err(Failure::wrong_file(format!(
            "{word:?} is neither a folder with a lock nor a URL. Write a command as \
             'cmd:python3 my_server.py', and a lock in Git as 'git:REVISION:LOCK'."
        )))
    }

    /// The side's definitions. A server is started to get them, and then stopped.
    pub(super) async fn offers(&self, args: &TargetArgs) -> Result<Offers, Failure> {
        let target = match self {
            Self::Url(url) => args.at(url)?,
            Self::Command(words) => args.started_by(words)?,
            Self::Lock(folder) => return some(Offers::read(folder), &folder.display().to_string()),
            Self::Git { revision, path } => {
                return some(at_revision(revision, path), &format!("git:{revision}:{path}"));
            }
        };
        let offers = Offers::of_target(&target, args).await;
        offers.map_err(|failure| failure.within(&target.name()))
    }
}

fn some(offers: Result<Offers, String>, place: &str) -> Result<Offers, Failure> {
    let offers = offers.map_err(Failure::wrong_file)?;
    if offers.is_empty() {
        return Err(Failure::wrong_file(format!("There is no lock in {place}. `mcp-ui test` writes one.")));
    }
    Ok(offers)
}

/// Reads a lock at a git revision. The path is relative to the current folder.
fn at_revision(revision: &str, path: &str) -> Result<Offers, String> {
    // `--end-of-options` keeps a revision such as `--output=x` from being read as an option.
    let tree = format!("{revision}:./{path}");
    let listed = git(&["ls-tree", "-r", "-z", "--full-tree", "--name-only", "--end-of-options", &tree])?;
    let mut files = Vec::new();
    for name in listed.split('\0').filter_map(|name| name.strip_suffix(".json")) {
        files.push((name.to_owned(), git(&["cat-file", "blob", &format!("{revision}:./{path}/{name}.json")])?));
    }
    Offers::parse(files)
}

fn git(words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(words).output();
    let output = output.map_err(|error| format!("git cannot be started: {error}."))?;
    if !output.status.success() {
        return Err(format!("git: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    String::from_utf8(output.stdout).map_err(|_| "git: the lock is not UTF-8.".to_owned())
}
