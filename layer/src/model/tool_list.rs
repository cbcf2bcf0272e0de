//! Tool lists, with everything derived from them: the name index and the endpoints' JSON.
//!
//! Names are unique in a list. The JSON is computed when first needed, and kept with the list, so an unchanged list
//! costs only a clone of its handle.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{ExcludedTool, ExcludedTools, HashedJson, MAX_PARTS, RawJson, Tool};

/// The memory in bytes that each list needs besides its text. It is counted so that many small lists fill a cache, too.
const PER_LIST: usize = 4096;

/// The memory for a list, as a multiple of its text: the text itself, and about three times as much for the data
/// derived from it.
const DERIVED: usize = 4;

/// The tool list that a provider returns. Clones are cheap: they share the data.
///
/// The list's JSON, its `ETag` and the name index are computed once and shared by the clones. So if the tools have not
/// changed, a provider should return a clone of the same list.
///
/// ```
/// use tower_mcp_ui::Tool;
/// use tower_mcp_ui::tools::ToolList;
///
/// let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
/// assert!(tools.get("echo").is_some());
///
/// let twice = ToolList::new([Tool::new("echo", ""), Tool::new("echo", "")]);
/// assert_eq!(twice.unwrap_err().name(), "echo");
/// # Ok::<(), tower_mcp_ui::tools::DuplicateTool>(())
/// ```
///
/// The constructors differ in how they treat an unusable tool. [`new`](Self::new) fails, because a repeated name in a
/// list in code is a mistake. [`first_wins`](Self::first_wins) and [`from_json`](Self::from_json) exclude such a tool,
/// because one tool in a list from elsewhere must not hide all other tools.
#[derive(Clone)]
pub struct ToolList(Arc<Inner>);

/// A list's shared data. The JSON is computed when first needed.
struct Inner {
    tools: Vec<Tool>,
    /// Each name's position in `tools`.
    index: HashMap<String, usize>,
    excluded: ExcludedTools,
    /// The estimated memory in bytes.
    size: usize,
    /// The response to `GET {prefix}/tools`.
    list: OnceLock<HashedJson>,
    /// The response to `GET {prefix}/tools/{name}` for each tool in `tools`.
    details: Box<[OnceLock<HashedJson>]>,
}

impl ToolList {
    /// Creates a list from tools with unique names.
    ///
    /// # Errors
    ///
    /// If two tools have the same name.
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Result<Self, DuplicateTool> {
        let mut builder = Builder::default();
        for tool in tools {
            builder.add(tool).map_err(|tool| DuplicateTool { name: tool.name().to_owned() })?;
        }
        Ok(builder.build(ExcludedTools::default(), 0))
    }

    /// Creates a list. If several tools have the same name, keeps the first. All others are excluded, logged with a
    /// warning, and reported by `GET {prefix}/server`:
    ///
    /// ```json
    /// {"excludedTools": [
    ///     {"name": "a", "index": 1, "reason": "Another tool has the name `a`; the first one is used."}
    /// ]}
    /// ```
    ///
    /// ```
    /// use tower_mcp_ui::Tool;
    /// use tower_mcp_ui::tools::ToolList;
    ///
    /// let tools = ToolList::first_wins([Tool::new("a", "first"), Tool::new("a", "second")]);
    /// assert_eq!(tools.len(), 1);
    /// assert_eq!(tools.get("a").unwrap().description(), "first");
    /// ```
    pub fn first_wins(tools: impl IntoIterator<Item = Tool>) -> Self {
        Self::of_valid(tools.into_iter().map(Ok), 0)
    }

    /// Parses an array of MCP `Tool` objects. Invalid items are excluded, and so are tools with a repeated name, as in
    /// [`first_wins`](Self::first_wins).
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::ToolList;
    ///
    /// let tools = ToolList::from_json(&RawJson::parse(r#"[{"name": "echo"}, {"title": "nameless"}]"#)?)?;
    /// assert!(tools.get("echo").is_some());
    /// assert_eq!(tools.len(), 1);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an array, or has more than 100,000 items.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        Ok(Self::of_items(&json.items(MAX_PARTS)?, |_| Ok(())))
    }

    /// Parses MCP `Tool` objects, and excludes those that `check` rejects, with its reason.
    pub(crate) fn of_items(items: &[RawJson], check: impl Fn(&Tool) -> Result<(), String>) -> Self {
        let tools = items.iter().map(|item| {
            let tool = Tool::from_json(item).map_err(|error| ExcludedTool::malformed(item, &error))?;
            check(&tool).map_err(|reason| ExcludedTool::new(&tool, &reason))?;
            Ok(tool)
        });
        let text = items.iter().map(|item| item.get().len()).sum();
        Self::of_valid(tools, text)
    }

    /// Builds a list from the valid tools. `text` is the size of their text in bytes. Logs one warning if any tool is
    /// excluded.
    fn of_valid(tools: impl Iterator<Item = Result<Tool, ExcludedTool>>, text: usize) -> Self {
        let mut builder = Builder::default();
        let mut excluded = ExcludedTools::default();
        for (index, tool) in tools.enumerate() {
            let added = tool.and_then(|tool| builder.add(tool).map_err(|tool| ExcludedTool::duplicate(&tool)));
            if let Err(tool) = added {
                excluded.add(index, tool);
            }
        }
        excluded.warn();
        builder.build(excluded, text)
    }

    /// Returns the tool with this name, in constant time.
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.0.index.get(name).map(|&at| &self.0.tools[at])
    }

    /// Returns an iterator over the tools, in the provider's order. `&ToolList` can be iterated over, too.
    ///
    /// ```
    /// use tower_mcp_ui::Tool;
    /// use tower_mcp_ui::tools::ToolList;
    ///
    /// let tools = ToolList::new([Tool::new("b", ""), Tool::new("a", "")])?;
    /// assert_eq!(tools.iter().map(Tool::name).collect::<Vec<_>>(), ["b", "a"]);
    /// # Ok::<(), tower_mcp_ui::tools::DuplicateTool>(())
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, Tool> {
        self.0.tools.iter()
    }

    /// Returns the number of tools, not counting excluded ones.
    pub fn len(&self) -> usize {
        self.0.tools.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.tools.is_empty()
    }

    /// Returns the explorer's JSON list for these tools, `[{"name": …, "description": …, …}]`.
    pub(crate) fn list_json(&self) -> &HashedJson {
        self.0.list.get_or_init(|| {
            let mut out = vec![b'['];
            for (at, tool) in self.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                tool.write_summary(&mut out);
            }
            out.push(b']');
            HashedJson::new(out)
        })
    }

    /// Returns whether both handles refer to the same list.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns a list with changed tools. Their names must stay the same.
    pub(crate) fn map(&self, change: impl FnMut(Tool) -> Tool) -> Self {
        let tools = self.0.tools.iter().cloned().map(change).collect();
        let builder = Builder { tools, index: self.0.index.clone() };
        builder.build(self.0.excluded.clone(), self.0.size / DERIVED)
    }

    /// Returns the estimated memory in bytes. For a list in code, the strings are not included.
    pub(crate) fn size(&self) -> usize {
        self.0.size
    }

    /// Returns the memory address that the list's clones share.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Returns the backend's tools excluded from the list.
    pub(crate) fn excluded(&self) -> &ExcludedTools {
        &self.0.excluded
    }

    /// Returns the explorer's detailed description of a tool, or `None` if there is no tool with that name.
    pub(crate) fn detail_json(&self, name: &str) -> Option<&HashedJson> {
        let at = *self.0.index.get(name)?;
        Some(self.0.details[at].get_or_init(|| {
            let mut out = Vec::new();
            self.0.tools[at].write_detail(&mut out);
            HashedJson::new(out)
        }))
    }
}

/// A tool list under construction. The names are unique.
#[derive(Default)]
struct Builder {
    tools: Vec<Tool>,
    index: HashMap<String, usize>,
}

impl Builder {
    /// Adds a tool, or returns it if its name is already taken.
    fn add(&mut self, tool: Tool) -> Result<(), Tool> {
        if self.index.contains_key(tool.name()) {
            return Err(tool);
        }
        self.index.insert(tool.name().to_owned(), self.tools.len());
        self.tools.push(tool);
        Ok(())
    }

    fn build(self, excluded: ExcludedTools, text: usize) -> ToolList {
        let Self { tools, index } = self;
        let size = PER_LIST + excluded.size() + DERIVED * text;
        let details = tools.iter().map(|_| OnceLock::new()).collect();
        let list = OnceLock::new();
        ToolList(Arc::new(Inner { tools, index, excluded, size, list, details }))
    }
}

impl<'a> IntoIterator for &'a ToolList {
    type Item = &'a Tool;
    type IntoIter = std::slice::Iter<'a, Tool>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Keeps the first tool if several have the same name, as [`first_wins`](ToolList::first_wins) does, because a dynamic
/// provider may return duplicates.
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

/// The error for a fixed list where two tools have the same name.
///
/// ```
/// use tower_mcp_ui::Tool;
/// use tower_mcp_ui::tools::ToolList;
///
/// let error = ToolList::new([Tool::new("a", ""), Tool::new("a", "")]).unwrap_err();
/// assert_eq!(error.to_string(), r#"two tools have the name "a": the names in a fixed list must be unique"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two tools have the name {name:?}: the names in a fixed list must be unique")]
pub struct DuplicateTool {
    name: String,
}

impl DuplicateTool {
    /// Returns the duplicate name.
    pub fn name(&self) -> &str {
        &self.name
    }
}
