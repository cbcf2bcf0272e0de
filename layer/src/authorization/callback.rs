//! The authorization server's answer, which the browser brings to the redirect URI (RFC 6749, section 4.1.2).

use subtle::ConstantTimeEq as _;

use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::metadata::ServerMetadata;
use super::secret::Secret;

/// The parameters in an answer.
const NAMES: [&str; 5] = ["state", "iss", "code", "error", "error_description"];

/// Returns a parameter's values.
fn parameters<'q>(query: &'q str, name: &'static str) -> impl Iterator<Item = String> + 'q {
    form_urlencoded::parse(query.as_bytes())
        .filter(move |(other, _)| other == name)
        .map(|(_, value)| value.into_owned())
}

/// Maximum time in seconds that the user may take at the authorization server. A later answer is refused, and the
/// sign-in must be restarted.
pub(super) const MAX_AGE: u64 = 600;

/// Parses the redirect URI's query, and returns the code. The state is checked first, then the issuer: unless both are
/// right, neither a code nor an error text is used.
pub(super) fn code(
    query: &str,
    state: &Secret,
    server: &ServerMetadata,
    age: u64,
) -> Result<Secret, AuthorizationError> {
    let repeated = NAMES.into_iter().any(|name| parameters(query, name).count() > 1);
    let parameter = |name: &'static str| parameters(query, name).next();
    let given = parameter("state").unwrap_or_default();
    // If a parameter is repeated, two parsers might use different values.
    if repeated || !bool::from(given.as_bytes().ct_eq(state.reveal().as_bytes())) {
        let message = "The authorization server's response does not belong to any sign-in in progress. Start again.";
        return Err(AuthorizationError::new(Code::StateUnknown, message));
    }
    if age > MAX_AGE {
        let message = format!("The sign-in took longer than {} minutes. Start again.", MAX_AGE / 60);
        return Err(AuthorizationError::new(Code::FlowExpired, message));
    }
    let issuer = &server.issuer;
    match parameter("iss") {
        Some(other) if other != *issuer => {
            let message =
                format!("The response is ignored, because it comes from an authorization server other than {issuer}.");
            return Err(AuthorizationError::new(Code::IssWrong, message));
        }
        None if server.authorization_response_iss_parameter_supported => {
            let message = format!("The response is ignored, because it does not say that it comes from {issuer}.");
            return Err(AuthorizationError::new(Code::IssMissing, message));
        }
        _ => {}
    }
    if let Some(error) = parameter("error") {
        let said = parameter("error_description").map(|said| format!(", {said}")).unwrap_or_default();
        let message = format!("The authorization server {issuer} refused the sign-in: {error}{said}.");
        return Err(AuthorizationError::new(Code::Denied, message).without_texts([parameter("code")]));
    }
    let code = parameter("code").filter(|code| !code.is_empty());
    code.map(Secret::new).ok_or_else(|| {
        let message = format!("The response from the authorization server {issuer} has no code.");
        AuthorizationError::new(Code::Denied, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_issuer_come_before_code_and_error() {
        let promised = r#"{"issuer":"https://b.example","authorization_response_iss_parameter_supported":true}"#;
        let plain = r#"{"issuer":"https://b.example"}"#;
        let read = |query: &str, metadata: &str, age| {
            let server = ServerMetadata::parse(metadata.as_bytes()).unwrap();
            code(query, &Secret::new("s"), &server, age).map_err(|error| error.code())
        };
        let iss = "iss=https%3A%2F%2Fb.example";
        assert_eq!(read("state=s&code=c", plain, 600), Ok(Secret::new("c")));
        assert_eq!(read(&format!("state=s&code=c&{iss}"), promised, 0), Ok(Secret::new("c")));
        for (query, metadata, age, expected) in [
            ("code=c", plain, 0, Code::StateUnknown),
            ("state=t&error=x", plain, 0, Code::StateUnknown),
            ("state=s&state=s&code=c", plain, 0, Code::StateUnknown),
            ("state=s&code=c&iss=a&iss=b", plain, 0, Code::StateUnknown),
            ("state=s&code=c", plain, 601, Code::FlowExpired),
            ("state=s&code=c", promised, 0, Code::IssMissing),
            ("state=s&error=x", promised, 0, Code::IssMissing),
            ("state=s&code=c&iss=https%3A%2F%2Fb.example%2F", plain, 0, Code::IssWrong),
            ("state=s&error=access_denied&error_description=no", plain, 0, Code::Denied),
            ("state=s", plain, 0, Code::Denied),
        ] {
            assert_eq!(read(query, metadata, age), Err(expected), "{query}");
        }
    }
}
