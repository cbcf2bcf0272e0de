//! The world `embed`.
#![expect(clippy::same_length_and_capacity, reason = "generated")]

wasip3::wit_bindgen::generate!({
    path: "../../wit",
    world: "embed",
    runtime_path: "wasip3::wit_bindgen::rt",
});
