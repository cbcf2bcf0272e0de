//! Adds UI data to call results.

use std::sync::Arc;

use bytes::Bytes;

use super::Settings;
use super::call::Call;
use super::edits::Edits;
use super::rewrite::result_of;
use crate::backend::Arguments;
use crate::catalog::{Entry, Outcome, RENDER_DATA, Skip, augment, skip_without_data, waiting};
use crate::catch_panic::{Panicked, catch_panic};
use crate::model::{CallToolResult, RawJson, RawObject};
use crate::runtime::Elapsed;

impl Settings {
    /// Adds the UI's data to a call result. Returns `None` if the message stays unchanged.
    pub(super) async fn render_call(&self, message: &Bytes, call: &Arc<Call>) -> Option<Bytes> {
        let result = result_of(message)?;
        if let Some(task) = task_of(&result) {
            self.known.add_task(task, call);
            return None;
        }
        self.render(message, &result, call).await
    }

    /// Adds the UI's data to a task's result: the result of `tasks/result`, or the nested result in `tasks/get`.
    pub(super) async fn render_task(&self, message: &Bytes, call: &Call) -> Option<Bytes> {
        let outer = result_of(message)?;
        let members = RawObject::parse(&outer).ok()?;
        let result = match (members.get("status"), members.get("result")) {
            (Some(_), Some(result)) => result.clone(),
            (Some(_), None) => return None,
            (None, _) => outer,
        };
        self.render(message, &result, call).await
    }

    /// Replaces `result` inside `message`. `result` must be a part of `message`.
    async fn render(&self, message: &Bytes, result: &RawJson, call: &Call) -> Option<Bytes> {
        let Ok(parsed) = CallToolResult::from_json(result) else {
            self.skip(call, Skip::Unreadable("the result is malformed"));
            return None;
        };
        let data = match self.derived(&parsed, &call.entry, &call.arguments).await {
            Ok(data) => data,
            Err(reason) => {
                self.skip(call, reason);
                return None;
            }
        };
        let has_data = data.is_some();
        let augmented = augment(parsed, &self.catalog, &call.entry, data);
        let mut members = RawObject::parse(result).ok()?;
        let mut outcome = augmented.outcome;
        if outcome == Outcome::Linked {
            for key in ["structuredContent", "_meta"] {
                if let Some(value) = augmented.result.get(key).filter(|_| has_data) {
                    members.set(key, value.clone());
                }
            }
            if let Some(url) = self.embedded_url(call)
                && let Some(content) = embed(&members, call, &url)
            {
                members.set("content", content);
                outcome = Outcome::Embedded;
            }
        }
        self.catalog.report(&call.entry, &call.tool, &outcome);
        let mut edits = Edits::new(message);
        if outcome == Outcome::Embedded || (outcome == Outcome::Linked && has_data) {
            edits.replace(result, members.to_json());
        }
        edits.finish()
    }

    /// Derives the UI's data if the UI has a function for that.
    pub(super) async fn derived(
        &self,
        result: &CallToolResult,
        entry: &Entry,
        arguments: &Arguments,
    ) -> Result<Option<RawJson>, Skip> {
        let Some(derive) = &entry.ui.derive else { return Ok(None) };
        if let Some(skip) = skip_without_data(result) {
            return Err(skip);
        }
        let data =
            catch_panic("the function that derives the data of a UI", derive.data(result.clone(), arguments.clone()));
        match self.background.clone().unwrap_or_default().timeout(self.timeout, data).await {
            Ok(Ok(Ok(data))) => Ok(Some(data)),
            Ok(Ok(Err(error))) => Err(Skip::Failed(error.to_string())),
            Ok(Err(Panicked)) => Err(Skip::Panicked),
            Err(Elapsed(_)) => Err(Skip::TimedOut),
        }
    }

    /// Counts a result that stays without its UI.
    pub(super) fn skip(&self, call: &Call, skip: Skip) {
        self.catalog.report(&call.entry, &call.tool, &Outcome::Skipped(skip));
    }

    /// Returns the UI's URL if the client does not show MCP Apps and such clients get the URL.
    fn embedded_url(&self, call: &Call) -> Option<String> {
        let base = self.older_clients.as_ref().filter(|_| !call.shows_apps)?;
        Some(match call.entry.external() {
            Some(url) => waiting(url),
            None => waiting(&format!("{base}/ui/{}", call.entry.name)),
        })
    }
}

/// Returns the ID of the task that continues a call, for both task forms.
fn task_of(result: &RawJson) -> Option<String> {
    let members = RawObject::parse(result).ok()?;
    match members.get("task") {
        Some(task) => RawObject::parse(task).ok()?.get_string("taskId"),
        None => {
            members.get_string("taskId").filter(|_| members.get_string("resultType").is_some_and(|kind| kind == "task"))
        }
    }
}

/// Adds the UI to a result's content, in MCP-UI form. Returns `None` if the content is not an array or no data exist.
fn embed(result: &RawObject, call: &Call, url: &str) -> Option<RawJson> {
    let mut content =
        result.get("content").map_or(Ok(Vec::new()), |content| content.items(crate::model::MAX_PARTS)).ok()?;
    let meta = result.get("_meta").and_then(|meta| RawObject::parse(meta).ok());
    let derived = meta.as_ref().and_then(|meta| meta.get(RENDER_DATA));
    let data = derived.or_else(|| result.get("structuredContent"))?.clone();
    let resource = RawObject::of([
        ("uri", RawJson::string(&call.entry.uri)),
        ("mimeType", RawJson::literal(r#""text/uri-list""#)),
        ("text", RawJson::string(url)),
        ("_meta", RawObject::of([(RENDER_DATA, data)]).to_json()),
    ]);
    let block = RawObject::of([("type", RawJson::literal(r#""resource""#)), ("resource", resource.to_json())]);
    content.push(block.to_json());
    Some(RawJson::array(&content))
}
