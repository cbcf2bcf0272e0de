//! Any method, path, query, headers and body to the explorer.
#![no_main]

use std::sync::LazyLock;

use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Traffic, TrafficSettings};
use tower_mcp_ui_fuzz::{respond, run};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    method: u8,
    path: &'a str,
    headers: Vec<(u8, &'a [u8])>,
    body: &'a [u8],
}

const METHODS: [&str; 4] = ["GET", "POST", "HEAD", "DELETE"];
const NAMES: [&str; 12] = [
    "host",
    "origin",
    "sec-fetch-site",
    "sec-fetch-dest",
    "content-type",
    "content-length",
    "if-none-match",
    "accept-encoding",
    "authorization",
    "mcp-ui-access",
    "mcp-ui-client",
    "last-event-id",
];

static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(|| {
    let config = McpUiConfig::new().execution(Execution::all()).answer_key([7; 32]);
    let tools = ToolList::new([Tool::new("echo", "Repeats the input")]).expect("one tool");
    let echo = |_: String, arguments: Arguments| async move { arguments.get().to_owned() };
    McpUiLayer::new(config).tools_with(tools, echo).traffic(Traffic::new(TrafficSettings::new()))
});

fuzz_target!(|input: Input<'_>| {
    // The streams of events have no end.
    if ["events", "traffic"].iter().any(|stream| input.path.trim_matches('/').starts_with(stream))
        && input.method % 4 != 1
    {
        return;
    }
    let mut request = Request::builder()
        .method(METHODS[usize::from(input.method) % METHODS.len()])
        .uri(format!("/explorer/{}", input.path));
    for (name, value) in &input.headers {
        request = request.header(NAMES[usize::from(*name) % NAMES.len()], *value);
    }
    let Ok(request) = request.body(Full::new(Bytes::copy_from_slice(input.body))) else { return };
    run(respond(&LAYER, request));
});
