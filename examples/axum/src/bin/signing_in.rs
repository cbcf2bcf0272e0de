//! An MCP server that accepts only tokens from an authorization server, and a page where users sign in to get one.
//!
//! This server must be registered at the authorization server as the client `greeter`, so that it can ask about tokens
//! (RFC 7662).

use std::error::Error;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use clap::Parser;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tower::ServiceBuilder;
use tower_mcp_ui::authorization::SignIn;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

type Http = Client<HttpConnector, Full<Bytes>>;

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    listen: example_axum::Listen,
    /// The authorization server.
    #[arg(long, default_value = "http://127.0.0.1:9000")]
    issuer: String,
    /// Password of the client `greeter` at the authorization server.
    #[arg(long, env = "GREETER_SECRET", default_value = "for this example alone")]
    secret: String,
    /// Address of this server for browsers, if it is behind a proxy.
    #[arg(long)]
    public: Option<String>,
}

/// Asks the authorization server about tokens.
#[derive(Clone)]
struct Guard {
    http: Http,
    introspection: String,
    secret: String,
    /// This server's URL for browsers.
    address: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let CommandLine { listen, issuer, secret, public } = CommandLine::parse();
    let http = Client::builder(TokioExecutor::new()).build_http();
    let address = public.clone().unwrap_or_else(|| format!("http://127.0.0.1:{}", listen.port));
    let metadata = json!({
        "resource": format!("{address}/mcp"),
        "authorization_servers": [&issuer],
        "scopes_supported": ["greetings:read"],
    });
    let guard = Guard { http: http.clone(), introspection: format!("{issuer}/token/introspection"), secret, address };
    let guarded = Router::new().nest_service("/mcp", example_axum::mcp()).layer(from_fn_with_state(guard, check));
    let router = guarded.route("/.well-known/oauth-protected-resource/mcp", get(async || Json(metadata)));

    // Only the listed authorization servers are used. For a server on another machine, `http` needs an HTTPS connector.
    let mut sign_in = SignIn::new(http, [issuer])?.client_name("Greeter");
    if let Some(public) = public {
        sign_in = sign_in.public_url(&format!("{public}/explorer"))?;
    }
    // Replicas need the same key, in the variable MCP_UI_ANSWER_KEY.
    let config = McpUiConfig::from_env(std::env::vars())?.title("Greeter").execution(Execution::all());
    let layer = McpUiLayer::new(config).authorization(sign_in);

    let app = ServiceBuilder::new().layer(layer).service(router);
    Ok(example_axum::serve_at(listen, Router::new().fallback_service(app)).await?)
}

/// Rejects requests without a valid token, or without the scope that a tool needs.
async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Result<Response, StatusCode> {
    let Some(scopes) = guard.scopes(request.headers()).await else {
        return Ok(guard.challenge(StatusCode::UNAUTHORIZED, ""));
    };
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    let message: Value = serde_json::from_slice(&body).unwrap_or_default();
    let needs_more = message["params"]["name"] == "rename" && !scopes.iter().any(|scope| scope == "greetings:write");
    if needs_more {
        let more = ", error=\"insufficient_scope\", scope=\"greetings:write\"";
        return Ok(guard.challenge(StatusCode::FORBIDDEN, more));
    }
    Ok(next.run(Request::from_parts(parts, Body::from(body))).await)
}

impl Guard {
    /// Returns the scopes of a request's token, or `None` without a valid token for this server.
    async fn scopes(&self, headers: &HeaderMap) -> Option<Vec<String>> {
        let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
        let credentials = format!("client_id=greeter&client_secret={}&token=", self.secret.replace(' ', "+"));
        let question = Request::post(&self.introspection)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::from(credentials + token))
            .ok()?;
        let answer = self.http.request(question).await.ok()?.into_body().collect().await.ok()?.to_bytes();
        let answer: Value = serde_json::from_slice(&answer).ok()?;
        let is_valid = answer["active"] == true && answer["aud"] == format!("{}/mcp", self.address);
        is_valid.then(|| answer["scope"].as_str().unwrap_or_default().split(' ').map(str::to_owned).collect())
    }

    /// Returns a response that asks the client for a token (RFC 9728, section 5.1).
    fn challenge(&self, status: StatusCode, parameters: &str) -> Response {
        let metadata = format!("{}/.well-known/oauth-protected-resource/mcp", self.address);
        let challenge = format!("Bearer resource_metadata=\"{metadata}\"{parameters}");
        (status, [(header::WWW_AUTHENTICATE, challenge)]).into_response()
    }
}
