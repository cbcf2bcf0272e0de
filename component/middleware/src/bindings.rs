//! The world `middleware`.
#![expect(clippy::same_length_and_capacity, reason = "generated")]

wasip3::wit_bindgen::generate!({
    path: "../../wit",
    world: "middleware",
    runtime_path: "wasip3::wit_bindgen::rt",
    with: {
        "wasi:clocks/types@0.3.0": wasip3::clocks::types,
        "wasi:clocks/monotonic-clock@0.3.0": wasip3::clocks::monotonic_clock,
        "wasi:http/types@0.3.0": wasip3::http::types,
        "wasi:http/handler@0.3.0": generate,
    },
});

/// The world `ui-catalog-consumer`.
#[cfg(feature = "uis")]
pub(crate) mod catalog {
    wasip3::wit_bindgen::generate!({
        path: "../../wit",
        world: "ui-catalog-consumer",
        runtime_path: "wasip3::wit_bindgen::rt",
    });
}
