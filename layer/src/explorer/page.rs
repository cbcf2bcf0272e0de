use std::borrow::Cow;
use std::io::Write as _;
use std::sync::OnceLock;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{self, HeaderMap, HeaderValue};

use super::answer::Answer;
use super::rendered::Rendered;
use crate::config::{McpUiConfig, Theme};

mod assets {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}

/// The page: one self-contained document, rendered once, compressed when a client first asks for that.
#[derive(Debug)]
pub(super) struct Page {
    plain: Rendered,
    gzip: OnceLock<Rendered>,
    policy: HeaderValue,
}

impl Page {
    pub(super) fn new(config: &McpUiConfig) -> Self {
        let policy = format!(
            "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; img-src data: blob:; \
             media-src data: blob:; font-src data:; frame-src 'self'; form-action 'none'; base-uri 'none'; \
             frame-ancestors {}",
            assets::SCRIPT_HASH,
            assets::STYLE_HASH,
            config.frame_ancestors,
        );
        Self {
            plain: Rendered::new(Bytes::from(render(assets::TEMPLATE, config))),
            gzip: OnceLock::new(),
            policy: HeaderValue::try_from(policy).expect("every part of the policy is visible ASCII"),
        }
    }

    pub(super) fn answer(&self, request: &HeaderMap) -> Answer {
        let gzip = accepts_gzip(request);
        let rendered = if gzip { self.gzip.get_or_init(|| compress(&self.plain)) } else { &self.plain };
        let mut answer = rendered.answer(request, "text/html; charset=utf-8");
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if gzip {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }
}

/// Fills in the placeholders in one pass: what is filled in is never searched again.
fn render(template: &str, config: &McpUiConfig) -> String {
    let mut page = String::with_capacity(template.len() + assets::STYLE.len() + assets::SCRIPT.len() + 512);
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        page.push_str(before);
        page.push_str(&value_of(name, config));
        rest = after;
    }
    page.push_str(rest);
    page
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
        "HISTORY" => flag(config.history).into(),
        "VERSION" => env!("CARGO_PKG_VERSION").into(),
        "STYLE" => assets::STYLE.into(),
        "SCRIPT" => assets::SCRIPT.into(),
        unknown => panic!("the page has a placeholder that nothing fills: {unknown}"),
    }
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

fn compress(page: &Rendered) -> Rendered {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let compressed = encoder.write_all(page.body()).and_then(|()| encoder.finish());
    Rendered::new(Bytes::from(compressed.expect("a vector takes everything")))
}

/// `Accept-Encoding` (RFC 9110, section 12.5.3): gzip, or anything, with a weight other than nought.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let mut any = false;
    let values = request.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    for coding in values.flat_map(|value| value.split(',')) {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let accepted = weight.is_ok_and(|weight| weight > 0.0);
        match name.trim() {
            name if name.eq_ignore_ascii_case("gzip") => return accepted,
            "*" => any = accepted,
            _ => {}
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(config: &McpUiConfig) -> String {
        render("<title>{{TITLE}}</title>{{ALLOW_EXECUTE}} {{PROJECT_LINK}}", config)
    }

    #[test]
    fn what_is_filled_in_stays_text() {
        let config = McpUiConfig::new().title("{{ALLOW_EXECUTE}}</title><script>\"'&");
        let page = rendered(&config);
        assert_eq!(page, "<title>{{ALLOW_EXECUTE}}&lt;/title&gt;&lt;script&gt;&quot;&#x27;&amp;</title>false ");
    }

    #[test]
    fn no_placeholder_survives() {
        let page = render(assets::TEMPLATE, &McpUiConfig::new());
        assert!(!page.contains("{{TITLE}}") && !page.contains("{{STYLE}}"), "{page}");
        assert!(page.contains("<title>MCP Tool Explorer</title>"));
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

    #[test]
    fn gzip_is_sent_to_whom_accepts_it() {
        let accepts = |value: &str| {
            let mut request = HeaderMap::new();
            request.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            accepts_gzip(&request)
        };
        for yes in ["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1"] {
            assert!(accepts(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "*, gzip;q=0.0", "identity"] {
            assert!(!accepts(no), "{no}");
        }
    }
}
