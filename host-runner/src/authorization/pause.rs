use url::Url;

/// A wait for the person at the page.
#[derive(Clone, Debug)]
pub(super) enum Pause {
    /// The person chooses one of these authorization servers.
    Choice(Vec<String>),
    /// The person has chosen this one.
    Chosen(String),
    /// The person visits this address at the authorization server.
    Visit { url: Url, issuer: String },
    /// The person releases the next request.
    Request,
}

impl Pause {
    /// Returns true if a sign-in waits for the person.
    #[expect(clippy::ref_option, reason = "the value of the channel")]
    pub(super) fn is_on(pause: &Option<Self>) -> bool {
        !matches!(pause, None | Some(Self::Chosen(_)))
    }
}
