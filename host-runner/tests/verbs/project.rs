//! A folder with a test file.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::ran::Ran;
use crate::verbs::servers::SCRIPT;

/// A folder with a test file for `features.py`.
pub(super) struct Project(TempDir);

impl Project {
    pub(super) fn new(tests: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(SCRIPT, folder.path().join("server.py")).unwrap();
        let project = Self(folder);
        project.write("a.mcp-ui.yaml", &format!("server: {{command: [python3, server.py]}}\n{tests}"));
        project
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Changes the server.
    pub(super) fn replace(&self, before: &str, after: &str) {
        let text = self.read("server.py");
        assert!(text.contains(before), "{before}");
        self.write("server.py", &text.replace(before, after));
    }

    pub(super) fn run(&self, words: &[&str]) -> Ran {
        self.run_with(words, &[])
    }

    pub(super) fn run_with(&self, words: &[&str], variables: &[(&str, &str)]) -> Ran {
        self.command("test", words, variables)
    }

    /// Runs a command other than `test`.
    pub(super) fn command(&self, verb: &str, words: &[&str], variables: &[(&str, &str)]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
        command.arg(verb).args(words).current_dir(self.path()).env_remove("CI").envs(variables.iter().copied());
        Ran::of(&command.output().unwrap())
    }
}
