use futures_util::future::BoxFuture;

use super::kept_lists::KeptLists;
use super::live::Live;
use crate::backend::{Messages, Reception};
use crate::model::RawJson;

/// The function that handles a request from the server, given its id and method. It decides what happens to the
/// request, and returns a future that sends the response, if any.
pub(super) type Responder<'a> =
    dyn Fn(&RawJson, &str) -> (Reception, Option<BoxFuture<'static, ()>>) + Send + Sync + 'a;

/// The parameters for reading a response.
pub(super) struct Reading<'a> {
    /// The request id.
    pub(super) id: u64,
    /// The maximum response size in bytes.
    pub(super) limit: usize,
    /// Receives the messages that precede the result.
    pub(super) messages: &'a Messages,
    pub(super) responder: &'a Responder<'a>,
    /// The session's live requests, if messages on its stream may belong to one of them.
    pub(super) live: Option<&'a Live>,
    /// The lists that the server may report as changed.
    pub(super) lists: Option<&'a KeptLists>,
}

impl Reading<'_> {
    /// Returns the receiver for a message with this method.
    pub(super) fn receiver(&self, method: &str) -> Messages {
        self.live.and_then(|live| live.receiver(method)).unwrap_or_else(|| self.messages.clone())
    }
}

/// Declines a request from a server that must not send any, since there is no way to respond.
pub(super) fn no_requests(_: &RawJson, _: &str) -> (Reception, Option<BoxFuture<'static, ()>>) {
    (Reception::Declined("In this protocol version, servers send no requests.".to_owned()), None)
}
