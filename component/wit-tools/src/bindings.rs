//! The imports in the world `tools-consumer`.
#![expect(clippy::same_length_and_capacity, reason = "generated")]

wasip3::wit_bindgen::generate!({
    path: "../../wit",
    world: "tools-consumer",
    runtime_path: "wasip3::wit_bindgen::rt",
});
