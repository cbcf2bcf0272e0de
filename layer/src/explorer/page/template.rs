use std::borrow::Cow;

use serde::Serialize;

use super::checksum::Checksum;
use crate::config::{Apps, HostEndpoint, McpUiConfig, Theme, TrafficScope};
use crate::constants;
use crate::digest::digest;
use crate::origin::Origin;
use crate::setting::Setting;

/// The page, split at the placeholders for configured values.
#[expect(clippy::unreadable_literal, reason = "generated")]
const PIECES: &[Piece] = include!(concat!(env!("OUT_DIR"), "/pieces.rs"));

/// The script's hash, as a Content-Security-Policy source.
pub(super) const SCRIPT_HASH: &str = include_str!(concat!(env!("OUT_DIR"), "/script.hash"));
/// The script part that the page loads later.
pub(super) const LATER: Script = Script {
    hash: include_str!(concat!(env!("OUT_DIR"), "/later.hash")),
    gzip: include_bytes!(concat!(env!("OUT_DIR"), "/later.gz")),
};
/// The script part for traffic, if this build can record any.
pub(super) const TRAFFIC: Option<Script> = if cfg!(feature = "traffic") {
    Some(Script {
        hash: include_str!(concat!(env!("OUT_DIR"), "/traffic.hash")),
        gzip: include_bytes!(concat!(env!("OUT_DIR"), "/traffic.gz")),
    })
} else {
    None
};
/// The style's hash, as a Content-Security-Policy source.
pub(super) const STYLE_HASH: &str = include_str!(concat!(env!("OUT_DIR"), "/style.hash"));

/// The page template's hash, which differs between versions.
pub(super) const VERSION_HASH: &str = include_str!(concat!(env!("OUT_DIR"), "/page.hash"));

/// The title until the page knows the server's name.
const DEFAULT_TITLE: &str = "MCP UI";

/// A script part that the page loads.
#[derive(Clone, Copy)]
pub(super) struct Script {
    /// The hash, as a Content-Security-Policy source.
    pub(super) hash: &'static str,
    pub(super) gzip: &'static [u8],
}

/// A page template piece.
enum Piece {
    Fixed(Asset),
    /// A placeholder's name.
    Value(&'static str),
}

/// A page part that does not depend on the configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asset {
    /// DEFLATE blocks that do not depend on their position in the stream. The last asset's blocks end the stream.
    pub(super) deflated: &'static [u8],
    /// The text's checksum.
    pub(super) checksum: Checksum,
}

/// A filled-in page part.
#[derive(Debug)]
pub(super) enum Part {
    Asset(Asset),
    Text(String),
}

/// Fills in the placeholders.
pub(super) fn fill(config: &McpUiConfig) -> Vec<Part> {
    let part = |piece: &Piece| match piece {
        Piece::Fixed(asset) => Part::Asset(*asset),
        Piece::Value(name) => Part::Text(value_of(name, config).into_owned()),
    };
    PIECES.iter().map(part).collect()
}

fn value_of<'c>(placeholder: &str, config: &'c McpUiConfig) -> Cow<'c, str> {
    match placeholder {
        "TITLE" => html_escape::encode_quoted_attribute(config.title.as_deref().unwrap_or(DEFAULT_TITLE)),
        "HAS_TITLE" => flag(config.title.is_some()).into(),
        "ALLOW_EXECUTE" => flag(config.execution.is_enabled()).into(),
        "PROJECT_LINK" => project_link(config).into(),
        "THEME" => match config.theme {
            Theme::Auto => "auto".into(),
            Theme::Light => "light".into(),
            Theme::Dark => "dark".into(),
        },
        "APPS" => html_escape::encode_quoted_attribute(&apps(config)).into_owned().into(),
        "HISTORY" => flag(config.history).into(),
        "HISTORY_KEY" => config.history_key.as_deref().map(|key| digest(key.as_bytes())).unwrap_or_default().into(),
        "TRAFFIC" => traffic(config).into(),
        "SEALS_ACCESS" => flag(config.answer_key.is_some()).into(),
        #[cfg(feature = "authorization")]
        "SIGN_IN" => flag(config.sign_in.is_some()).into(),
        #[cfg(not(feature = "authorization"))]
        "SIGN_IN" => flag(false).into(),
        "UIS" => flag(config.uis.is_some()).into(),
        "OPEN_APPS" => flag(config.open_apps).into(),
        "HOST_ENDPOINTS" => host_endpoints(config).into(),
        "VERSION" => env!("CARGO_PKG_VERSION").into(),
        unknown => panic!("the page has an unknown placeholder: {unknown}"),
    }
}

/// The settings and limits for apps, as the page reads them from its `data-apps` attribute.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AppSettings<'c> {
    frames: usize,
    initialize_seconds: f64,
    call_seconds: f64,
    queued_messages: usize,
    html_bytes: usize,
    message_bytes: usize,
    messages_per_second: usize,
    allow: &'c [String],
    block: &'c [String],
    sandbox_origin: String,
    names: AppSettingNames,
}

/// The setting names that the page mentions. A name is absent if the program does not have the setting.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AppSettingNames {
    #[serde(skip_serializing_if = "Option::is_none")]
    allow: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox_origin: Option<String>,
}

/// Returns the settings and limits for apps as JSON.
fn apps(config: &McpUiConfig) -> String {
    let Apps { frames, allow, block } = &config.apps;
    // The page shows plain text, without backticks.
    let name = |setting| config.setting_names.of(setting).map(|name| name.to_string().replace('`', ""));
    let settings = AppSettings {
        frames: *frames,
        initialize_seconds: constants::APP_INITIALIZE_TIMEOUT.as_secs_f64(),
        call_seconds: constants::APP_CALL_TIMEOUT.as_secs_f64(),
        queued_messages: constants::APP_QUEUED_MESSAGES,
        html_bytes: constants::APP_HTML_BYTES,
        message_bytes: constants::APP_MESSAGE_BYTES,
        messages_per_second: constants::APP_MESSAGES_PER_SECOND,
        allow,
        block,
        sandbox_origin: config.sandbox_origin.as_ref().map(Origin::to_string).unwrap_or_default(),
        names: AppSettingNames {
            allow: name(Setting::APPS_ALLOW),
            block: name(Setting::APPS_BLOCK),
            sandbox_origin: name(Setting::SANDBOX_ORIGIN),
        },
    };
    serde_json::to_string(&settings).expect("numbers and strings can be serialized")
}

/// The viewer's traffic scope, `own` or `all`. Empty if nothing is recorded.
fn traffic(config: &McpUiConfig) -> &'static str {
    match config.see_traffic {
        _ if !config.traffic.is_on() => "",
        TrafficScope::Own => "own",
        TrafficScope::All => "all",
    }
}

fn flag(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// The host's endpoint names, separated by spaces.
fn host_endpoints(config: &McpUiConfig) -> String {
    let name = |endpoint: &HostEndpoint| match endpoint {
        HostEndpoint::Console => "console",
        HostEndpoint::Restart => "restart",
        HostEndpoint::Doctor => "doctor",
        HostEndpoint::Mcp => "mcp",
        HostEndpoint::Newest => "mcp/2026-07-28",
        HostEndpoint::Authorization => "authorization",
        HostEndpoint::Start => "start",
        HostEndpoint::Tests => "tests",
        HostEndpoint::Servers => "servers",
    };
    config.host_endpoints.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn project_link(config: &McpUiConfig) -> String {
    let Some((name, url)) = &config.project else { return String::new() };
    let name = html_escape::encode_quoted_attribute(name);
    match url.as_deref().and_then(usable_url) {
        // Opens a new tab, because the page keeps the token only in memory and would lose it.
        Some(url) => format!(
            r#"<a href="{}" target="_blank" rel="noopener noreferrer">{name}</a>"#,
            html_escape::encode_quoted_attribute(&url)
        ),
        None => name.into_owned(),
    }
}

/// Returns the URL as a browser would parse it, if it is safe for a link.
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
    use super::super::gzip;
    use super::*;

    fn filled(config: &McpUiConfig) -> String {
        String::from_utf8(gzip::decompress(&gzip::compress(&fill(config)))).unwrap()
    }

    #[test]
    fn filled_in_values_are_escaped() {
        let page = filled(&McpUiConfig::new().title("{{THEME}}</title><script>\"'&"));
        assert!(page.contains("<title>{{THEME}}&lt;/title&gt;&lt;script&gt;&quot;&#x27;&amp;</title>"));
    }

    #[test]
    fn everything_is_filled_in() {
        let page = filled(&McpUiConfig::new());
        assert!(page.contains("<title>MCP UI</title>") && page.contains(r#" data-has-title="false" "#));
        assert!(filled(&McpUiConfig::new().title("MCP UI")).contains(r#" data-has-title="true" "#));
        assert!(!page.contains("<style></style>") && !page.contains("<script></script>"));
        let values = PIECES.iter().filter(|piece| matches!(piece, Piece::Value(_))).count();
        assert!(values > 0 && !page.contains("{{"));
    }

    #[test]
    fn the_page_gets_the_limits_for_apps() {
        let config = McpUiConfig::new().apps(Apps::new().frames(3)).sandbox_origin("https://apps.example").unwrap();
        assert_eq!(
            apps(&config),
            r#"{"frames":3,"initializeSeconds":30.0,"callSeconds":120.0,"queuedMessages":50,"htmlBytes":5242880,"#
                .to_owned()
                + r#""messageBytes":1048576,"messagesPerSecond":500,"allow":[],"block":[],"#
                + r#""sandboxOrigin":"https://apps.example","names":{"allow":"Apps::allow (MCP_UI_APPS_ALLOW)","#
                + r#""block":"Apps::block (MCP_UI_APPS_BLOCK)","sandboxOrigin":"sandbox_origin (MCP_UI_SANDBOX_ORIGIN)"}}"#
        );
        // A program without these settings has no names for them.
        assert!(apps(&config.setting_names(|_| None)).ends_with(r#","names":{}}"#));
    }

    #[test]
    fn the_page_gets_the_endpoints_of_the_host() {
        let page = filled(&McpUiConfig::new().host_endpoints([HostEndpoint::Console, HostEndpoint::Mcp]));
        assert!(page.contains(r#" data-host-endpoints="console mcp" "#));
        assert!(filled(&McpUiConfig::new()).contains(r#" data-host-endpoints="" "#));
    }

    #[test]
    fn a_project_is_a_link_only_with_a_usable_url() {
        let link = |url| project_link(&McpUiConfig::new().project("<p>", Some(url)));
        for url in ["https://a.example/?a=1&b=2", "HTTP://a", "mailto:a@b", "/docs", " ht\ntps://a "] {
            assert!(link(url).starts_with("<a href=\""), "{url:?}");
            assert!(link(url).ends_with(" target=\"_blank\" rel=\"noopener noreferrer\">&lt;p&gt;</a>"), "{url:?}");
        }
        for url in ["javascript:alert(1)", "java\nscript:x", "//evil", "/\\evil", "/\t/evil", "data:,x", "a", ""] {
            assert_eq!(link(url), "&lt;p&gt;", "{url:?}");
        }
        assert_eq!(project_link(&McpUiConfig::new()), "");
    }
}
