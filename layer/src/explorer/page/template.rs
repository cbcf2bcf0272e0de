use std::borrow::Cow;

use serde::Serialize;

use crate::config::{Apps, McpUiConfig, Origin, Theme};

/// The page, with placeholders for what the configuration decides.
pub(super) const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));

pub(super) const STYLE: Asset = Asset {
    text: include_str!(concat!(env!("OUT_DIR"), "/style")),
    hash: include_str!(concat!(env!("OUT_DIR"), "/style.hash")),
    deflated: include_bytes!(concat!(env!("OUT_DIR"), "/style.deflate")),
};

pub(super) const SCRIPT: Asset = Asset {
    text: include_str!(concat!(env!("OUT_DIR"), "/script")),
    hash: include_str!(concat!(env!("OUT_DIR"), "/script.hash")),
    deflated: include_bytes!(concat!(env!("OUT_DIR"), "/script.deflate")),
};

/// A large part of the page that is the same for every configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asset {
    pub(super) text: &'static str,
    /// As a source of a Content-Security-Policy.
    pub(super) hash: &'static str,
    /// Blocks that can stand anywhere in a stream of DEFLATE.
    pub(super) deflated: &'static [u8],
}

/// A piece of the filled-in page.
#[derive(Debug)]
pub(super) enum Part {
    Text(String),
    Asset(Asset),
}

impl Part {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Asset(asset) => asset.text,
        }
    }
}

/// Fills in the placeholders in one pass: what is filled in is never searched again.
pub(super) fn fill(template: &str, config: &McpUiConfig) -> Vec<Part> {
    let (mut parts, mut text, mut rest) = (Vec::new(), String::new(), template);
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        text.push_str(before);
        let asset = match name {
            "STYLE" => Some(STYLE),
            "SCRIPT" => Some(SCRIPT),
            _ => None,
        };
        match asset {
            Some(asset) => parts.extend([Part::Text(std::mem::take(&mut text)), Part::Asset(asset)]),
            None => text.push_str(&value_of(name, config)),
        }
        rest = after;
    }
    text.push_str(rest);
    parts.push(Part::Text(text));
    parts
}

fn value_of<'c>(placeholder: &str, config: &'c McpUiConfig) -> Cow<'c, str> {
    match placeholder {
        "TITLE" => html_escape::encode_quoted_attribute(&config.title),
        "ALLOW_EXECUTE" => flag(config.execution.is_enabled()).into(),
        "PROJECT_LINK" => project_link(config).into(),
        "THEME" => match config.theme {
            Theme::Auto => "auto".into(),
            Theme::Light => "light".into(),
            Theme::Dark => "dark".into(),
        },
        "APPS" => html_escape::encode_quoted_attribute(&apps(config)).into_owned().into(),
        "HISTORY" => flag(config.history).into(),
        "VERSION" => env!("CARGO_PKG_VERSION").into(),
        unknown => panic!("the page has a placeholder that nothing fills: {unknown}"),
    }
}

/// What the page has to know about apps.
fn apps(config: &McpUiConfig) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Settings<'c> {
        #[serde(flatten)]
        apps: &'c Apps,
        sandbox_origin: String,
    }
    let sandbox_origin = config.sandbox_origin.as_ref().map(Origin::to_string).unwrap_or_default();
    serde_json::to_string(&Settings { apps: &config.apps, sandbox_origin }).expect("numbers and a string are JSON")
}

fn flag(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

fn project_link(config: &McpUiConfig) -> String {
    let Some((name, url)) = &config.project else { return String::new() };
    let name = html_escape::encode_quoted_attribute(name);
    match url.as_deref().and_then(usable_url) {
        Some(url) => format!(r#"<a href="{}" rel="noopener">{name}</a>"#, html_escape::encode_quoted_attribute(&url)),
        None => name.into_owned(),
    }
}

/// The URL as a browser would read it, if it is one that a link may have.
fn usable_url(url: &str) -> Option<String> {
    let url = url.replace(['\t', '\n', '\r'], "");
    let url = url.trim();
    let lower = url.to_ascii_lowercase();
    let scheme = ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
    let path = url.starts_with('/') && !url[1..].starts_with(['/', '\\']);
    (scheme || path).then(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, config: &McpUiConfig) -> String {
        fill(template, config).iter().map(Part::text).collect()
    }

    #[test]
    fn what_is_filled_in_stays_text() {
        let config = McpUiConfig::new().title("{{ALLOW_EXECUTE}}</title><script>\"'&");
        let page = filled("<title>{{TITLE}}</title>{{ALLOW_EXECUTE}} {{PROJECT_LINK}}", &config);
        assert_eq!(page, "<title>{{ALLOW_EXECUTE}}&lt;/title&gt;&lt;script&gt;&quot;&#x27;&amp;</title>false ");
    }

    #[test]
    fn no_placeholder_survives() {
        let page = filled(PAGE, &McpUiConfig::new());
        assert!(page.contains("<title>MCP Tool Explorer</title>"));
        for name in ["TITLE", "ALLOW_EXECUTE", "PROJECT_LINK", "THEME", "HISTORY", "APPS", "VERSION", "STYLE", "SCRIPT"]
        {
            assert!(PAGE.contains(&format!("{{{{{name}}}}}")) && !page.contains(&format!("{{{{{name}}}}}")), "{name}");
        }
    }

    #[test]
    fn a_project_is_a_link_only_with_a_usable_url() {
        let link = |url| project_link(&McpUiConfig::new().project("<p>", Some(url)));
        for url in ["https://a.example/?a=1&b=2", "HTTP://a", "mailto:a@b", "/docs", " ht\ntps://a "] {
            assert!(link(url).starts_with("<a href=\""), "{url:?}");
            assert!(link(url).ends_with(" rel=\"noopener\">&lt;p&gt;</a>"), "{url:?}");
        }
        for url in ["javascript:alert(1)", "java\nscript:x", "//evil", "/\\evil", "/\t/evil", "data:,x", "a", ""] {
            assert_eq!(link(url), "&lt;p&gt;", "{url:?}");
        }
        assert_eq!(project_link(&McpUiConfig::new()), "");
    }
}
