//! The UI catalog: `GET {prefix}/uis`, and below it the endpoints that check data and save stories.

use std::sync::Once;

use http::StatusCode;
use http_body::Body;

use super::response::{self, EndpointResult};
pub(super) use super::sandbox::hosted::{document, runtime};
use super::{Conditional, Explorer, ExplorerResponse};
use crate::backend::RequestParts;
use crate::catalog::{Entry, MAX_STORIES, SaveError, Story, UiCatalog};
use crate::model::{HashedJson, RawJson, RawObject};
use crate::validate::verdict;

/// Ensures that the warning about unused UIs is logged only once.
static UNUSED: Once = Once::new();

/// Handles `GET {prefix}/uis`. 404 without a catalog.
///
/// ```json
/// {"uis": [{
///   "name": "list-databases", "tools": ["list-databases"], "uri": "ui://list-databases/1a2b3c4d",
///   "hosted": "/explorer/ui/list-databases", "bytes": 12345, "schema": {},
///   "stories": [{"name": "Empty", "data": {}, "valid": true}],
///   "outcomes": {"linked": 3, "embedded": 0, "skipped": 0}
/// }], "writable": false, "used": true}
/// ```
pub(super) fn list(explorer: &Explorer, request: &RequestParts) -> EndpointResult {
    let catalog = catalog(explorer)?;
    let contents = catalog.contents();
    let uis: Vec<_> = contents.entries().iter().map(|entry| described(explorer, catalog, entry)).collect();
    if !catalog.is_used() {
        UNUSED.call_once(|| {
            tracing::warn!(
                "the explorer shows UIs, but nothing adds them to tools: use `McpUiLayer::uis`, or add an `AugmentLayer`"
            );
        });
    }
    let body = RawObject::of([
        ("uis", RawJson::array(&uis)),
        ("writable", serialized(&catalog.is_writable())),
        ("used", serialized(&catalog.is_used())),
    ]);
    let body = body.to_json();
    Ok(Conditional::json(HashedJson::new(body.text().clone().into_bytes())).respond(&request.headers))
}

fn described(explorer: &Explorer, catalog: &UiCatalog, entry: &Entry) -> RawJson {
    let mut object = RawObject::of([
        ("name", RawJson::string(&entry.name)),
        ("uri", RawJson::string(&entry.uri)),
        ("hosted", RawJson::string(&format!("{}/ui/{}", explorer.config.prefix.as_str(), entry.name))),
        ("tools", RawJson::array(&entry.tool_names().map(RawJson::string).collect::<Vec<_>>())),
        ("bytes", serialized(&entry.html.len())),
    ]);
    let stories = entry.ui.stories.iter().map(|story| story_with_verdict(catalog, entry, story));
    let border = entry.ui.prefers_border.map(|border| serialized(&border));
    for (key, value) in [
        ("title", entry.ui.title.as_deref().map(RawJson::string)),
        ("external", entry.external().map(RawJson::string)),
        ("schema", entry.ui.schema.clone()),
        ("csp", entry.csp()),
        ("permissions", entry.ui.permissions.clone()),
        ("prefersBorder", border),
        ("stories", Some(RawJson::array(&stories.collect::<Vec<_>>()))),
        ("outcomes", Some(serialized(&entry.outcomes.counts()))),
        ("health", entry.outcomes.health().map(|health| serialized(&health))),
    ] {
        if let Some(value) = value {
            object.set(key, value);
        }
    }
    object.to_json()
}

/// Handles `POST {prefix}/uis/{name}/check`: the verdict on data, in the same form as `validate`.
pub(super) async fn check<B: Body>(explorer: &Explorer, body: B, name: &str) -> EndpointResult {
    let catalog = catalog(explorer)?;
    let contents = catalog.contents();
    let entry = contents.named(name).ok_or_else(|| unknown(name))?;
    let data = RawJson::parse(explorer.read(body).await?).map_err(|error| malformed(&error))?;
    Ok(response::json(StatusCode::OK, verdict(&catalog.violations(entry, &data))))
}

/// Handles `POST {prefix}/uis/{name}/stories`, with the story and its `name` as the body.
///
/// 403 if no more stories can be saved, 409 if a story with this name exists, and 201 if it was saved.
pub(super) async fn save_story<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    body: B,
    name: &str,
) -> EndpointResult {
    explorer.authorize_call(request).await?;
    let catalog = catalog(explorer)?;
    let contents = catalog.contents();
    let entry = contents.named(name).ok_or_else(|| unknown(name))?;
    if !catalog.is_writable() {
        let message = "Stories cannot be saved here. `mcp-ui open --ui DIR --write` saves them in the folder.";
        return Err(response::error(StatusCode::FORBIDDEN, message));
    }
    let body = RawJson::parse(explorer.read(body).await?).map_err(|error| malformed(&error))?;
    let members = RawObject::parse(&body).map_err(|error| malformed(&error))?;
    let story = Story::parse_named(members);
    let story = story.map_err(|reason| response::error(StatusCode::BAD_REQUEST, &reason))?;
    let saved = RawObject::of([("name", RawJson::string(&story.name))]).to_json();
    match catalog.save(entry, &story) {
        Ok(()) => Ok(response::json(StatusCode::CREATED, saved.text().clone().into_bytes())),
        Err(SaveError::Exists) => {
            Err(response::error(StatusCode::CONFLICT, "There is already a story with this name. Choose another name."))
        }
        Err(SaveError::Full) => {
            let message = format!("The UI has {MAX_STORIES} stories, the maximum. Delete one of their files.");
            Err(response::error(StatusCode::FORBIDDEN, &message))
        }
        Err(SaveError::Failed(error)) => {
            let message = format!("The story cannot be saved: {error}.");
            Err(response::error(StatusCode::INTERNAL_SERVER_ERROR, &message))
        }
    }
}

fn catalog(explorer: &Explorer) -> Result<&UiCatalog, ExplorerResponse> {
    explorer.config.uis.as_ref().ok_or_else(response::not_found)
}

fn story_with_verdict(catalog: &UiCatalog, entry: &Entry, story: &Story) -> RawJson {
    let mut object = story.named();
    let verdict = RawJson::from_written(verdict(&catalog.violations(entry, &story.data)));
    object.extend(RawObject::parse(&verdict).unwrap_or_default());
    object.to_json()
}

fn serialized<T: serde::Serialize>(value: &T) -> RawJson {
    RawJson::from_serialize(value).expect("numbers and strings can be serialized")
}

fn unknown(name: &str) -> ExplorerResponse {
    response::error(StatusCode::NOT_FOUND, &format!("There is no UI {name:?}."))
}

fn malformed(error: &serde_json::Error) -> ExplorerResponse {
    response::error(StatusCode::BAD_REQUEST, &format!("Invalid JSON: {error}"))
}
