//! The reason why a server cannot be reached, found in an error's sources.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind};

use super::ToolsError;

impl ToolsError {
    /// Creates an error for a server that cannot be reached: 502, or 504 if the connection timed out. The message names
    /// the server and the cause and, for common causes, suggests what to check.
    ///
    /// The cause is the [`std::io::Error`] among the error's sources. A service in front of a server can return this
    /// error, and the explorer shows its message unchanged:
    ///
    /// ```
    /// use std::io;
    /// use tower_mcp_ui::tools::ToolsError;
    ///
    /// let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
    /// let error = ToolsError::unreachable("127.0.0.1:3110", &refused);
    /// assert_eq!(error.to_string(), "Can't reach 127.0.0.1:3110: connection refused. Is the server running?");
    /// ```
    pub fn unreachable(server: impl Display, error: &(dyn Error + 'static)) -> Self {
        let kind = io_error(error).map(io::Error::kind);
        let message = match kind.and_then(explanation) {
            Some(cause) => format!("Can't reach {server}: {cause}"),
            None => format!("Can't reach {server}: {}.", causes(error).trim_end_matches('.')),
        };
        if kind == Some(ErrorKind::TimedOut) { Self::timed_out(message) } else { Self::unavailable(message) }
    }

    /// Returns the error for a service that did not respond. A `ToolsError` is used as it is.
    pub(crate) fn of_service(server: impl Display, error: &(dyn Error + 'static)) -> Self {
        match error.downcast_ref::<Self>() {
            Some(error) => error.duplicate(),
            None => Self::unreachable(server, error),
        }
    }
}

/// The cause in words, and what to check.
fn explanation(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::ConnectionRefused => "connection refused. Is the server running?",
        ErrorKind::TimedOut => "the connection timed out. Check the address, and firewalls in between.",
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown => {
            "there is no route to it. Check the address, and the network or VPN."
        }
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::UnexpectedEof => "the connection was closed. The server may be restarting.",
        _ => return None,
    })
}

/// Finds the last I/O error in an error's causes.
fn io_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e io::Error> {
    let mut found = None;
    let mut next = Some(error);
    while let Some(error) = next {
        let io = error.downcast_ref::<io::Error>();
        found = io.or(found);
        // An I/O error's `source()` skips its inner error and returns the inner error's source.
        next = match io.and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    found
}

/// Joins the messages of an error and its sources.
fn causes(error: &(dyn Error + 'static)) -> String {
    let mut texts = vec![error.to_string()];
    let mut next = error.source();
    while let Some(error) = next {
        let text = error.to_string();
        // Many errors repeat their source's text.
        if !texts.iter().any(|known| known.contains(&text)) {
            texts.push(text);
        }
        next = error.source();
    }
    texts.join(": ")
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;

    #[derive(Debug)]
    struct Wrapped(io::Error);

    impl Display for Wrapped {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("connect error")
        }
    }

    impl Error for Wrapped {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    fn response(kind: ErrorKind) -> (u16, String) {
        let error = io::Error::other(Wrapped(io::Error::from(kind)));
        let (status, message, _) = ToolsError::unreachable("a.example", &Wrapped(error)).into_parts();
        (status.as_u16(), message)
    }

    #[test]
    fn the_innermost_io_error_is_the_cause() {
        for (kind, status, expected) in [
            (ErrorKind::ConnectionRefused, 502, "Can't reach a.example: connection refused. Is the server running?"),
            (ErrorKind::TimedOut, 504, "Can't reach a.example: the connection timed out."),
            (ErrorKind::HostUnreachable, 502, "Can't reach a.example: there is no route to it."),
            (ErrorKind::ConnectionReset, 502, "Can't reach a.example: the connection was closed."),
        ] {
            let (seen, message) = response(kind);
            assert!(seen == status && message.starts_with(expected), "{seen} {message}");
        }
    }

    #[test]
    fn an_unknown_cause_is_quoted_once() {
        let error = ToolsError::unreachable("a.example", &Wrapped(io::Error::other("connect error: no route.")));
        assert_eq!(error.to_string(), "Can't reach a.example: connect error: connect error: no route.");
        let (status, ..) = ToolsError::of_service("x", &ToolsError::timed_out("asleep")).into_parts();
        assert_eq!(status, StatusCode::GATEWAY_TIMEOUT);
    }
}
