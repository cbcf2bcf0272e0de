use std::fmt;

use http::Uri;

/// The error of a server that cannot be reached. The message names the URL, the problem and a remedy.
#[derive(Debug)]
pub struct UpstreamError(String);

impl UpstreamError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    pub(super) fn unreachable(url: &Uri, error: &dyn std::error::Error) -> Self {
        let mut causes = vec![error.to_string()];
        let mut cause = error.source();
        while let Some(error) = cause {
            let text = error.to_string();
            // Many errors repeat the text of their cause.
            if !causes.iter().any(|known| known.contains(&text)) {
                causes.push(text);
            }
            cause = error.source();
        }
        Self(format!("{url} cannot be reached: {}. Check the URL, and that the server runs.", causes.join(": ")))
    }
}

impl fmt::Display for UpstreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UpstreamError {}
