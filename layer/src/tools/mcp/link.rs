use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, Response};

use super::caller::Caller;
use super::failure::Failure;
use super::transport::{self, AnswerBody, Transport};
use crate::budget::Budget;

/// The way to the MCP service on one caller's behalf.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) caller: Arc<Caller>,
    pub(super) budget: Budget,
}

impl Link {
    pub(super) fn send(
        &self,
        method: Method,
        headers: HeaderMap,
        body: Bytes,
    ) -> BoxFuture<'static, Result<Response<AnswerBody>, Failure>> {
        let sent = self.transport.send(self.caller.request(method, headers, body));
        let budget = self.budget.clone();
        Box::pin(async move {
            let response = sent.await.map_err(|error| Failure::broken(format_args!("cannot be reached: {error}")))?;
            Ok(response.map(|body| transport::accounted(body, &budget)))
        })
    }

    /// Posts a message.
    pub(super) fn post(
        &self,
        mut headers: HeaderMap,
        message: Bytes,
    ) -> BoxFuture<'static, Result<Response<AnswerBody>, Failure>> {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CONTENT_LENGTH, message.len().into());
        self.send(Method::POST, headers, message)
    }
}
