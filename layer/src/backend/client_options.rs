//! The options that a caller chooses for the MCP client: the capabilities, such as answering questions, and the
//! revision.

use http::header::{HeaderName, HeaderValue};

use crate::model::RawObject;

/// The header with the options, which the page sends with each request: a JSON object with the members that
/// [`ClientOptions::NAMES`] lists.
pub(crate) const CLIENT_OPTIONS: HeaderName = HeaderName::from_static("mcp-ui-client");

/// The MCP client's options for one request. By default, questions are not answered.
///
/// The options are stored in the extensions of the request to the explorer, so that all MCP requests made on its behalf
/// use the same options. A server may list different tools for different capabilities.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientOptions {
    /// The client capabilities (MCP `ClientCapabilities`) that the caller can fulfil.
    pub(crate) capabilities: Option<RawObject>,
    pub(crate) revision: RevisionChoice,
}

/// The MCP revisions that may be used for a request, as the page's user has chosen.
///
/// The choice is in the extensions of each request from the explorer to the MCP server, so that a service in front of
/// several servers can tell which server to ask.
///
/// ```
/// use tower_mcp_ui::config::RevisionChoice;
///
/// fn asks_for_newest<B>(request: &http::Request<B>) -> bool {
///     request.extensions().get() == Some(&RevisionChoice::Newest)
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RevisionChoice {
    /// The newest revision that the server supports.
    #[default]
    Automatic,
    /// 2026-07-28 only.
    Newest,
    /// Only the revisions with sessions, up to 2025-11-25.
    Older,
}

impl ClientOptions {
    /// The members in an options object.
    pub(crate) const NAMES: [&str; 2] = ["capabilities", "revision"];

    /// Parses the header's value.
    ///
    /// # Errors
    ///
    /// If the value is not a JSON object with valid options. The error is a sentence with the reason.
    pub(crate) fn in_header(value: &HeaderValue) -> Result<Self, String> {
        let json = RawObject::from_bytes(value.as_bytes().to_vec().into());
        let members = json.map_err(|error| format!("The header {CLIENT_OPTIONS} must be a JSON object: {error}"))?;
        Self::default().overridden_by(&members).map_err(|error| format!("In the header {CLIENT_OPTIONS}: {error}"))
    }

    /// Replaces the options given in `members`: `{"capabilities": {…}, "revision": "newest"}`.
    ///
    /// # Errors
    ///
    /// If an option is invalid. The error is a sentence with the reason.
    pub(crate) fn overridden_by(mut self, members: &RawObject) -> Result<Self, String> {
        if let Some(given) = members.get("capabilities").filter(|given| !given.is_null()) {
            let object = RawObject::parse(given).map_err(|_| "`capabilities` must be a JSON object.")?;
            self.capabilities = Some(object);
        }
        if let Some(given) = members.get("revision").filter(|given| !given.is_null()) {
            self.revision = match given.deserialize::<String>().as_deref() {
                Ok("automatic") => RevisionChoice::Automatic,
                Ok("newest") => RevisionChoice::Newest,
                Ok("older") => RevisionChoice::Older,
                _ => return Err("`revision` must be \"automatic\", \"newest\" or \"older\".".to_owned()),
            };
        }
        Ok(self)
    }

    /// Returns whether the caller has declared the capability to answer a server's requests with this method.
    pub(crate) fn answers(&self, method: &str) -> bool {
        let capability = match method {
            "elicitation/create" => "elicitation",
            "sampling/createMessage" => "sampling",
            "roots/list" => "roots",
            "tasks/get" | "tasks/result" | "tasks/list" | "tasks/cancel" => "tasks",
            _ => return false,
        };
        self.capabilities.as_ref().is_some_and(|capabilities| capabilities.get(capability).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RawJson;

    fn in_header(text: &'static str) -> Result<ClientOptions, String> {
        ClientOptions::in_header(&HeaderValue::from_static(text))
    }

    #[test]
    fn options_are_parsed_from_a_header() {
        let options = in_header(r#"{"capabilities":{"roots":{}},"revision":"older"}"#).unwrap();
        assert_eq!(options.revision, RevisionChoice::Older);
        assert!(options.answers("roots/list"));
        assert!(!options.answers("elicitation/create") && !options.answers("tasks/get") && !options.answers("ping"));
        assert!(in_header("{}").unwrap().capabilities.is_none());
        for wrong in ["", "[]", r#"{"capabilities":[]}"#, r#"{"revision":"2025-11-25"}"#, r#"{"revision":1}"#] {
            assert!(in_header(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_that_are_not_given_are_kept() {
        let options = in_header(r#"{"capabilities":{"roots":{}},"revision":"older"}"#).unwrap();
        let members = RawObject::parse(&RawJson::literal(r#"{"capabilities":{},"revision":null}"#)).unwrap();
        let options = options.overridden_by(&members).unwrap();
        assert_eq!(options.revision, RevisionChoice::Older);
        assert!(!options.answers("roots/list"), "capabilities are replaced as a whole");
    }
}
