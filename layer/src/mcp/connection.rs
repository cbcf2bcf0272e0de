//! Requests on behalf of one caller. The responses count against the memory budget.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, Response, StatusCode};
use http_body_util::BodyExt as _;

use super::caller::Caller;
use super::error::McpError;
use super::metered_body::MeteredBody;
use super::transport::Transport;
use crate::budget::Budget;

/// A connection to the MCP service on behalf of one caller.
///
/// This is not a socket: each request goes to the service on its own. A session keeps the connection that started it,
/// so that it can be closed with its caller's credentials.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) transport: Arc<Transport>,
    pub(super) caller: Arc<Caller>,
    pub(super) budget: Budget,
}

impl Connection {
    /// Sends a request. The returned future does not borrow the connection, so it can run in the background.
    ///
    /// # Errors
    ///
    /// If the service fails. Every HTTP response counts as success here, whatever its status.
    pub(super) fn send(
        &self,
        method: Method,
        headers: HeaderMap,
        body: Bytes,
    ) -> BoxFuture<'static, Result<Response<MeteredBody>, McpError>> {
        let response = (self.transport)(self.caller.request(method, headers, body));
        let budget = self.budget.clone();
        Box::pin(async move {
            let response = response.await.map_err(|error| McpError::Unreachable(error.into()))?;
            Ok(response.map(|body| MeteredBody::new(body, &budget)))
        })
    }

    /// Sends a message with POST.
    pub(super) fn post(
        &self,
        mut headers: HeaderMap,
        message: Bytes,
    ) -> BoxFuture<'static, Result<Response<MeteredBody>, McpError>> {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CONTENT_LENGTH, message.len().into());
        self.send(Method::POST, headers, message)
    }

    /// Requests a JSON document of at most `limit` bytes. Returns its status, and the document if the status is 200.
    pub(super) async fn get(&self, limit: usize) -> Result<(StatusCode, Bytes), McpError> {
        let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static("application/json"))]);
        let response = self.send(Method::GET, headers, Bytes::new()).await?;
        let status = response.status();
        if status != StatusCode::OK {
            return Ok((status, Bytes::new()));
        }
        let body = response.into_body().limited(limit).collect().await;
        let body = body.map_err(|error| McpError::broken(format_args!("sent an incomplete document: {error}")))?;
        Ok((status, body.to_bytes()))
    }
}
