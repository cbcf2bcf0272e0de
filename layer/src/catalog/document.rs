//! UI documents with the runtime inlined.

use super::ui::Source;

/// The document line that the runtime replaces.
const PLACE: &str = r#"<script src="runtime.js"></script>"#;

/// The UI runtime, a script that defines `mcpUi`.
pub(crate) const RUNTIME: &str = include_str!("../../ui/dist/ui-runtime.js");

/// A document that shows an external document in a frame, and passes messages between that document and the host.
const EXTERNAL: &str = include_str!("external.html");

/// Returns a UI's complete document, which needs no other files.
pub(super) fn document(source: &Source) -> String {
    match source {
        Source::Html(html) => html.replace(PLACE, &format!("<script>{RUNTIME}</script>")),
        Source::Url(url) => {
            EXTERNAL.replace(PLACE, &format!("<script>{RUNTIME}</script>")).replace("{url}", &attribute(&waiting(url)))
        }
    }
}

/// Adds the parameter that makes a document wait for its data.
pub(crate) fn waiting(url: &str) -> String {
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}waitForRenderData=true")
}

fn attribute(text: &str) -> String {
    html_escape::encode_double_quoted_attribute(text).into_owned()
}
