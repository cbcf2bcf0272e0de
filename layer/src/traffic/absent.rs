//! Stands in for `traffic` in a build without that feature.

/// An empty stand-in for a recording.
#[derive(Clone, Debug)]
pub(crate) struct Traffic;

impl Traffic {
    pub(crate) const fn off() -> Self {
        Self
    }

    pub(crate) fn is_on(&self) -> bool {
        let Self = self;
        false
    }
}

/// Marks the explorer's own requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfExplorer;
