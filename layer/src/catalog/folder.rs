//! A catalog in a folder, with one subfolder per UI.
//!
//! ```text
//! uis/
//!   list-databases/
//!     ui.html           the document, or a `url` in ui.json
//!     ui.json           its settings (optional)
//!     stories/
//!       Empty.json      {"data": …, "arguments": …}
//! ```

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::checks::MAX_HTML_BYTES;
use super::error::CatalogError;
use super::story::{self, Story};
use super::ui::Ui;
use super::ui_file;
use crate::model::RawJson;

/// Maximum settings file size in bytes. A folder with a larger file is refused.
const MAX_SETTINGS_BYTES: usize = 1 << 20;

/// Reads the UIs in a folder, ordered by name.
pub(super) fn read(folder: &Path) -> Result<Vec<(String, Ui)>, CatalogError> {
    let names = entries(folder, Path::is_dir)?;
    names.into_iter().map(|(name, path)| read_ui(&path).map(|ui| (name, ui))).collect()
}

fn read_ui(folder: &Path) -> Result<Ui, CatalogError> {
    check_contained(folder)?;
    let failed = |reason: String| CatalogError::new(folder.display().to_string(), reason);
    let html = read_text(&folder.join("ui.html"), MAX_HTML_BYTES)?;
    let settings = read_text(&folder.join("ui.json"), MAX_SETTINGS_BYTES)?.unwrap_or_else(|| "{}".to_owned());
    let mut ui = ui_file::read(html, &settings).map_err(failed)?;
    let stories = folder.join("stories");
    if stories.is_dir() {
        check_contained(&stories)?;
        for (name, path) in entries(&stories, |path| path.extension() == Some(OsStr::new("json")))? {
            let name = name.strip_suffix(".json").unwrap_or(&name);
            let failed = |reason: String| CatalogError::new(path.display().to_string(), reason);
            let text = read_text(&path, story::MAX_BYTES)?.unwrap_or_default();
            let json = RawJson::parse(text).map_err(|error| failed(format!("It is not JSON: {error}.")))?;
            ui.stories.push(Story::parse(name, &json).map_err(failed)?);
        }
    }
    Ok(ui)
}

/// Returns the wanted names and paths in a folder, sorted. Hidden files are skipped.
fn entries(folder: &Path, is_wanted: fn(&Path) -> bool) -> Result<Vec<(String, PathBuf)>, CatalogError> {
    let failed = |reason: String| CatalogError::new(folder.display().to_string(), reason);
    let unreadable = |error: io::Error| failed(format!("The folder cannot be read: {error}."));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            return Err(failed(format!("{} has a name that is not Unicode.", entry.path().display())));
        };
        if !name.starts_with('.') && is_wanted(&entry.path()) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a file up to a size limit. Returns `None` if the file does not exist.
fn read_text(path: &Path, max_bytes: usize) -> Result<Option<String>, CatalogError> {
    let failed = |reason: String| CatalogError::new(path.display().to_string(), reason);
    let unreadable = |error: io::Error| failed(format!("The file cannot be read: {error}."));
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    check_contained(path)?;
    if !metadata.is_file() {
        return Err(failed("It is not a file.".to_owned()));
    }
    if metadata.len() > max_bytes as u64 {
        return Err(failed(format!("The file is larger than {} MiB.", max_bytes >> 20)));
    }
    fs::read_to_string(path).map(Some).map_err(unreadable)
}

/// Rejects a symbolic link that leads out of its folder.
fn check_contained(path: &Path) -> Result<(), CatalogError> {
    let resolved = |path: &Path| path.canonicalize().ok();
    let folder = path.parent().and_then(resolved);
    let is_contained = folder.zip(resolved(path)).is_some_and(|(folder, path)| path.starts_with(folder));
    let reason = "It is a link that leads out of its folder.";
    is_contained.then_some(()).ok_or_else(|| CatalogError::new(path.display().to_string(), reason))
}

/// The reason for not saving a story.
#[derive(Debug)]
pub(crate) enum SaveError {
    /// A story with this name exists already.
    Exists,
    /// The UI already has the maximum number of stories.
    Full,
    /// The file cannot be written.
    Failed(io::Error),
}

/// Writes a story to a new file.
pub(super) fn save(folder: &Path, ui: &str, story: &Story) -> Result<(), SaveError> {
    let stories = folder.join(ui).join("stories");
    fs::create_dir_all(&stories).map_err(SaveError::Failed)?;
    // The folders may have been replaced by links since the catalog was read.
    for place in [&folder.join(ui), &stories] {
        check_contained(place).map_err(|error| SaveError::Failed(io::Error::other(error.to_string())))?;
    }
    let path = stories.join(format!("{}.json", story.name));
    let mut file = fs::File::create_new(&path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => SaveError::Exists,
        _ => SaveError::Failed(error),
    })?;
    writeln!(file, "{}", story.to_json().get()).map_err(|error| {
        // On a full disk, a partial file would remain, and block the name.
        let _ = fs::remove_file(&path);
        SaveError::Failed(error)
    })
}
