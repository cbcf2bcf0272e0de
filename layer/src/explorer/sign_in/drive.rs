//! Drives a flow until the user has to act: sends its requests to the MCP service and to the authorization server.

use std::error::Error;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http_body_util::LengthLimitError;
use url::Url;

use super::address::Address;
use super::sealed::Waiting;
use crate::authorization::{
    AuthorizationError, AuthorizationErrorCode as Code, Flow, Grant, OutgoingRequest, Phase, SignIn, Step,
};
use crate::backend::{Backend, RequestParts, ToolsError};
use crate::runtime::{Background, Elapsed};

/// Maximum time for a response from the MCP service or the authorization server, after which the sign-in ends with an
/// error.
const LIMIT: Duration = Duration::from_secs(10);

/// A flow's next pause, or its end.
pub(super) enum Pause {
    /// The user releases the next request.
    Request(OutgoingRequest),
    /// The user chooses one of these authorization servers.
    Choice(Vec<String>),
    /// The user visits the URL.
    Visit(Url),
    Granted(Box<Grant>),
    Failed(AuthorizationError),
}

/// Sends a sign-in's requests.
pub(super) struct Driver<'e> {
    pub(super) sign_in: &'e SignIn,
    pub(super) background: &'e Background,
    pub(super) backend: &'e dyn Backend,
    pub(super) request: RequestParts,
}

impl Driver<'_> {
    /// Continues a flow until its next pause. If `is_stepwise`, it also pauses before each request. A flow that renews
    /// a grant needs no `address`, since it requests no resource metadata.
    pub(super) async fn drive(
        &self,
        flow: &mut Flow,
        first: Step,
        address: Option<&Address>,
        is_stepwise: bool,
    ) -> Pause {
        let mut step = first;
        loop {
            step = match step {
                Step::Send(request) if is_stepwise => return Pause::Request(request),
                Step::Send(request) => self.send(flow, request, address).await,
                Step::Choose(offered) => return Pause::Choice(offered),
                Step::Visit(url) => return Pause::Visit(url),
                Step::Sign(_) => flow.fail(AuthorizationError::new(Code::NoClient, "The client has no signing key.")),
                Step::Granted(grant) => return Pause::Granted(grant),
                Step::Failed(error) => return Pause::Failed(error),
            };
        }
    }

    /// Continues a waiting sign-in by sending the request that the user has released.
    pub(super) async fn release(
        &self,
        waiting: &mut Waiting,
        request: OutgoingRequest,
        address: &Address,
        is_stepwise: bool,
    ) -> Pause {
        let step = self.send(&mut waiting.flow, request, Some(address)).await;
        self.drive(&mut waiting.flow, step, Some(address), is_stepwise).await
    }

    /// Sends a request, and resumes the flow with the response.
    async fn send(&self, flow: &mut Flow, request: OutgoingRequest, address: Option<&Address>) -> Step {
        let is_of_resource = flow.events().last().is_some_and(|event| event.phase == Phase::ResourceMetadata);
        let response = match address.filter(|_| is_of_resource) {
            Some(address) => self.resource_metadata(&request.url, address).await,
            None => self.send_out(request).await,
        };
        match response {
            Ok((status, body)) => flow.respond(status, &body, now()),
            Err(error) => flow.fail(error),
        }
    }

    /// Requests the resource metadata from the MCP service, without the caller's credentials.
    async fn resource_metadata(&self, url: &Url, address: &Address) -> Result<(u16, Bytes), AuthorizationError> {
        let path = address.of_metadata(url).ok_or_else(|| {
            let message = format!(
                "{} is not requested, because it is not a metadata URL at the origin of {}.",
                without_query(url),
                address.endpoint
            );
            AuthorizationError::new(Code::BlockedAddress, message)
        })?;
        match self.background.timeout(LIMIT, self.backend.document(path, RequestParts::clone(&self.request))).await {
            Ok(Ok(Some((status, body)))) => Ok((status.as_u16(), body)),
            Ok(Ok(None)) => Ok((404, Bytes::new())),
            Ok(Err(error)) => Err(AuthorizationError::new(Code::NoMetadata, error.to_string())),
            Err(Elapsed(_)) => Err(too_late(url)),
        }
    }

    /// Sends a request to the authorization server.
    pub(super) async fn send_out(&self, request: OutgoingRequest) -> Result<(u16, Bytes), AuthorizationError> {
        let url = request.url.clone();
        let response = self.background.timeout(LIMIT, self.sign_in.send(request)).await;
        let response = response.map_err(|Elapsed(_)| too_late(&url))?.map_err(|error| {
            let server = without_query(&url);
            if is_too_large(&*error) {
                return AuthorizationError::new(Code::TooLarge, format!("The response from {server} is too large."));
            }
            AuthorizationError::new(Code::NoMetadata, ToolsError::unreachable(server, &*error).to_string())
        })?;
        Ok((response.status().as_u16(), response.into_body()))
    }
}

fn is_too_large(error: &(dyn Error + 'static)) -> bool {
    let mut errors = std::iter::successors(Some(error), |&error| error.source());
    errors.any(<dyn Error>::is::<LengthLimitError>)
}

fn too_late(url: &Url) -> AuthorizationError {
    let message = format!("{} did not respond within {} s.", without_query(url), LIMIT.as_secs());
    AuthorizationError::new(Code::Timeout, message)
}

/// Returns a URL without its query, which may contain secrets.
fn without_query(url: &Url) -> &str {
    url.as_str().split(['?', '#']).next().unwrap_or_default()
}

/// The time, in seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}
