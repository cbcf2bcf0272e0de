//! The world `embed`.

wasip3::wit_bindgen::generate!({
    path: "../../wit",
    world: "embed",
    runtime_path: "wasip3::wit_bindgen::rt",
});
