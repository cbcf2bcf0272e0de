/// The error for a component that cannot be run or composed. The message states the file, the problem and a remedy.
///
/// ```
/// use mcp_ui_host::Binary;
///
/// let error = Binary::new("notes.txt", "Buy milk.").unwrap_err();
/// assert_eq!(error.to_string(), "notes.txt is not a WebAssembly component");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
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
