//! The imports of the world `tools-consumer`.

wasip3::wit_bindgen::generate!({
    path: "../../wit",
    world: "tools-consumer",
    runtime_path: "wasip3::wit_bindgen::rt",
    with: {
        "wasi:clocks/types@0.3.0": wasip3::clocks::types,
        "wasi:clocks/monotonic-clock@0.3.0": wasip3::clocks::monotonic_clock,
    },
});
