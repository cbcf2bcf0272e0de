use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::super::json::{read_file, write_file};
use super::offers::{Offers, folders};

/// The numbers of files that an update wrote and removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Updated {
    pub(in super::super) written: usize,
    pub(in super::super) removed: usize,
}

impl Offers {
    /// Reads a lock. A missing folder is an empty lock.
    ///
    /// # Errors
    ///
    /// Fails if the lock cannot be read, or has files that do not belong to a lock, which an update must not remove.
    pub(in super::super) fn read(folder: &Path) -> Result<Self, String> {
        let mut files = BTreeMap::new();
        if let Some(server) = read_file(folder, &folder.join("server.json"))? {
            if !server.is_object() || (server.get("serverInfo").is_none() && server.get("capabilities").is_none()) {
                return Err(format!("{} is not a lock: its server.json does not describe a server.", folder.display()));
            }
            files.insert("server".to_owned(), server);
        }
        for kind in folders() {
            let path = folder.join(kind);
            let unreadable = |error: io::Error| format!("{} cannot be read: {error}.", path.display());
            let entries = match std::fs::read_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries.map_err(unreadable)?,
            };
            for entry in entries {
                let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
                if let Some(stem) = name.strip_suffix(".json")
                    && let Some(value) = read_file(folder, &path.join(&name))?
                {
                    files.insert(format!("{kind}/{stem}"), value);
                }
            }
        }
        if !files.is_empty() && !files.contains_key("server") {
            return Err(format!("{} is not a lock: it has no server.json.", folder.display()));
        }
        Ok(Self(files))
    }

    /// Parses the files of a lock. Each is given as its name, such as `tools/add`, and its text.
    pub(in super::super) fn parse(files: impl IntoIterator<Item = (String, String)>) -> Result<Self, String> {
        let parsed = files.into_iter().map(|(name, text)| {
            let value =
                serde_json::from_str(&text).map_err(|error| format!("{name}.json is not valid JSON: {error}."))?;
            Ok((name, value))
        });
        parsed.collect::<Result<_, String>>().map(Self)
    }

    /// Writes a lock, but touches only the files that differ from `before`.
    pub(in super::super) fn update(&self, folder: &Path, before: &Self) -> Result<Updated, String> {
        let path = |name: &str| folder.join(format!("{name}.json"));
        let changed: Vec<_> = self.0.iter().filter(|(name, value)| before.0.get(*name) != Some(*value)).collect();
        for (name, value) in &changed {
            write_file(folder, &path(name), value)?;
        }
        let removed: Vec<_> = before.0.keys().filter(|name| !self.0.contains_key(*name)).collect();
        for name in &removed {
            let path = path(name);
            std::fs::remove_file(&path).map_err(|error| format!("{} cannot be removed: {error}.", path.display()))?;
        }
        Ok(Updated { written: changed.len(), removed: removed.len() })
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
