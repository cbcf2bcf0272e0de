use std::fmt;

use crate::model::CallToolResult;

/// A result after [`augment_with_ui`](crate::uis::augment_with_ui), with its outcome.
#[derive(Clone, Debug)]
#[must_use]
pub struct Augmented {
    /// The result. It is unchanged, byte for byte, if the outcome is [`Outcome::Skipped`].
    pub result: CallToolResult,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome for one tool result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The result has the data for the UI linked in the tool's definition.
    Linked,
    /// The UI itself was added to the result, for a host that does not know MCP Apps.
    Embedded,
    /// The result stays unchanged, and is shown as text.
    Skipped(Skip),
}

/// The reason for a result without a UI.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Skip {
    /// The catalog has no UI for the tool.
    NoUi,
    /// The tool reports an error.
    IsError,
    /// The result is not final: it is a request for further input, or a task handle.
    NotComplete,
    /// The result has no `structuredContent` to take the data from.
    NoData,
    /// The data do not fit the UI's schema.
    #[non_exhaustive]
    Invalid {
        /// The JSON pointer (RFC 6901) to the first part that does not fit.
        path: String,
        /// The reason, such as `Must be a string`.
        message: String,
    },
    /// The result is too large to be read.
    TooLarge,
    /// The result cannot be read, with the reason: for example, it is compressed or malformed.
    Unreadable(&'static str),
    /// The function that derives the data failed with this error.
    Failed(String),
    /// The function that derives the data panicked.
    Panicked,
    /// The function that derives the data took too long.
    TimedOut,
}

impl Skip {
    /// Returns the reason as one word, as in the explorer's API.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NoUi => "no_ui",
            Self::IsError => "is_error",
            Self::NotComplete => "not_complete",
            Self::NoData => "no_data",
            Self::Invalid { .. } => "invalid",
            Self::TooLarge => "too_large",
            Self::Unreadable(_) => "unreadable",
            Self::Failed(_) => "failed",
            Self::Panicked => "panicked",
            Self::TimedOut => "timed_out",
        }
    }

    /// Returns whether the UI's or the tool's author has something to fix.
    pub(crate) fn is_fault(&self) -> bool {
        !matches!(self, Self::NoUi | Self::IsError | Self::NotComplete)
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUi => f.write_str("the catalog has no UI for the tool"),
            Self::IsError => f.write_str("the tool reports an error"),
            Self::NotComplete => f.write_str("the result is not the final one"),
            Self::NoData => f.write_str("the result has no `structuredContent`"),
            Self::Invalid { path, message } if path.is_empty() => {
                write!(f, "the data do not match the schema: {message}")
            }
            Self::Invalid { path, message } => write!(f, "the data do not match the schema at `{path}`: {message}"),
            Self::TooLarge => f.write_str("the result is too large to be read"),
            Self::Unreadable(reason) => f.write_str(reason),
            Self::Failed(error) => write!(f, "the data cannot be derived: {error}"),
            Self::Panicked => f.write_str("the function that derives the data panicked"),
            Self::TimedOut => f.write_str("the function that derives the data took too long"),
        }
    }
}
