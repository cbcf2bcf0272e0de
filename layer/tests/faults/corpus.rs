//! The corpus against a disturbed MCP server, with all requests in flight at once.

use bytes::Bytes;
use futures_util::future::join_all;
use http::{Method, Response};
use http_body_util::{BodyExt as _, Full};
use tower::{Layer as _, ServiceExt as _};
use tower_mcp_ui::{BoxError, McpUiLayer};

use super::{END, is_named_error, with_seeds};
use crate::support::corpus::{Case, cases, profiles};
use crate::support::faults::Faults;
use crate::support::fixture;
use crate::support::mcp_server::{self, Era};

/// Sends a case's request. Fails if the response breaks off.
async fn send(layer: &McpUiLayer, case: &Case, era: Era, faults: &Faults) -> Result<Response<Bytes>, BoxError> {
    let app = layer.layer(faults.layer(mcp_server::router(era)));
    let response = app.oneshot(case.request(&[]).map(Full::new)).await?;
    let (parts, body) = response.into_parts();
    let body = body.collect().await?.to_bytes();
    // Comments keep a late response open.
    let body = match std::str::from_utf8(&body) {
        Ok(events) if events.starts_with(": \n\n") => Bytes::from(events.replace(": \n\n", "")),
        _ => body,
    };
    Ok(Response::from_parts(parts, body))
}

fn responses_are_expected_or_named_errors(era: Era) {
    let [expected, failed] = with_seeds(async |seed| {
        let mut counts = [0, 0];
        for (name, profile) in profiles() {
            let (layer, faults) = (McpUiLayer::new(fixture::config(&profile)), Faults::new(seed));
            let cases: Vec<_> = cases().into_iter().filter(|case| case.profile == name).collect();
            let sent = cases.iter().map(|case| tokio::time::timeout(END, send(&layer, case, era, &faults)));
            for (case, response) in cases.iter().zip(join_all(sent).await) {
                // Paths outside of the explorer show what the service does.
                let Ok(response) = response.expect("the request ends") else { continue };
                let differences = case.faults(&response);
                let request = case.request(&[]);
                // The description contains only the server's answers so far, and a response to HEAD has no body with a
                // reason.
                let is_exempt = request.uri().path() == "/explorer/server" || request.method() == Method::HEAD;
                let is_right = differences.is_empty() || is_exempt || is_named_error(&response);
                assert!(is_right, "{}", differences.join("\n"));
                counts[usize::from(!differences.is_empty())] += 1;
            }
        }
        counts
    });
    println!("{expected} expected responses, {failed} named errors");
    assert!(failed > 0 && expected > failed);
}

#[test]
fn of_a_server() {
    responses_are_expected_or_named_errors(Era::Modern);
}

#[test]
fn of_an_older_server() {
    responses_are_expected_or_named_errors(Era::Legacy);
}
