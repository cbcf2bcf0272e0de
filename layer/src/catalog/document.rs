//! The documents of UIs, with the runtime in them.

use super::ui::Source;

/// The line of a document that stands for the runtime.
const PLACE: &str = r#"<script src="runtime.js"></script>"#;

/// The runtime for UIs, a script that defines `mcpUi`.
pub(crate) const RUNTIME: &str = include_str!("../../ui/dist/ui-runtime.js");

/// The document that shows one elsewhere in a frame, and passes messages between it and the host.
const EXTERNAL: &str = include_str!("external.html");

/// Returns the document of a UI: complete, so that it runs from a resource.
pub(super) fn document(source: &Source) -> String {
    match source {
        Source::Html(html) => html.replace(PLACE, &format!("<script>{RUNTIME}</script>")),
        Source::Url(url) => {
            EXTERNAL.replace(PLACE, &format!("<script>{RUNTIME}</script>")).replace("{url}", &attribute(&waiting(url)))
        }
    }
}

/// Adds the parameter that tells a document to wait for its data.
pub(crate) fn waiting(url: &str) -> String {
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}waitForRenderData=true")
}

fn attribute(text: &str) -> String {
    html_escape::encode_double_quoted_attribute(text).into_owned()
}
