use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use super::{MOST_PARTS, RawJson, Tool};
use crate::explorer::Rendered;

/// The tools that a provider answers with: a shared handle, so that a clone costs nothing.
///
/// What follows from the tools (the list's JSON, its `ETag`, the index of names) is made once and kept in the handle.
/// A provider whose tools did not change answers with a clone of the same list.
///
/// ```
/// use tower_mcp_ui::{Tool, ToolList};
///
/// let tools = ToolList::new([Tool::new("echo", "Says it again")])?;
/// assert!(tools.get("echo").is_some());
///
/// let twice = ToolList::new([Tool::new("echo", ""), Tool::new("echo", "")]);
/// assert_eq!(twice.unwrap_err().name(), "echo");
/// # Ok::<(), tower_mcp_ui::DuplicateTool>(())
/// ```
#[derive(Clone)]
pub struct ToolList(Arc<Inner>);

struct Inner {
    tools: Vec<Tool>,
    index: HashMap<String, usize>,
    list: OnceLock<Rendered>,
    details: Box<[OnceLock<Rendered>]>,
}

impl ToolList {
    /// A list whose names are all different.
    ///
    /// # Errors
    ///
    /// When two tools have the same name.
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Result<Self, DuplicateTool> {
        let (list, duplicate) = Self::collect(tools);
        match duplicate {
            Some(name) => Err(DuplicateTool { name }),
            None => Ok(list),
        }
    }

    /// A list in which the first tool of a name wins; the others are left out, with a warning in the log.
    pub fn first_wins(tools: impl IntoIterator<Item = Tool>) -> Self {
        let (list, duplicate) = Self::collect(tools);
        if let Some(name) = duplicate {
            tracing::warn!(tool = name, "the provider has several tools of this name; the first one is used");
        }
        list
    }

    /// Reads an array of MCP's `Tool` objects. The first tool of a name wins, as in [`first_wins`](Self::first_wins).
    ///
    /// ```
    /// use tower_mcp_ui::{RawJson, ToolList};
    ///
    /// let tools = ToolList::from_json(&RawJson::parse(r#"[{"name": "echo"}]"#)?)?;
    /// assert!(tools.get("echo").is_some());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `json` is not an array, has more than 100,000 items, or one of them is no tool.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        json.items(MOST_PARTS)?.iter().map(Tool::from_json).collect::<Result<Vec<_>, _>>().map(Self::first_wins)
    }

    fn collect(all: impl IntoIterator<Item = Tool>) -> (Self, Option<String>) {
        let mut tools = Vec::new();
        let mut index = HashMap::new();
        let mut duplicate = None;
        for tool in all {
            if index.contains_key(tool.name()) {
                duplicate.get_or_insert_with(|| tool.name().to_owned());
            } else {
                index.insert(tool.name().to_owned(), tools.len());
                tools.push(tool);
            }
        }
        let details = tools.iter().map(|_| OnceLock::new()).collect();
        (Self(Arc::new(Inner { tools, index, list: OnceLock::new(), details })), duplicate)
    }

    /// The tool of that name, found in constant time.
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.0.index.get(name).map(|&at| &self.0.tools[at])
    }

    /// The tools, in the provider's order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tool> {
        self.0.tools.iter()
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.0.tools.len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.0.tools.is_empty()
    }

    /// The explorer's list of these tools.
    pub(crate) fn list_json(&self) -> &Rendered {
        self.0.list.get_or_init(|| {
            let mut out = vec![b'['];
            for (at, tool) in self.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                tool.write_summary(&mut out);
            }
            out.push(b']');
            Rendered::json(Bytes::from(out))
        })
    }

    /// The explorer's detail of a tool.
    pub(crate) fn detail_json(&self, name: &str) -> Option<&Rendered> {
        let at = *self.0.index.get(name)?;
        Some(self.0.details[at].get_or_init(|| {
            let mut out = Vec::new();
            self.0.tools[at].write_detail(&mut out);
            Rendered::json(Bytes::from(out))
        }))
    }
}

impl<'a> IntoIterator for &'a ToolList {
    type Item = &'a Tool;
    type IntoIter = std::slice::Iter<'a, Tool>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A provider that makes its tools anew on every request may have duplicates: the first one wins.
impl From<Vec<Tool>> for ToolList {
    fn from(tools: Vec<Tool>) -> Self {
        Self::first_wins(tools)
    }
}

impl fmt::Debug for ToolList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Tool::name)).finish()
    }
}

/// Two tools of a fixed list have the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateTool {
    name: String,
}

impl DuplicateTool {
    /// The name that stands twice.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for DuplicateTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two tools have the name {:?}; a fixed list needs a different name for each", self.name)
    }
}

impl std::error::Error for DuplicateTool {}
