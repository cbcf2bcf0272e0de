use crate::model::RawJson;

/// A backend's message that precedes a request's result, as the backend wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    Notification(RawJson),
    /// The server's request to the client, and how it was handled.
    Request(RawJson, Reception),
}

/// The handling of a server's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reception {
    /// The client has answered the request.
    Answered,
    /// The client has declined the request, for this reason.
    Declined(String),
    /// The server waits for the user's answer, which must come with this token.
    Asked { token: String },
}
