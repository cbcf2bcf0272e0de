//! The revisions of MCP that the client speaks.

use std::sync::atomic::{AtomicU8, Ordering};

/// The newest revision, which is stateless: each request carries all metadata.
pub(super) const MODERN_VERSION: &str = "2026-07-28";

/// Revisions with a handshake, newest first.
pub(super) const LEGACY_VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// The revision that did not have the header `MCP-Protocol-Version` yet.
pub(super) const WITHOUT_VERSION_HEADER: &str = "2025-03-26";

/// The protocol era of the server's last response: with a handshake (legacy) or without (modern).
#[derive(Default)]
pub(super) struct Era(AtomicU8);

impl Era {
    const MODERN: u8 = 1;
    const LEGACY: u8 = 2;

    pub(super) fn is_modern(&self) -> bool {
        self.0.load(Ordering::Relaxed) == Self::MODERN
    }

    pub(super) fn is_legacy(&self) -> bool {
        self.0.load(Ordering::Relaxed) == Self::LEGACY
    }

    pub(super) fn set_modern(&self) {
        self.0.store(Self::MODERN, Ordering::Relaxed);
    }

    pub(super) fn set_legacy(&self) {
        self.0.store(Self::LEGACY, Ordering::Relaxed);
    }
}
