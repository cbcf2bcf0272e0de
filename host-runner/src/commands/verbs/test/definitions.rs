//! The offers of a server, as files of a lock: `server`, and `tools/add` for each tool, prompt, resource and template.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::client::{Client, read};
use super::super::lists;
use super::record::file_name;
use crate::commands::Failure;

/// The lists, with their members, their folders, and what names an item.
const LISTS: [(&str, &str, &str, &str); 4] = [
    ("tools/list", "tools", "tools", "name"),
    ("prompts/list", "prompts", "prompts", "name"),
    ("resources/list", "resources", "resources", "uri"),
    ("resources/templates/list", "resourceTemplates", "templates", "uriTemplate"),
];

/// The members of the server's description that belong to the lock.
const OF_SERVER: [&str; 3] = ["serverInfo", "capabilities", "instructions"];

/// Requests all lists and the description of the server.
pub(super) async fn of(client: &Client) -> Result<BTreeMap<String, Value>, Failure> {
    let mut all = BTreeMap::new();
    let server: Value = read(client.live.get("server").await).await?;
    let members = OF_SERVER.iter().filter_map(|name| Some(((*name).to_owned(), server.get(*name)?.clone())));
    all.insert("server".to_owned(), Value::Object(members.collect::<Map<_, _>>()));
    for (method, member, folder, key) in LISTS {
        for item in lists::quietly(client, method, member).await? {
            let item: Value = serde_json::from_str(item.get())?;
            let name = item[key].as_str().unwrap_or_default();
            all.insert(format!("{folder}/{}", file_name(name)), item);
        }
    }
    Ok(all)
}
