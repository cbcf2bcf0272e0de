//! The imports of the world `tools-consumer`.

wasip3::wit_bindgen::generate!({
    path: "../../wit",
    world: "tools-consumer",
    runtime_path: "wasip3::wit_bindgen::rt",
});
