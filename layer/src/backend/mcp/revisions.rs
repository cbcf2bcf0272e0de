use std::sync::atomic::{AtomicU8, Ordering};

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
