use std::fmt;

/// The error for a component that cannot be run or composed. The message states the file, the problem and a remedy.
///
/// ```
/// use mcp_ui_host::Binary;
///
/// let error = Binary::new("notes.txt", "Buy milk.").unwrap_err();
/// assert_eq!(error.to_string(), "notes.txt is not a WebAssembly component");
/// ```
#[derive(Debug)]
pub struct Error {
    message: String,
    source: Option<Source>,
}

type Source = Box<dyn std::error::Error + Send + Sync>;

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), source: None }
    }

    pub(crate) fn caused(message: impl Into<String>, source: impl Into<Source>) -> Self {
        Self { message: message.into(), source: Some(source.into()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
