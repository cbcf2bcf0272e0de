//! Any declaration of domains by an app: its policy has only the known directives, and nothing that was not asked for.
#![no_main]

use std::sync::LazyLock;

use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tools};
use tower_mcp_ui_fuzz::{respond, run};

const DIRECTIVES: [&str; 16] = [
    "sandbox",
    "default-src",
    "script-src",
    "style-src",
    "connect-src",
    "img-src",
    "font-src",
    "media-src",
    "frame-src",
    "base-uri",
    "form-action",
    "worker-src",
    "object-src",
    "frame-ancestors",
    "manifest-src",
    "webrtc",
];

static LAYER: LazyLock<McpUiLayer<GivenTools>> =
    LazyLock::new(|| McpUiLayer::new(McpUiConfig::new()).tools(Tools::new()));

fuzz_target!(|domains: [Vec<String>; 4]| {
    let [connect, resource, frame, base] = domains;
    let csp = json!({ "connectDomains": connect, "resourceDomains": resource, "frameDomains": frame, "baseUriDomains": base });
    let body = json!({ "csp": csp, "origin": "https://tools.example" }).to_string();
    let request =
        Request::post("/explorer/sandbox/policy").body(Full::new(Bytes::from(body))).expect("a valid request");
    let Some((status, answer)) = run(respond(&LAYER, request)) else { return };
    if status != 200 {
        return;
    }
    let answer: Value = serde_json::from_slice(&answer).expect("the answer is JSON");
    let policy = answer["policy"].as_str().expect("it has a policy");
    assert!(policy.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()), "{policy:?}");
    for directive in policy.split(';') {
        let mut words = directive.split_whitespace();
        let name = words.next().unwrap_or_default();
        assert!(DIRECTIVES.contains(&name), "{name:?} in {policy}");
        for source in words.filter(|source| source.contains("://") && !source.contains("tools.example")) {
            let asked = [&connect, &resource, &frame, &base].into_iter().flatten();
            // Without the zeros before a port, which the policy leaves out.
            let host = |text: &str| {
                let text = text.trim_end_matches('/').to_ascii_lowercase();
                match text.rsplit_once(':') {
                    Some((name, port)) => format!("{name}:{}", port.trim_start_matches('0')),
                    None => text,
                }
            };
            assert!(
                asked
                    .clone()
                    .any(|domain| host(domain).contains(&host(source)) || host(source).contains(&host(domain))),
                "{source} in {policy}"
            );
        }
    }
});
