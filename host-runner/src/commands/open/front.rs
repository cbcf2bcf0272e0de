use std::sync::Arc;

use http::{Request, Response, StatusCode, Uri};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use mcp_ui_host::ServerBody;
use tower_mcp_ui::config::{Setting, Timeouts};
use tower_mcp_ui::{Execution, McpUiConfig, embedding};

use super::args::OpenArgs;
use super::guard::Guard;
use super::index::Index;
use super::response;
use super::routes::{Place, Routes};
use super::server::Server;
use crate::commands::Failure;
use crate::commands::target::StartOptions;

/// The listener's service: the guards, and each server's explorer and MCP endpoint. Nothing else on the servers can be
/// reached, because a browser would treat it as part of the explorer.
#[derive(Clone)]
pub(super) struct Front(Arc<Shared>);

struct Shared {
    guard: Guard,
    routes: Arc<Routes>,
    servers: Arc<[Server]>,
    index: Option<Index>,
}

impl Front {
    /// Serves one server.
    pub(super) fn single(server: Server, guard: Guard) -> Self {
        let shared = Shared { guard, routes: Arc::new(Routes::single()), servers: [server].into(), index: None };
        Self(Arc::new(shared))
    }

    /// Serves several servers with an index page.
    pub(super) fn several(servers: Arc<[Server]>, routes: Arc<Routes>, guard: Guard, index: Index) -> Self {
        Self(Arc::new(Shared { guard, routes, servers, index: Some(index) }))
    }

    pub(super) async fn respond(self, request: Request<Incoming>) -> Response<ServerBody> {
        let Shared { guard, routes, servers, index } = &*self.0;
        let (mut head, body) = request.into_parts();
        let path = head.uri.path().to_owned();
        let place = routes.place(&path);
        if let Err((status, text)) = guard.check(&mut head, &place) {
            return refusal(&place, status, &text);
        }
        if let (Place::Start, Some(tokens)) = (&place, guard.tokens()) {
            return tokens.respond(&Request::from_parts(head, ()));
        }
        let request = Request::from_parts(head, body);
        match (place, index) {
            (Place::Endpoint(server, revision), _) => {
                // The layers know the endpoint by only one path.
                let request = at(request, &routes.endpoint(server));
                servers[server].call(request, revision).await
            }
            (Place::Explorer(server, _), _) => servers[server].explore(request).await,
            (Place::Host(server, endpoint), _) => servers[server].respond_about_itself(endpoint, request).await,
            (Place::Root, Some(_)) => {
                let page = embedding::servers_page(&request, guard.tokens().is_some());
                page.map(|body| body.map_err(Into::into).boxed_unsync())
            }
            (Place::List, Some(index)) => index.list(request.method(), servers, routes),
            (Place::Root, None) => response::explorer_is_at("/explorer"),
            (Place::Unknown | Place::Start, Some(_)) => {
                response::text(StatusCode::NOT_FOUND, "Not found. The servers are listed at /.")
            }
            (Place::Unknown | Place::Start | Place::List, None) => response::not_found(),
        }
    }
}

impl OpenArgs {
    /// The explorer's settings for one server. `history_key` identifies the browser history, and `prefix` is the
    /// explorer's path.
    pub(super) fn config(
        &self,
        history_key: &str,
        prefix: &str,
        options: &StartOptions,
    ) -> Result<McpUiConfig, Failure> {
        let execution = if self.no_execute { Execution::disabled() } else { Execution::all() };
        let timeouts = Timeouts::new();
        Ok(McpUiConfig::new()
            .prefix(prefix)?
            .history_key(history_key)
            .execution(execution)
            .timeouts(timeouts.call(self.target.call_timeout()).list(options.init_timeout))
            .setting_names(option)
            .answer_key(mcp_ui_host::random_key())
            // The listener's guard checks the host.
            .any_host())
    }
}

/// Returns the request with another path.
fn at(request: Request<Incoming>, path: &str) -> Request<Incoming> {
    let (mut head, body) = request.into_parts();
    let mut uri = head.uri.clone().into_parts();
    let query = head.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    uri.path_and_query = format!("{path}{query}").parse().ok();
    if let Ok(uri) = Uri::from_parts(uri) {
        head.uri = uri;
    }
    Request::from_parts(head, body)
}

/// The command-line option for an explorer setting.
fn option(setting: Setting) -> Option<&'static str> {
    match setting {
        Setting::LIST_TIMEOUT => Some("--init-timeout"),
        Setting::CALL_TIMEOUT => Some("--timeout"),
        Setting::HOSTS => Some("--allow-host"),
        _ => None,
    }
}

/// A refusal, in the explorer's error format at the pages' own paths, and as plain text elsewhere.
fn refusal(place: &Place<'_>, status: StatusCode, message: &str) -> Response<ServerBody> {
    match place {
        Place::Explorer(..) | Place::Host(..) | Place::Start | Place::List => response::error(status, message),
        _ => response::text(status, message),
    }
}
