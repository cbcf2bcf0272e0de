//! An MCP server and its authorization server, at one address, and the user's browser.

use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use axum::extract::{RawForm, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use mcp_ui_host::authorization::Store;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::open::running;
use crate::support::ran::Ran;

/// A script that replaces the browser: it requests the URL and follows redirects.
const BROWSER: &str =
    "#!/usr/bin/env python3\nimport sys, urllib.request\nurllib.request.urlopen(sys.argv[1]).read()\n";

/// The servers' behavior.
#[derive(Clone, Debug)]
pub(crate) struct Behaviour {
    /// Members that override the resource's metadata.
    pub(crate) resource: Value,
    /// Members that override the authorization server's metadata.
    pub(crate) server: Value,
    /// Members that override an issued token.
    pub(crate) token: Value,
    /// The answer sent instead of the resource's metadata: a body, or a redirect.
    pub(crate) in_place_of_metadata: Option<Result<String, String>>,
    /// A URL that the token endpoint redirects to.
    pub(crate) token_redirect: Option<String>,
    pub(crate) denies: bool,
    /// True if calls need more scopes than were granted.
    pub(crate) needs_more: bool,
    /// True if other programs connect to the redirect URI first, and send nothing or their own answer.
    pub(crate) is_disturbed: bool,
}

impl Default for Behaviour {
    fn default() -> Self {
        let nothing = || json!({});
        Self {
            resource: nothing(),
            server: nothing(),
            token: nothing(),
            in_place_of_metadata: None,
            token_redirect: None,
            denies: false,
            needs_more: false,
            is_disturbed: false,
        }
    }
}

/// Running servers, and the folder where the program keeps grants.
pub(crate) struct Servers {
    pub(crate) url: String,
    state: Arc<Running>,
    folder: TempDir,
    // The servers run in this runtime.
    _runtime: Runtime,
}

struct Running {
    origin: String,
    behaviour: Mutex<Behaviour>,
    /// The requests: each with its path and parameters, or with the token for the MCP server.
    log: Mutex<Vec<(String, HashMap<String, String>)>>,
    /// The number of issued tokens. Only the last one is valid.
    issued: Mutex<usize>,
    /// True while the token endpoint does not answer.
    holds_tokens: watch::Sender<bool>,
}

impl Servers {
    pub(crate) fn start(behaviour: Behaviour) -> Self {
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let url = format!("{origin}/mcp");
        let state = Arc::new(Running {
            origin,
            behaviour: Mutex::new(behaviour),
            log: Mutex::default(),
            issued: Mutex::new(0),
            holds_tokens: watch::Sender::new(false),
        });
        let router = Router::new()
            .route("/mcp", post(mcp))
            .route("/.well-known/oauth-protected-resource/mcp", get(resource))
            .route("/.well-known/oauth-authorization-server", get(server))
            .route("/register", post(register))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/revoke", post(token))
            .route("/elsewhere", post(token))
            .with_state(Arc::clone(&state));
        runtime.spawn(async { axum::serve(listener, router).await });
        let folder = tempfile::tempdir().unwrap();
        let browser = folder.path().join("browser");
        std::fs::write(&browser, BROWSER).unwrap();
        std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o700)).unwrap();
        Self { url, state, folder, _runtime: runtime }
    }

    /// Creates the command with these arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
        command.args(arguments).stdin(Stdio::null()).env_remove("BROWSER").env_remove("DISPLAY");
        command.env("XDG_STATE_HOME", self.folder.path()).env("RUST_LOG", "debug");
        command
    }

    /// Opens the MCP server in `mcp-ui open`.
    pub(crate) fn open(&self) -> running::Running {
        let mut command = running::command(&[&self.url]);
        command.env("XDG_STATE_HOME", self.folder.path());
        running::Running::of(command)
    }

    /// Visits a URL as the user's browser does.
    pub(crate) fn visit(&self, url: &str) {
        assert!(Command::new(self.folder.path().join("browser")).arg(url).status().unwrap().success());
    }

    /// Runs the command without a user.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        checked(&self.command(arguments).output().unwrap())
    }

    /// Runs the command with a user who has a browser.
    pub(crate) fn run_with_browser(&self, arguments: &[&str]) -> Ran {
        checked(&self.command(arguments).env("BROWSER", self.folder.path().join("browser")).output().unwrap())
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Behaviour)) {
        change(&mut self.state.behaviour.lock().unwrap());
    }

    /// Returns the authorization server's URL.
    pub(crate) fn origin(&self) -> String {
        self.state.origin.clone()
    }

    /// Returns the valid tokens, for another resource.
    pub(crate) fn tokens(&self) -> Validity {
        Validity(Arc::clone(&self.state))
    }

    /// Invalidates the issued tokens.
    pub(crate) fn expire(&self) {
        *self.state.issued.lock().unwrap() += 1;
    }

    /// Lets the token endpoint answer only after [`release_tokens`](Self::release_tokens).
    pub(crate) fn hold_tokens(&self) {
        self.state.holds_tokens.send_replace(true);
    }

    pub(crate) fn release_tokens(&self) {
        self.state.holds_tokens.send_replace(false);
    }

    /// Waits until a path has received this many requests.
    pub(crate) fn wait_for_requests(&self, path: &str, number: usize) {
        while self.requests(path).len() < number {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// Returns the parameters from the requests to a path.
    pub(crate) fn requests(&self, path: &str) -> Vec<HashMap<String, String>> {
        let log = self.state.log.lock().unwrap();
        log.iter().filter(|(other, _)| other == path).map(|(_, parameters)| parameters.clone()).collect()
    }

    pub(crate) fn store(&self) -> Store {
        Store::at(self.kept())
    }

    /// Returns the path to the grants file.
    pub(crate) fn kept(&self) -> std::path::PathBuf {
        self.folder.path().join("mcp-ui/authorization.json")
    }
}

/// Knows which tokens are valid.
#[derive(Clone)]
pub(crate) struct Validity(Arc<Running>);

impl Validity {
    /// Returns whether an `Authorization` header value has the valid token.
    pub(crate) fn includes(&self, authorization: &str) -> bool {
        authorization == format!("Bearer issued-token-{}", *self.0.issued.lock().unwrap())
    }
}

/// Returns a finished command, whose output contains no secret.
#[track_caller]
fn checked(output: &Output) -> Ran {
    let ran = Ran::of(output);
    // The URL that the user visits is shown. It contains neither token nor verifier.
    for secret in ["issued-token", "refresh-token", "code-of-the-server", "code_verifier="] {
        assert!(!ran.stdout.contains(secret) && !ran.stderr.contains(secret), "{secret}: {ran:?}");
    }
    ran
}

impl Running {
    fn note(&self, path: &str, parameters: &str) -> HashMap<String, String> {
        let parameters: HashMap<_, _> = url::form_urlencoded::parse(parameters.as_bytes()).into_owned().collect();
        self.log.lock().unwrap().push((path.to_owned(), parameters.clone()));
        parameters
    }

    fn replaced(&self, mut document: Value, by: impl FnOnce(&Behaviour) -> Value) -> Json<Value> {
        let by = by(&self.behaviour.lock().unwrap());
        for (name, value) in by.as_object().into_iter().flatten() {
            document[name] = value.clone();
        }
        Json(document)
    }
}

async fn mcp(State(state): State<Arc<Running>>, headers: HeaderMap, Json(message): Json<Value>) -> Response {
    let token = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    state.note("/mcp", &format!("authorization={token}"));
    if !Validity(Arc::clone(&state)).includes(&token) {
        return (StatusCode::UNAUTHORIZED, [("www-authenticate", "Bearer")]).into_response();
    }
    let result = match message["method"].as_str() {
        Some("server/discover") => json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} } }),
        Some("tools/list") => json!({ "tools": [{ "name": "whoami", "inputSchema": { "type": "object" } }] }),
        Some("tools/call") if state.behaviour.lock().unwrap().needs_more => {
            let scope = format!("after-token-{}", *state.issued.lock().unwrap());
            let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
            return (StatusCode::FORBIDDEN, [("www-authenticate", challenge)]).into_response();
        }
        _ => json!({ "content": [{ "type": "text", "text": "Ada" }] }),
    };
    Json(json!({ "jsonrpc": "2.0", "id": message["id"], "result": result })).into_response()
}

async fn resource(State(state): State<Arc<Running>>) -> Response {
    match state.behaviour.lock().unwrap().in_place_of_metadata.clone() {
        Some(Ok(body)) => return body.into_response(),
        Some(Err(location)) => return Redirect::temporary(&location).into_response(),
        None => {}
    }
    let origin = &state.origin;
    let document = json!({ "resource": format!("{origin}/mcp"), "authorization_servers": [origin] });
    state.replaced(document, |behaviour| behaviour.resource.clone()).into_response()
}

async fn server(State(state): State<Arc<Running>>) -> Json<Value> {
    let origin = &state.origin;
    let at = |path: &str| format!("{origin}/{path}");
    let document = json!({
        "issuer": origin,
        "authorization_endpoint": at("authorize"),
        "token_endpoint": at("token"),
        "registration_endpoint": at("register"),
        "revocation_endpoint": at("revoke"),
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    });
    state.replaced(document, |behaviour| behaviour.server.clone())
}

async fn register(State(state): State<Arc<Running>>) -> Response {
    state.note("/register", "");
    (StatusCode::CREATED, Json(json!({ "client_id": "registered" }))).into_response()
}

async fn authorize(State(state): State<Arc<Running>>, RawQuery(query): RawQuery) -> Redirect {
    let parameters = state.note("/authorize", &query.unwrap_or_default());
    let (back, given) = (&parameters["redirect_uri"], &parameters["state"]);
    let Behaviour { denies, is_disturbed, .. } = state.behaviour.lock().unwrap().clone();
    if is_disturbed {
        disturb(&Uri::try_from(back).unwrap()).await;
    }
    let answer = if denies { "error=access_denied" } else { "code=code-of-the-server" };
    Redirect::to(&format!("{back}?{answer}&state={given}"))
}

async fn disturb(redirect_uri: &Uri) {
    let authority = redirect_uri.authority().unwrap().as_str();
    let idle = [&b""[..]; 60];
    for sent in idle.into_iter().chain([&b"GET /callback?state=forged&code=x HTTP/1.1\r\n\r\n"[..], b"\xff\xff"]) {
        let mut stream = TcpStream::connect(authority).await.unwrap();
        stream.write_all(sent).await.unwrap();
        // The connection stays open.
        std::mem::forget(stream);
    }
}

async fn token(State(state): State<Arc<Running>>, uri: Uri, RawForm(form): RawForm) -> Response {
    state.note(uri.path(), &String::from_utf8_lossy(&form));
    let redirect = state.behaviour.lock().unwrap().token_redirect.clone();
    if let Some(location) = redirect.filter(|_| uri.path() == "/token") {
        return Redirect::temporary(&location).into_response();
    }
    if uri.path() == "/token" {
        // Fails when the test ends.
        let _ = state.holds_tokens.subscribe().wait_for(|holds| !holds).await;
    }
    let number = {
        let mut issued = state.issued.lock().unwrap();
        *issued += 1;
        *issued
    };
    let document = json!({
        "access_token": format!("issued-token-{number}"),
        "token_type": "Bearer",
        "expires_in": 3600,
        "refresh_token": format!("refresh-token-{number}"),
    });
    state.replaced(document, |behaviour| behaviour.token.clone()).into_response()
}
