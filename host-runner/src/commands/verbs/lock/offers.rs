//! A server's offers, by their names in a lock: `server`, and names such as `tools/add` for tools, prompts, resources
//! and templates.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde_json::{Map, Value};
use tower_mcp_ui::definitions::{Finding, Kind, findings};

use super::super::client::{Client, read};
use super::super::json::file_name;
use super::super::{lists, session};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::target::{Target, TargetArgs};

/// A definition list.
struct List {
    kind: Kind,
    method: &'static str,
    /// The result member with the items.
    member: &'static str,
    folder: &'static str,
    /// The member with an item's name.
    key: &'static str,
}

static LISTS: [List; 4] = [
    List { kind: Kind::Tool, method: "tools/list", member: "tools", folder: "tools", key: "name" },
    List { kind: Kind::Prompt, method: "prompts/list", member: "prompts", folder: "prompts", key: "name" },
    List { kind: Kind::Resource, method: "resources/list", member: "resources", folder: "resources", key: "uri" },
    List {
        kind: Kind::Template,
        method: "resources/templates/list",
        member: "resourceTemplates",
        folder: "templates",
        key: "uriTemplate",
    },
];

/// The members from the server's description that belong to the lock.
const OF_SERVER: [&str; 3] = ["serverInfo", "capabilities", "instructions"];

/// The definitions that a server offers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Offers(pub(in super::super) BTreeMap<String, Value>);

impl Offers {
    /// Requests all lists and the server's description.
    pub(in super::super) async fn of(client: &Client) -> Result<Self, Failure> {
        let (mut all, mut counts) = (BTreeMap::new(), HashMap::new());
        let server: Value = read(client.live.get("server").await).await?;
        let members = OF_SERVER.iter().filter_map(|name| Some(((*name).to_owned(), server.get(*name)?.clone())));
        let mut described: Map<_, _> = members.collect();
        // Some frameworks put their own version here, and no client depends on it.
        if let Some(info) = described.get_mut("serverInfo").and_then(Value::as_object_mut) {
            info.remove("version");
        }
        all.insert("server".to_owned(), Value::Object(described));
        for List { method, member, folder, key, .. } in &LISTS {
            for item in lists::quietly(client, method, member).await? {
                let item: Value = serde_json::from_str(item.get())?;
                let name = format!("{folder}/{}", file_name(item[key].as_str().unwrap_or_default()));
                // A server may list a name twice. Clients then use one or the other.
                let count = counts.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
                all.insert(if *count == 1 { name } else { format!("{name}~{count}") }, item);
            }
        }
        Ok(Self(all))
    }

    /// Starts a server, requests its offers, and stops it.
    pub(in super::super) async fn of_target(target: &Target, args: &TargetArgs) -> Result<Self, Failure> {
        let work = async |client: &Client| Self::of(client).await;
        session::with_server(target, &args.start_options(), args.call_timeout(), false, work).await
    }

    pub(in super::super) fn tools(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(|(name, _)| kind_of(name) == Kind::Tool).map(|(_, definition)| definition)
    }

    /// Applies `change` to each definition.
    pub(in super::super) fn map(self, change: impl Fn(Value) -> Value) -> Self {
        Self(self.0.into_iter().map(|(name, value)| (name, change(value))).collect())
    }

    /// The findings on the definitions, each with the definition's file in a lock.
    pub(in super::super) fn findings(&self) -> Vec<FoundIn> {
        let found = self.0.iter().flat_map(|(name, definition)| {
            let item = item_name(name, definition);
            let found = findings(kind_of(name), definition).into_iter();
            found.map(move |finding| FoundIn { file: format!("{name}.json"), item: item.clone(), finding })
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|found| found.finding.severity);
        found
    }
}

/// A finding on a definition.
#[derive(Clone, Debug)]
pub(in super::super) struct FoundIn {
    /// The definition's file in a lock.
    pub(in super::super) file: String,
    /// The definition, such as `tools/add`.
    pub(in super::super) item: String,
    pub(in super::super) finding: Finding,
}

impl fmt::Display for FoundIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { message, names, more, source, .. } = &self.finding;
        write!(f, "{}: {message}", self.item)?;
        if !names.is_empty() {
            write!(f, " {}", names.join(", "))?;
        }
        if *more > 0 {
            write!(f, " and {more} more")?;
        }
        match source {
            Some(source) => write!(f, " ({})", source.title),
            None => Ok(()),
        }
    }
}

/// A lock's folders.
pub(super) fn folders() -> impl Iterator<Item = &'static str> {
    LISTS.iter().map(|list| list.folder)
}

fn list_of(name: &str) -> Option<&'static List> {
    let (folder, _) = name.split_once('/')?;
    LISTS.iter().find(|list| list.folder == folder)
}

pub(super) fn kind_of(name: &str) -> Kind {
    list_of(name).map_or(Kind::Server, |list| list.kind)
}

/// A definition's name for display, such as `tools/getWeather`. The file name is longer.
pub(super) fn item_name(name: &str, definition: &Value) -> String {
    let named = list_of(name).and_then(|list| Some((list.folder, definition[list.key].as_str()?)));
    named.map_or_else(|| name.to_owned(), |(folder, name)| format!("{folder}/{}", harmless_line(name)))
}
