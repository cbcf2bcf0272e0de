use crate::model::RawJson;

/// A message of a backend that precedes the result of a request, as the backend wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    Notification(RawJson),
    /// A request of the server to the client, and what happens to it.
    Request(RawJson, Reception),
}

/// The treatment of a request of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reception {
    /// The client has answered it.
    Answered,
    /// The client has declined it, for this reason.
    Declined(String),
    /// The server waits for the answer of a person, which must come with this token.
    Asked { token: String },
}
