//! The server in one line, for a person at a terminal: its name, version and revision, and how much it offers.

use http_body_util::BodyExt as _;
use mcp_ui_host::live::LiveClient;
use serde_json::Value;

/// The lists, with their methods and the words for one item and for several.
const LISTS: [(&str, &str, &str, &str); 4] = [
    ("tools/list", "tools", "tool", "tools"),
    ("resources/list", "resources", "resource", "resources"),
    ("resources/templates/list", "resourceTemplates", "template", "templates"),
    ("prompts/list", "prompts", "prompt", "prompts"),
];

/// Asks the server what it is. `None` if it does not answer, for example because nobody has signed in.
pub(super) async fn introduction(client: &LiveClient) -> Option<String> {
    let described = client.get("server").await.ok()?.into_body().collect().await.ok()?.to_bytes();
    let mut counts = Vec::new();
    for (method, member, one, several) in LISTS {
        match client.list(method, member, |_| {}).await.ok()?.items.len() {
            0 => {}
            1 => counts.push(format!("1 {one}")),
            count => counts.push(format!("{count} {several}")),
        }
    }
    Some(words(&serde_json::from_slice(&described).ok()?, &counts))
}

fn words(server: &Value, counts: &[String]) -> String {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let identity = &server["serverInfo"];
    let name = text(&identity["title"]).or_else(|| text(&identity["name"]));
    let named = [name, text(&identity["version"])].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let revision = text(&server["protocolVersion"]).map(|revision| format!("MCP {revision}"));
    let offered = if counts.is_empty() { "nothing offered".to_owned() } else { counts.join(", ") };
    let parts = [Some(named).filter(|named| !named.is_empty()), revision, Some(offered)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_known_is_said() {
        let server =
            json!({ "serverInfo": { "name": "weather", "version": "1.2.0" }, "protocolVersion": "2025-11-25" });
        let counts = ["19 tools".to_owned(), "1 prompt".to_owned()];
        assert_eq!(words(&server, &counts), "weather 1.2.0 · MCP 2025-11-25 · 19 tools, 1 prompt");
        assert_eq!(words(&json!({ "serverInfo": { "title": "Weather" } }), &[]), "Weather · nothing offered");
        assert_eq!(words(&json!([]), &[]), "nothing offered");
    }
}
