/// A [`UiCatalog`](crate::uis::UiCatalog) error, with the unusable part and the reason.
///
/// ```
/// use tower_mcp_ui::uis::{Ui, UiCatalog};
///
/// let error = UiCatalog::new().ui("no name", Ui::html("<p>")).unwrap_err();
/// assert!(error.to_string().contains("no name"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{subject}: {reason}")]
pub struct CatalogError {
    /// The UI, file or folder.
    subject: String,
    /// The reason, as a sentence.
    reason: String,
}

impl CatalogError {
    /// Creates the error for the UI with this name.
    pub(super) fn of_ui(name: &str, reason: impl Into<String>) -> Self {
        Self::new(format!("The UI `{name}`"), reason)
    }

    pub(super) fn new(subject: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { subject: subject.into(), reason: reason.into() }
    }
}
