use http::request::Parts;
use tower_mcp_ui::config::Identity;

use crate::bindings::mcp_ui::tools::types::Context;

/// Returns a request's context for tools.
pub(crate) fn of(request: &Parts) -> Context {
    let headers = &request.headers;
    Context {
        method: request.method.as_str().to_owned(),
        path_with_query: request.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        headers: headers.iter().map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec())).collect(),
        identity: request.extensions.get::<Identity>().map(|identity| identity.as_str().to_owned()),
    }
}
