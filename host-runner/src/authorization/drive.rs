//! Drives a flow to its end: sends its requests, lets the user visit, and signs claims.

use tower_mcp_ui::authorization::{
    AuthorizationError, AuthorizationErrorCode as Code, Claims, Flow, Grant, OutgoingRequest, Phase, Step,
};
use url::Url;

use super::authorizer::{Authorizer, now};
use super::pause::Pause;
use super::person::Person;
use super::requests::Requests;
use super::signature;
use super::visitor::{Visitor, nobody};
use crate::connect::network::Policy;

/// Maximum number of characters shown in the terminal for an authorization server's URL. The rest is cut off.
const MAX_SHOWN: usize = 200;

impl Authorizer {
    /// Drives a flow to its end. A refresh needs no user.
    pub(super) async fn drive(
        &self,
        flow: &mut Flow,
        first: Step,
        person: Option<&Person>,
    ) -> Result<Grant, AuthorizationError> {
        let requests = self.requests().await?;
        let mut step = first;
        loop {
            if person.is_some() {
                self.sequence.show(flow);
            }
            step = match step {
                Step::Send(request) => match self.send(&requests, &request, flow, person).await {
                    Ok((status, body)) => flow.respond(status, &body, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Choose(offered) => match self.choose(person, offered).await {
                    Ok(issuer) => flow.choose(&issuer, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Visit(url) => match self.visit(flow, person, url).await {
                    Ok(query) => flow.call_back(&query, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Sign(claims) => match self.sign(&claims) {
                    Ok(assertion) => flow.signed(&assertion, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Granted(grant) => return Ok(*grant),
                Step::Failed(error) => return Err(error),
            };
        }
    }

    async fn send(
        &self,
        requests: &Requests,
        request: &OutgoingRequest,
        flow: &Flow,
        person: Option<&Person>,
    ) -> Result<(u16, bytes::Bytes), AuthorizationError> {
        let Some(person) = person else { return requests.send(request).await };
        person.unless_ended(self.wait_before_request()).await?;
        if flow.events().last().is_some_and(|event| event.phase == Phase::Token) {
            // The server may issue a token, which must be revoked if nobody waits for it any more. So this request runs
            // to its end.
            return requests.send(request).await;
        }
        person.unless_ended(requests.send(request)).await
    }

    /// Lets the user at the page choose an authorization server. At a terminal, `--issuer` makes the choice.
    async fn choose(&self, person: Option<&Person>, offered: Vec<String>) -> Result<String, AuthorizationError> {
        let person = person.ok_or_else(nobody)?;
        if self.visitor() == Visitor::Page {
            return person.unless_ended(self.wait_for_choice(offered)).await;
        }
        eprintln!(
            "The server names several authorization servers. The first one is used; choose another with --issuer:"
        );
        for issuer in offered.iter().filter_map(|one| shown(one)) {
            eprintln!("  {issuer}");
        }
        offered.into_iter().next().ok_or_else(nobody)
    }

    /// Lets the user visit a URL, and returns the query from the redirect URI.
    async fn visit(&self, flow: &Flow, person: Option<&Person>, url: Url) -> Result<String, AuthorizationError> {
        let person = person.ok_or_else(nobody)?;
        let issuer = flow.client().map(|client| client.issuer.clone()).unwrap_or_default();
        if self.visitor() == Visitor::Page {
            self.pause.send_replace(Some(Pause::Visit { url: url.clone(), issuer: issuer.clone() }));
        } else {
            self.count_visit()?;
        }
        person.unless_ended(person.callback.visit(&url, &issuer, self.visitor())).await
    }

    fn sign(&self, claims: &Claims) -> Result<String, AuthorizationError> {
        let missing = || AuthorizationError::new(Code::NoClient, "The client has no signing key.");
        signature::sign(claims, self.key.as_ref().ok_or_else(missing)?)
    }

    pub(super) async fn requests(&self) -> Result<Requests, AuthorizationError> {
        let requests = Requests::new(Policy::of(&self.settings.endpoint).await);
        requests.map_err(|error| AuthorizationError::new(Code::NoMetadata, error.to_string()))
    }

    /// Revokes a grant if its server supports revocation.
    pub(super) async fn revoke(&self, grant: &Grant) -> Result<(), AuthorizationError> {
        let Some(request) = grant.revocation() else { return Ok(()) };
        let (status, _) = self.requests().await?.send(&request).await?;
        if status < 400 {
            return Ok(());
        }
        let message =
            format!("You are signed out, but the authorization server refused to revoke the token ({status}).");
        Err(AuthorizationError::new(Code::NoMetadata, message))
    }
}

/// Returns the beginning of a URL for the terminal. A parsed URL contains no control characters.
fn shown(address: &str) -> Option<String> {
    Some(Url::parse(address).ok()?.as_str().chars().take(MAX_SHOWN).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_address_is_not_shown() {
        let address = |length: usize| format!("{:a<length$}", "https://issuer.example/");
        assert_eq!((shown(&address(200)), shown(&address(201))), (Some(address(200)), Some(address(200))));
        assert_eq!(shown("\u{1b}[31m"), None);
    }
}
