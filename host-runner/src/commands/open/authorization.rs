//! The sign-in by the user at the page: its state, start and end.

use std::sync::Arc;

use http::{Method, Response, StatusCode};
use mcp_ui_host::ServerBody;
use mcp_ui_host::authorization::{Authorizer, Status};
use serde_json::{Value, json};
use tower_mcp_ui::authorization::AuthorizationError;
use url::form_urlencoded;

use super::response;

/// Responds to a sign-in request with the resulting state and the last sign-in's events. POST continues the sign-in
/// until the user has to act: `?step` also pauses before each request, and `?issuer=URL` chooses an authorization
/// server. DELETE signs out; `?flow` cancels the running sign-in instead, and `?failure` dismisses a failed sign-in.
pub(super) async fn respond(
    authorizer: &Arc<Authorizer>,
    method: &Method,
    query: Option<&str>,
) -> Response<ServerBody> {
    let parameters = || form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let has = |name: &str| parameters().any(|(other, _)| other == name);
    let issuer = parameters().find(|(name, _)| name == "issuer").map(|(_, issuer)| issuer);
    let done = match *method {
        Method::GET => Ok(()),
        Method::POST => match issuer {
            Some(issuer) if authorizer.choose_issuer(&issuer).await => Ok(()),
            Some(_) => {
                return response::error(StatusCode::CONFLICT, "No sign-in is waiting for this choice. Start again.");
            }
            None => authorizer.go_on(has("step")).await,
        },
        Method::DELETE if has("flow") => {
            authorizer.cancel().await;
            Ok(())
        }
        Method::DELETE if has("failure") => {
            authorizer.dismiss();
            Ok(())
        }
        Method::DELETE => authorizer.sign_out().await.map(drop),
        _ => return response::method_not_allowed("GET, POST, DELETE"),
    };
    let mut state = match done {
        Ok(()) => state(&authorizer.status()),
        Err(error) => failed(&error),
    };
    state["events"] = serde_json::to_value(authorizer.events()).unwrap_or_default();
    response::json(state.to_string())
}

fn state(status: &Status) -> Value {
    match status {
        Status::Required => json!({ "state": "required" }),
        Status::Choosing(issuers) => json!({ "state": "choosing", "issuers": issuers }),
        Status::Waiting => json!({ "state": "waiting" }),
        Status::Visiting { url, issuer } => json!({ "state": "visiting", "url": url, "issuer": issuer }),
        Status::Granted(grant) => json!({ "state": "granted", "issuer": grant.client.issuer, "scope": grant.scope }),
        Status::Failed(error) => failed(error),
        _ => json!({ "state": "idle" }),
    }
}

fn failed(error: &AuthorizationError) -> Value {
    json!({ "state": "failed", "code": error.code(), "message": error.to_string() })
}
