//! A server built with the official Rust SDK, which accepts tokens from a separate authorization server.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{tool, tool_router};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::servers::{Behaviour, Servers, Validity};

struct Notes {
    owner: &'static str,
}

#[tool_router(server_handler)]
impl Notes {
    #[tool(description = "Says who is there")]
    fn whoami(&self) -> String {
        format!("{}, in Rust", self.owner)
    }
}

/// The MCP server at this origin.
#[derive(Clone)]
struct Resource {
    origin: String,
    tokens: Validity,
}

#[test]
fn a_server_of_the_rust_sdk_takes_tokens_of_an_authorization_server_elsewhere() {
    let issuer = Servers::start(Behaviour::default());
    let runtime = Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let url = format!("{origin}/mcp");
    let router = resource(Resource { origin, tokens: issuer.tokens() }, &issuer.origin());
    runtime.spawn(async { axum::serve(listener, router).await });

    issuer.run(&["tools", &url]).failed(3, "mcp-ui login");
    let ran = issuer.run_with_browser(&["login", &url]);
    assert_eq!((ran.code, ran.stdout), (Some(0), format!("You are signed in to {url}.\n")), "{}", ran.stderr);
    assert_eq!(issuer.run(&["call", &url, "whoami"]).stdout, "Ada, in Rust\n");
    issuer.expire();
    assert_eq!(issuer.run(&["call", &url, "whoami"]).stdout, "Ada, in Rust\n", "the token is refreshed");
    assert_eq!(issuer.requests("/authorize").len(), 1);
    assert_eq!(issuer.requests("/token")[0]["resource"], url);
    assert_eq!(issuer.run(&["logout", &url]).code, Some(0));
    issuer.run(&["tools", &url]).failed(3, "mcp-ui login");
}

fn resource(resource: Resource, issuer: &str) -> Router {
    let metadata = json!({ "resource": format!("{}/mcp", resource.origin), "authorization_servers": [issuer] });
    let service = StreamableHttpService::new(
        || Ok(Notes { owner: "Ada" }),
        Arc::<LocalSessionManager>::default(),
        StreamableHttpServerConfig::default(),
    );
    let guarded = Router::new().route_service("/mcp", service).layer(from_fn_with_state(resource, check));
    guarded.route("/.well-known/oauth-protected-resource/mcp", get(async || Json(metadata)))
}

async fn check(State(resource): State<Resource>, request: Request, next: Next) -> Response {
    let token = request.headers().get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if resource.tokens.includes(token) {
        return next.run(request).await;
    }
    let metadata = format!("{}/.well-known/oauth-protected-resource/mcp", resource.origin);
    let challenge = format!("Bearer resource_metadata=\"{metadata}\", scope=\"notes\"");
    (StatusCode::UNAUTHORIZED, [("www-authenticate", challenge)]).into_response()
}
