//! The authorization server, the MCP service and the instances of the explorer between them.

use std::future::ready;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, WWW_AUTHENTICATE};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use url::Url;

use crate::authorization::SignIn;
use crate::service::RequestBody;
use crate::{BoxError, McpUiConfig, McpUiLayer};

pub(super) const ISSUER: &str = "https://auth.example";
pub(super) const PAGE: &str = "https://tools.example/svc/explorer";
pub(super) const KEY: [u8; 32] = [7; 32];
pub(super) const TOKEN: &str = "the-access-token";

/// The answers from the authorization server and the MCP service, and the requests to them.
#[derive(Clone)]
pub(super) struct World {
    pub(super) resource: Value,
    pub(super) server: Value,
    pub(super) token: (u16, Value),
    /// True if the authorization server never answers.
    pub(super) is_silent: bool,
    /// The paths of the requests to the authorization server, with their bodies, and those to the MCP service.
    pub(super) seen: Arc<Mutex<Vec<String>>>,
}

impl World {
    pub(super) fn new() -> Self {
        Self {
            resource: json!({ "resource": "https://tools.example/svc/mcp", "authorization_servers": [ISSUER] }),
            server: json!({
                "issuer": ISSUER,
                "authorization_endpoint": format!("{ISSUER}/authorize"),
                "token_endpoint": format!("{ISSUER}/token"),
                "revocation_endpoint": format!("{ISSUER}/revoke"),
                "registration_endpoint": format!("{ISSUER}/register"),
                "code_challenge_methods_supported": ["S256"],
            }),
            token: (
                200,
                json!({
                    "access_token": TOKEN, "token_type": "Bearer", "refresh_token": "the-refresh-token", "expires_in": 100,
                }),
            ),
            is_silent: false,
            seen: Arc::default(),
        }
    }

    pub(super) fn see(&self, what: String) {
        self.seen.lock().unwrap().push(what);
    }

    pub(super) fn seen(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }

    /// Answers as the authorization server.
    pub(super) async fn issue(self, request: Request<Full<Bytes>>) -> Result<Response<Full<Bytes>>, BoxError> {
        let uri = request.uri().clone();
        let body = request.into_body().collect().await?.to_bytes();
        self.see(format!("{} {}", uri.path(), String::from_utf8_lossy(&body)));
        if self.is_silent {
            std::future::pending::<()>().await;
        }
        let (status, document) = match uri.path() {
            "/.well-known/oauth-authorization-server" => (200, self.server),
            "/register" => (201, json!({ "client_id": "registered" })),
            "/token" => self.token,
            "/revoke" => (200, json!({})),
            _ => (404, json!({})),
        };
        Ok(Response::builder().status(status).body(Full::from(document.to_string()))?)
    }

    /// Answers as the MCP service.
    pub(super) fn serve(self, request: &Request<RequestBody<Full<Bytes>>>) -> Result<Response<Full<Bytes>>, BoxError> {
        let credentials = request.headers().get(AUTHORIZATION).map(|value| value.to_str().map(str::to_owned));
        let credentials = credentials.transpose()?;
        self.see(format!("mcp {} {}", request.uri(), credentials.as_deref().unwrap_or("-")));
        if request.uri().path().starts_with("/.well-known/oauth-protected-resource") {
            return Ok(Response::new(Full::from(self.resource.to_string())));
        }
        if credentials.as_deref() != Some(&format!("Bearer {TOKEN}")) {
            let refusal = Response::builder().status(401).header(WWW_AUTHENTICATE, "Bearer");
            return Ok(refusal.body(Full::default())?);
        }
        let result = json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [{ "name": "echo" }] } });
        Ok(Response::builder().header(CONTENT_TYPE, "application/json").body(Full::from(result.to_string()))?)
    }

    pub(super) fn sign_in(&self, issuers: &[&str]) -> SignIn {
        let world = self.clone();
        let service = service_fn(move |request| world.clone().issue(request));
        SignIn::new(service, issuers.iter().copied()).unwrap()
    }

    /// Creates an instance with this key.
    pub(super) fn instance(&self, key: Option<[u8; 32]>) -> Instance {
        self.with(key, self.sign_in(&[ISSUER]))
    }

    pub(super) fn with(&self, key: Option<[u8; 32]>, sign_in: SignIn) -> Instance {
        let mut config = McpUiConfig::new().hosts(["tools.example"]).unwrap();
        config.answer_key = key;
        Instance { world: self.clone(), layer: McpUiLayer::new(config).authorization(sign_in) }
    }
}

pub(super) struct Instance {
    pub(super) world: World,
    pub(super) layer: McpUiLayer,
}

impl Instance {
    pub(super) async fn send(&self, request: http::request::Builder, body: String) -> (StatusCode, String) {
        let world = self.world.clone();
        let service = self.layer.layer(service_fn(move |request| ready(world.clone().serve(&request))));
        let request = request.header(HOST, "tools.example").body(Full::from(body)).unwrap();
        let response = service.oneshot(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let path = format!("/explorer/authorization{path}");
        let (status, text) = self.send(Request::post(path), body.to_string()).await;
        for secret in [TOKEN, "the-refresh-token", "the-code"] {
            assert!(!text.contains(secret), "{text}");
        }
        (status, serde_json::from_str(&text).unwrap())
    }

    /// Starts a sign-in, and returns its state.
    pub(super) async fn begin(&self) -> Value {
        let (status, state) = self.post("", &json!({ "page": PAGE })).await;
        assert_eq!(status, 200, "{state}");
        state
    }

    pub(super) async fn next(&self, flow: &Value, query: &str) -> Value {
        self.post("/next", &json!({ "flow": flow, "query": query })).await.1
    }

    pub(super) async fn granted(&self) -> Value {
        let state = self.begin().await;
        let granted = self.next(&state["flow"], &answer_to(&state)).await;
        assert_eq!(granted["state"], "granted", "{granted}");
        granted
    }

    pub(super) async fn tools(&self, access: &str) -> (StatusCode, String) {
        self.send(Request::get("/explorer/tools").header("mcp-ui-access", access), String::new()).await
    }
}

/// Returns the query in the authorization server's answer.
pub(super) fn answer_to(state: &Value) -> String {
    let url = Url::parse(state["url"].as_str().unwrap_or_default()).unwrap();
    let (_, state) = url.query_pairs().find(|(name, _)| name == "state").unwrap();
    format!("code=the-code&state={state}")
}
