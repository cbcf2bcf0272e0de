use url::Url;

/// A wait for the user at the page.
#[derive(Clone, Debug)]
pub(super) enum Pause {
    /// The user must choose one of these authorization servers.
    Choice(Vec<String>),
    /// The user has chosen this authorization server.
    Chosen(String),
    /// The user must visit this URL at the authorization server.
    Visit { url: Url, issuer: String },
    /// The user must release the next request.
    Request,
}

impl Pause {
    /// Returns true if a sign-in waits for the user.
    #[expect(clippy::ref_option, reason = "the value of the channel")]
    pub(super) fn is_on(pause: &Option<Self>) -> bool {
        !matches!(pause, None | Some(Self::Chosen(_)))
    }
}
