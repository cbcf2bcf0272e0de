use serde_json::Value;
use serde_json::value::RawValue;

use super::client::{Client, failure};
use super::notifications::report;
use crate::commands::Failure;

/// Requests a whole list.
pub(super) async fn list(client: &Client, method: &str, member: &str) -> Result<Vec<Box<RawValue>>, Failure> {
    requested(client, method, member, report).await
}

/// Requests a whole list, without printing messages that the server sends meanwhile.
pub(super) async fn quietly(client: &Client, method: &str, member: &str) -> Result<Vec<Box<RawValue>>, Failure> {
    requested(client, method, member, |_| ()).await
}

async fn requested(
    client: &Client,
    method: &str,
    member: &str,
    report: impl Fn(&Value),
) -> Result<Vec<Box<RawValue>>, Failure> {
    client.live.list(method, member, report).await.map(|list| list.items).map_err(|error| failure(&error))
}

/// Writes lists as a JSON object.
pub(super) fn to_json(lists: &[(&str, &[Box<RawValue>])]) -> String {
    let members: Vec<String> = lists
        .iter()
        .map(|(member, items)| {
            let items: Vec<&str> = items.iter().map(|item| item.get()).collect();
            format!("\"{member}\":[{}]", items.join(","))
        })
        .collect();
    format!("{{{}}}", members.join(","))
}
