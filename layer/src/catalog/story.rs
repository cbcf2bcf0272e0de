//! Stories: example data that the page uses to show a UI.

use crate::model::{RawJson, RawObject};

/// Maximum story size in bytes. A larger story is refused.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// Maximum number of characters in a story name. A story with a longer name is refused.
const NAME_CHARS: usize = 64;

/// Example data for a UI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Story {
    pub(crate) name: String,
    pub(crate) data: RawJson,
    /// The call's arguments, if they matter to the UI.
    pub(crate) arguments: Option<RawJson>,
}

/// The verdict on a story's data: see [`UiCatalog::check_stories`](crate::uis::UiCatalog::check_stories).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoryVerdict {
    /// The UI's name.
    pub ui: String,
    /// The story's name.
    pub story: String,
    /// The parts that do not fit the schema, such as `/total: Must be an integer`. Empty if the data fit.
    pub violations: Vec<String>,
}

impl Story {
    /// Parses a story file's content.
    ///
    /// # Errors
    ///
    /// Returns the reason, as a sentence, if the content is not a story.
    pub(super) fn parse(name: &str, content: &RawJson) -> Result<Self, String> {
        check_name(name)?;
        check_size(content)?;
        let members = RawObject::parse(content).map_err(|error| format!("It is not a JSON object: {error}"))?;
        if let Some((key, _)) = members.members_except(&["data", "arguments"]).next() {
            return Err(format!(
                "It has the unknown member {}. A story has `data` and, optionally, `arguments`.",
                key.get()
            ));
        }
        let data = members.get("data").cloned().ok_or("It has no member `data`.")?;
        let arguments = members.get("arguments").filter(|arguments| !arguments.is_null()).cloned();
        if arguments.as_ref().is_some_and(|arguments| !arguments.is_object()) {
            return Err("Its `arguments` are not an object.".to_owned());
        }
        Ok(Self { name: name.to_owned(), data, arguments })
    }

    /// Parses an object with the members of a story file and also the story's `name`.
    ///
    /// # Errors
    ///
    /// Returns the name and the reason, as a sentence, if `members` is not a story.
    pub(crate) fn parse_named(mut members: RawObject) -> Result<Self, String> {
        let name = members.get_string("name").unwrap_or_default();
        members.remove("name");
        Self::parse(&name, &members.to_json()).map_err(|reason| format!("The story `{name}`: {reason}"))
    }

    /// Checks the name and the size of a story that a program has made.
    pub(super) fn check(&self) -> Result<(), String> {
        check_name(&self.name)?;
        check_size(&self.to_json())
    }

    /// Returns the story file's content.
    pub(super) fn to_json(&self) -> RawJson {
        self.members([]).to_json()
    }

    /// Returns an object with the story's `name`, followed by the members of its file.
    pub(crate) fn named(&self) -> RawObject {
        self.members([("name", RawJson::string(&self.name))])
    }

    fn members<const N: usize>(&self, first: [(&str, RawJson); N]) -> RawObject {
        let mut members = RawObject::of(first);
        members.set("data", self.data.clone());
        if let Some(arguments) = &self.arguments {
            members.set("arguments", arguments.clone());
        }
        members
    }
}

/// Returns whether Windows treats a file with this name as a device.
fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_port = |name: &str| name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_digit());
    ["con", "prn", "aux", "nul"].contains(&name.as_str())
        || ["com", "lpt"].iter().any(|port| name.strip_prefix(port).is_some_and(is_port))
}

fn check_size(content: &RawJson) -> Result<(), String> {
    if content.get().len() > MAX_BYTES {
        return Err(format!("It is larger than {} MiB.", MAX_BYTES >> 20));
    }
    Ok(())
}

/// Checks a story name, which is also a file name.
fn check_name(name: &str) -> Result<(), String> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b" _-".contains(&byte);
    // Commands parse `-rf` as an option, and Windows treats `CON` as a device.
    if name.starts_with('-') || is_device(name) {
        return Err(format!("{name:?} is not usable as a file name on every system. Choose another name."));
    }
    let is_valid =
        !name.trim().is_empty() && name.trim() == name && name.len() <= NAME_CHARS && name.bytes().all(is_allowed);
    is_valid.then_some(()).ok_or_else(|| {
        format!(
            "The name of a story must have 1 to {NAME_CHARS} letters, digits, spaces, `_` and `-`, and no space at \
             either end."
        )
    })
}
