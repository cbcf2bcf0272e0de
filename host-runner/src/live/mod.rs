//! An in-process client for the explorer: live requests to an MCP server (`docs/live.md`), for programs without a page.

mod error;
mod events;
mod list;

use bytes::Bytes;
use http::{Request, Response, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tower_mcp_ui::service::{GivenTools, ResponseBody};
use tower_mcp_ui::{McpUiLayer, embedding};

pub use self::error::LiveError;
pub use self::events::{Asked, AskedMessage, Event, Events};
pub use self::list::Listed;

/// A client for an explorer.
///
/// ```no_run
/// use mcp_ui_host::live::LiveClient;
/// use mcp_ui_host::HttpServer;
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let server = HttpServer::new(&"https://example.com/mcp".parse()?)?;
/// let explorer = McpUiLayer::new(McpUiConfig::new().any_host()).mcp(server);
/// let client = LiveClient::new(explorer, "{}");
/// let tools = client.list("tools/list", "tools", |_| {}).await.map_err(|error| error.to_string())?;
/// println!("{} tools", tools.items.len());
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct LiveClient {
    explorer: McpUiLayer<GivenTools>,
    prefix: String,
    capabilities: &'static str,
}

impl LiveClient {
    /// Creates a client. `capabilities` is the JSON that it announces (MCP `ClientCapabilities`).
    pub fn new(explorer: McpUiLayer<GivenTools>, capabilities: &'static str) -> Self {
        Self { explorer, prefix: "/explorer".to_owned(), capabilities }
    }

    /// Sets the explorer's path prefix. Default: `/explorer`.
    #[must_use]
    pub fn prefix(self, prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), ..self }
    }

    /// Sends a live request, and returns its events. `params` is JSON, and so is `resume`, which carries the answers
    /// from an earlier round.
    ///
    /// # Errors
    ///
    /// If the explorer refuses the request, or the server cannot be reached.
    pub async fn request(&self, method: &str, params: &str, resume: Option<&str>) -> Result<Events, LiveError> {
        let resume = resume.map(|resume| format!(r#","resume":{resume}"#)).unwrap_or_default();
        let body = format!(r#"{{"params":{params},"capabilities":{}{resume}}}"#, self.capabilities);
        Ok(Events::new(self.post(&format!("rpc/{method}"), body).await?.into_body()))
    }

    /// Subscribes to the server's change notifications, and to messages that belong to no request. While a subscription
    /// is open, requests do not open a stream for such messages themselves.
    ///
    /// # Errors
    ///
    /// If the explorer refuses the request, or the server cannot be reached.
    pub async fn events(&self) -> Result<Events, LiveError> {
        Ok(Events::new(self.get("events").await?.into_body()))
    }

    /// Answers a question from the server. `member` is `result` or `error`.
    ///
    /// # Errors
    ///
    /// If the answer cannot be delivered to the server.
    pub async fn answer(&self, token: &str, member: &str, value: Value) -> Result<(), LiveError> {
        self.post("rpc/answer", json!({ "token": token, member: value }).to_string()).await.map(drop)
    }

    /// Sends a GET request to an explorer endpoint, such as `tools`.
    ///
    /// # Errors
    ///
    /// If the response status is not 2xx.
    pub async fn get(&self, path: &str) -> Result<Response<ResponseBody>, LiveError> {
        self.respond(Request::get(format!("{}/{path}", self.prefix)), String::new()).await
    }

    /// Sends a POST request with JSON to an explorer endpoint.
    ///
    /// # Errors
    ///
    /// If the response status is not 2xx.
    pub async fn post(&self, path: &str, body: String) -> Result<Response<ResponseBody>, LiveError> {
        let request = Request::post(format!("{}/{path}", self.prefix)).header(header::CONTENT_TYPE, "application/json");
        self.respond(request, body).await
    }

    async fn respond(
        &self,
        request: http::request::Builder,
        body: String,
    ) -> Result<Response<ResponseBody>, LiveError> {
        // All requests announce the same capabilities, because the tool list may depend on them.
        let options = format!(r#"{{"capabilities":{}}}"#, self.capabilities);
        let request = request.header("mcp-ui-client", options).header(header::HOST, "localhost");
        let invalid = |error: http::Error| LiveError::Invalid(format!("The request cannot be sent: {error}."));
        let request = request.body(Full::new(Bytes::from(body))).map_err(invalid)?;
        let response = embedding::respond(&self.explorer, request).await;
        let response = response.ok_or_else(|| LiveError::Invalid("The explorer has a different prefix.".to_owned()))?;
        if response.status().is_success() { Ok(response) } else { Err(LiveError::of(response).await) }
    }
}
