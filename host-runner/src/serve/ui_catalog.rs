//! A UI catalog as a component, which is supplied to the middleware.

use std::fmt::Write as _;

use tower_mcp_ui::uis::UiCatalog;

use super::binary::Binary;
use super::error::Error;

/// The interface through which a middleware imports its catalog.
pub(super) const INTERFACE: &str = "mcp-ui:tools/ui-catalog@0.2.0";

/// Maximum catalog size in bytes, as JSON. Each instance reads the catalog when it starts. A larger catalog is refused
/// during composition.
const MAX_BYTES: u32 = 16 << 20;

/// The catalog's position in memory: after the fields with its address and its length.
const START: u32 = 8;

/// Creates a component that exports the catalog.
pub(super) fn component(catalog: &UiCatalog) -> Result<Binary, Error> {
    let bundle = catalog.to_bundle().map_err(|error| Error::caused(error.to_string(), error))?;
    let text = bundle.get().as_bytes();
    let Some(length) = u32::try_from(text.len()).ok().filter(|length| *length <= MAX_BYTES) else {
        return Err(Error::new(format!(
            "Together, the UIs have {} MiB, and a component accepts at most {}: leave out stories, or make the \
             documents smaller.",
            text.len().div_ceil(1 << 20),
            MAX_BYTES >> 20,
        )));
    };
    let descriptor = [START, length].map(u32::to_le_bytes).concat();
    let source = format!(
        include_str!("ui_catalog.wat"),
        pages = (START + length).div_ceil(1 << 16),
        descriptor = escaped(&descriptor),
        text = escaped(text),
    );
    let bytes = wat::parse_str(source);
    let bytes = bytes.map_err(|error| Error::new(format!("ui_catalog.wat is not usable: {error}")))?;
    Binary::new("the catalog of UIs", bytes)
}

/// Escapes bytes for a string literal in the WebAssembly text format.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | ..b' ' | 0x7f.. => write!(text, "\\{byte:02x}").expect("writing to a String cannot fail"),
            _ => text.push(char::from(byte)),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tower_mcp_ui::uis::Ui;

    use super::*;

    #[test]
    fn a_catalog_that_no_instance_could_hold_is_refused() {
        let catalog = (0..5).try_fold(UiCatalog::new(), |catalog, number| {
            catalog.ui(&format!("ui-{number}"), Ui::html("x".repeat(4 << 20)))
        });
        let error = component(&catalog.unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("Together, the UIs have 21 MiB, and a component accepts at most 16"), "{error}");
    }

    #[test]
    fn any_text_can_be_in_a_catalog() {
        let text = "\"\\ \u{0}\n\u{7f} {} é 🦀 \u{1b}[31m";
        let ui = Ui::html(text).story("Odd", json!(text));
        let catalog = UiCatalog::new().ui("odd", ui).unwrap();
        let component = component(&catalog).unwrap();
        let bundle = catalog.to_bundle().unwrap();
        let is_in = component.bytes().windows(bundle.get().len()).any(|part| part == bundle.get().as_bytes());
        assert!(is_in);
    }
}
