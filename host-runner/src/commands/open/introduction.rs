//! A server's identity and the sizes of its lists, as the server reports them.

use std::collections::BTreeMap;
use std::fmt;

use http_body_util::BodyExt as _;
use mcp_ui_host::live::LiveClient;
use serde::Serialize;
use serde_json::Value;

/// Each list's method, its member in the result, and the words for one item and for several.
const LISTS: [(&str, &str, &str, &str); 4] = [
    ("tools/list", "tools", "tool", "tools"),
    ("resources/list", "resources", "resource", "resources"),
    ("resources/templates/list", "resourceTemplates", "template", "templates"),
    ("prompts/list", "prompts", "prompt", "prompts"),
];

/// A server's name, version and item counts. Displayed as one line in the terminal.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Introduction {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol_version: Option<String>,
    /// Item counts by result member, such as `tools`.
    counts: BTreeMap<&'static str, usize>,
}

impl Introduction {
    /// Asks the server. Returns `None` if it lists nothing, for example because nobody has signed in. Lists that fail
    /// are omitted.
    pub(super) async fn of(client: &LiveClient) -> Option<Self> {
        let described = client.get("server").await.ok()?.into_body().collect().await.ok()?.to_bytes();
        let mut counts = BTreeMap::new();
        for (method, member, ..) in LISTS {
            if let Ok(list) = client.list(method, member, |_| {}).await {
                counts.insert(member, list.items.len());
            }
        }
        let server = serde_json::from_slice(&described).ok()?;
        Some(Self::new(&server, counts)).filter(|introduction| !introduction.counts.is_empty())
    }

    fn new(server: &Value, counts: BTreeMap<&'static str, usize>) -> Self {
        let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let identity = &server["serverInfo"];
        Self {
            name: text(&identity["title"]).or_else(|| text(&identity["name"])),
            version: text(&identity["version"]),
            protocol_version: text(&server["protocolVersion"]),
            counts,
        }
    }
}

impl fmt::Display for Introduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named: Vec<_> = [&self.name, &self.version].into_iter().flatten().map(String::as_str).collect();
        let offered = LISTS.iter().filter_map(|(_, member, one, several)| match self.counts.get(member)? {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        });
        let offered: Vec<_> = offered.collect();
        let parts = [
            Some(named.join(" ")).filter(|named| !named.is_empty()),
            self.protocol_version.as_ref().map(|revision| format!("MCP {revision}")),
            Some(if offered.is_empty() { "nothing offered".to_owned() } else { offered.join(", ") }),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_known_is_said() {
        let words = |server: Value, counts: &[(&'static str, usize)]| {
            Introduction::new(&server, counts.iter().copied().collect()).to_string()
        };
        let server =
            json!({ "serverInfo": { "name": "weather", "version": "1.2.0" }, "protocolVersion": "2025-11-25" });
        let counts = [("tools", 19), ("resources", 0), ("prompts", 1)];
        assert_eq!(words(server, &counts), "weather 1.2.0 · MCP 2025-11-25 · 19 tools, 1 prompt");
        assert_eq!(words(json!({ "serverInfo": { "title": "Weather" } }), &[]), "Weather · nothing offered");
        assert_eq!(words(json!([]), &[]), "nothing offered");
    }
}
