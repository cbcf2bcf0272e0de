use super::ToolsError;
use crate::model::RawJson;

/// The user's answer to a server's question.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The token that the page got with the question.
    pub(crate) token: String,
    /// The name of the JSON-RPC response member that holds `value`: `result` or `error`.
    pub(crate) member: &'static str,
    pub(crate) value: RawJson,
}

/// The error for an answer that did not reach the server.
#[derive(Debug)]
pub(crate) enum AnswerError {
    /// The token was not issued by this explorer, or belongs to another MCP endpoint.
    Forged,
    /// The server asked another caller.
    OtherCaller,
    /// The question has already been answered.
    Used,
    /// The time for the answer has passed.
    Expired,
    /// The server no longer has the session in which it asked.
    SessionEnded,
    /// The server cannot be reached, or refused the answer.
    Tools(ToolsError),
}
