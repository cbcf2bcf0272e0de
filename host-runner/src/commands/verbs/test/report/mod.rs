//! A run's reports: for users in the terminal, and for programs.

pub(super) mod json;
mod junit;
mod markdown;
mod sarif;
mod tap;
pub(super) mod terminal;

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use super::super::output;
use super::outcome::Suite;
use crate::commands::Failure;
use crate::commands::harmless::{harmless, harmless_json};

/// A report for programs, in a file or on stdout.
#[derive(Clone, Debug)]
pub(super) struct Report {
    format: Format,
    path: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Junit,
    Json,
    Tap,
    Markdown,
    Sarif,
}

impl FromStr for Report {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = text.split_once('=').map_or((text, None), |(name, path)| (name, Some(path)));
        let format = <Format as ValueEnum>::from_str(name, false)
            .map_err(|_| "expected junit, json, tap, markdown or sarif, then =FILE for a file")?;
        Ok(Self { format, path: path.filter(|path| !path.is_empty()).map(PathBuf::from) })
    }
}

impl Report {
    /// Returns whether the report is about a server's definitions.
    pub(super) fn is_on_definitions(&self) -> bool {
        matches!(self.format, Format::Sarif)
    }

    /// Returns whether the report goes to stdout.
    pub(super) fn is_on_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Checks that a file can be written, before tests run.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map(drop).map_err(|error| Failure::wrong_file(cannot_write(path, &error)))
    }

    pub(super) fn write(&self, suites: &[Suite]) -> Result<(), Failure> {
        let text = match self.format {
            Format::Junit => junit::text(suites)?,
            Format::Json => json::text(suites),
            Format::Tap => tap::text(suites),
            Format::Markdown => markdown::text(suites),
            Format::Sarif => sarif::text(suites),
        };
        match &self.path {
            None if matches!(self.format, Format::Json | Format::Sarif) => {
                output::print_bytes(harmless_json(&text).as_bytes())
            }
            None => output::print_bytes(harmless(&text).as_bytes()),
            Some(path) => std::fs::write(path, text).map_err(|error| Failure::wrong_file(cannot_write(path, &error))),
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}.", path.display())
}
