//! Agents' configuration files: `{"mcpServers": {…}}` for Claude, Cursor and Windsurf, and `{"servers": {…}}` for VS
//! Code. They are read, never written.

mod document;
mod entry;
mod inputs;
mod resolve;
mod variables;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use self::document::Document;
pub(crate) use self::document::{split_mark, text};
pub(crate) use self::entry::Entry;
use self::inputs::Asker;
use self::inputs::Input;
pub(crate) use self::inputs::{Answers, Terminal};
pub(crate) use self::resolve::Resolved;
use self::variables::Syntax;
use super::Failure;

/// A configuration file with its servers, in file order.
#[derive(Debug)]
pub(crate) struct ConfigFile {
    path: PathBuf,
    /// The folder that `${workspaceFolder}` stands for, and that relative paths start from.
    workspace: PathBuf,
    syntax: Syntax,
    pub(crate) servers: Vec<Entry>,
    inputs: Vec<Input>,
    /// The file's members that `mcp-ui` does not use.
    pub(crate) unused: Vec<String>,
}

impl ConfigFile {
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = text(path)?;
        let workspace = workspace(path)?;
        let (_, json) = split_mark(&text);
        let document = Document { path, text: json };
        let parsed = document.parse()?;
        let root = document.object(&parsed, "The file")?;
        let (name, syntax) = match (root.get("mcpServers"), root.get("servers")) {
            (Some(_), None) => ("mcpServers", Syntax::Shell),
            (None, Some(_)) => ("servers", Syntax::VsCode),
            (Some(both), Some(_)) => {
                let text = "the file has both `mcpServers` and `servers`, so it is unclear which servers are meant. \
                            Remove one of them.";
                return Err(document.failure(both.range.start, text));
            }
            (None, None) => return Err(document.failure(root.range.start, &unknown_shape(root))),
        };
        let mut servers = Vec::new();
        let mut names = HashSet::new();
        let members = root.get(name).map(|member| document.object(&member.value, &format!("`{name}`")));
        for member in members.transpose()?.into_iter().flat_map(|object| &object.properties) {
            let name = member.name.as_str();
            if !names.insert(name) {
                let text = format!("there are two servers with the name {name:?}. Rename one of them.");
                return Err(document.failure(member.range.start, &text));
            }
            // Browsers resolve `.` and `..` in a path as folders, even if percent-encoded.
            if ["", ".", ".."].contains(&name) {
                let text = format!("the name {name:?} cannot be part of a URL. Rename the server.");
                return Err(document.failure(member.range.start, &text));
            }
            servers.push(Entry::parse(document, name, &member.value));
        }
        if servers.is_empty() {
            return Err(document.failure(root.range.start, &format!("`{name}` has no servers. Add one.")));
        }
        let inputs = root.get("inputs").map(|member| inputs::parse(document, &member.value)).transpose()?;
        let others = root.properties.iter().map(|member| member.name.as_str());
        let unused = others.filter(|member| ![name, "inputs", "$schema"].contains(member)).map(str::to_owned).collect();
        let inputs = inputs.unwrap_or_default();
        Ok(Self { path: path.to_owned(), workspace, syntax, servers, inputs, unused })
    }

    /// Keeps the servers with these names, or all servers if `names` is empty.
    pub(crate) fn select(&mut self, names: &[String]) -> Result<(), Failure> {
        if let Some(unknown) = names.iter().find(|name| self.servers.iter().all(|server| server.name != **name)) {
            let known: Vec<_> = self.servers.iter().map(|server| format!("{:?}", server.name)).collect();
            return Err(Failure::new(format!(
                "{} has no server {unknown:?}. Its servers are {}. Choose one of them with --server.",
                self.path.display(),
                known.join(", ")
            )));
        }
        self.servers.retain(|server| names.is_empty() || names.contains(&server.name));
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Asks for the inputs that enabled servers use.
    pub(crate) fn ask(&self, asker: &mut dyn Asker) -> Result<Answers, Failure> {
        let enabled = self.servers.iter().filter(|server| !server.is_disabled);
        let used: Vec<String> = enabled.flat_map(|server| server.texts()).flat_map(variables::inputs).collect();
        inputs::ask(&self.inputs, &used, asker).map_err(|text| Failure::new(format!("{}: {text}", self.path.display())))
    }

    /// Expands a server's variables.
    pub(crate) fn resolve(&self, server: &Entry, answers: &Answers) -> Result<Resolved, String> {
        let variables = variables::Variables {
            syntax: self.syntax,
            workspace: &self.workspace,
            answers,
            environment: &|name| std::env::var(name).ok(),
            home: etcetera::home_dir().ok(),
        };
        resolve::resolve(server, &variables)
    }
}

/// Returns a file's project folder: its own folder, or the parent of a folder such as `.vscode`.
fn workspace(path: &Path) -> Result<PathBuf, Failure> {
    let path = std::path::absolute(path)?;
    let folder = path.parent().unwrap_or(&path);
    let is_hidden =
        folder.file_name().is_some_and(|name| [".vscode", ".cursor", ".windsurf"].iter().any(|it| name == *it));
    Ok(folder.parent().filter(|_| is_hidden).unwrap_or(folder).to_owned())
}

fn unknown_shape(root: &jsonc_parser::ast::Object<'_>) -> String {
    let members: Vec<_> = root.properties.iter().take(10).map(|member| format!("`{}`", member.name.as_str())).collect();
    let found = if members.is_empty() { "nothing".to_owned() } else { members.join(", ") };
    format!("the file has neither `mcpServers` (Claude, Cursor, Windsurf) nor `servers` (VS Code). It has {found}.")
}

#[cfg(test)]
mod tests;
