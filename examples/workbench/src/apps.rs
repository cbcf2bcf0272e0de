//! The tools' apps, as resources. The same style and script are put in front of each page's own.

use rmcp::model::{MetaObject, Resource, ResourceContents};
use serde_json::json;

use crate::tool::meta;

/// The MIME type that marks a resource as an app.
const MIME_TYPE: &str = "text/html;profile=mcp-app";

pub(crate) struct App {
    uri: &'static str,
    name: &'static str,
    title: &'static str,
    html: &'static str,
}

macro_rules! html {
    ($name:literal) => {
        concat!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n",
            "<meta name=\"viewport\" content=\"width=device-width\">\n",
            "<meta name=\"color-scheme\" content=\"light dark\">\n<style>\n",
            include_str!("../apps/shared.css"),
            "</style>\n",
            include_str!(concat!("../apps/", $name, ".html")),
            "<script type=\"module\">\n",
            include_str!("../apps/shared.js"),
            include_str!(concat!("../apps/", $name, ".js")),
            "</script>\n</html>\n",
        )
    };
}

pub(crate) const REGEX: App =
    App { uri: "ui://workbench/regex.html", name: "regex", title: "Regular expression tester", html: html!("regex") };

pub(crate) const QR: App =
    App { uri: "ui://workbench/qr.html", name: "qr", title: "QR code editor", html: html!("qr") };

pub(crate) const DIFF: App =
    App { uri: "ui://workbench/diff.html", name: "diff", title: "Text comparison", html: html!("diff") };

pub(crate) const APPS: [App; 3] = [REGEX, QR, DIFF];

impl App {
    /// Returns the metadata for a tool with this app.
    pub(crate) fn of_tool(&self) -> MetaObject {
        meta(json!({ "ui": { "resourceUri": self.uri } }))
    }

    pub(crate) fn resource(&self) -> Resource {
        Resource::new(self.uri, self.name).with_title(self.title).with_mime_type(MIME_TYPE).with_meta(border())
    }
}

/// Returns the contents for an app's URI.
pub(crate) fn contents(uri: &str) -> Option<ResourceContents> {
    let app = APPS.iter().find(|app| app.uri == uri)?;
    Some(ResourceContents::text(app.html, uri).with_mime_type(MIME_TYPE).with_meta(border()))
}

fn border() -> MetaObject {
    meta(json!({ "ui": { "prefersBorder": true } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_app_is_one_document_without_other_files() {
        for App { name, html, .. } in APPS {
            assert_eq!(html.matches("<script").count(), 1, "{name}");
            assert_eq!(html.matches("</script>").count(), 1, "{name}");
            for reference in ["src=", "href=", "import ", "url("] {
                assert!(!html.contains(reference), "{name} has {reference}");
            }
        }
    }
}
