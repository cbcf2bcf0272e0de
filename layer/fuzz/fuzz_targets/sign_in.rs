//! Any challenge, metadata, tokens and callback of a sign-in, and any sealed text.
#![no_main]

use http::{HeaderMap, HeaderValue};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use tower_mcp_ui::authorization::{Challenge, Flow, Settings, Step};
use url::Url;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    is_local: bool,
    challenge: &'a [u8],
    answers: Vec<(u16, &'a [u8])>,
    query: &'a str,
}

fuzz_target!(|input: Input<'_>| {
    let endpoint = if input.is_local { "http://127.0.0.1:1/mcp" } else { "https://mcp.example/mcp" };
    let settings =
        Settings::new(endpoint.parse().expect("a URL"), "http://127.0.0.1:2/callback".parse().expect("a URL"));
    let challenge = HeaderValue::from_bytes(input.challenge).ok();
    let headers = HeaderMap::from_iter(challenge.map(|value| (http::header::WWW_AUTHENTICATE, value)));
    let mut flow = Flow::new(settings, Challenge::of(&headers), [7; Flow::RANDOM]);
    let is_secure = |url: &Url| match url.scheme() {
        "https" => true,
        "http" => input.is_local && ["127.0.0.1", "localhost", "[::1]"].contains(&url.host_str().unwrap_or_default()),
        _ => false,
    };
    let mut answers = input.answers.iter();
    let mut step = flow.start(0);
    for _ in 0..50 {
        step = match step {
            Step::Send(request) => {
                // The whole network 127.0.0.0/8 is this machine.
                assert!(is_secure(&request.url) || request.url.host_str().is_some_and(|host| host.starts_with("127.")));
                let Some((status, body)) = answers.next() else { return };
                flow.respond(*status, body, 0)
            }
            Step::Choose(offered) => flow.choose(&offered[0], 0),
            Step::Visit(url) => {
                assert!(is_secure(&url) || url.host_str().is_some_and(|host| host.starts_with("127.")), "{url}");
                let state = url.query_pairs().find(|(name, _)| name == "state").map(|(_, state)| state.into_owned());
                flow.call_back(&format!("{}&state={}", input.query, state.unwrap_or_default()), 1)
            }
            Step::Sign(_) | Step::Granted(_) => return,
            Step::Failed(error) => {
                assert!(error.to_string().chars().count() <= 1_000);
                return;
            }
        };
        let text = serde_json::to_vec(&flow).expect("a flow can be serialized");
        flow = serde_json::from_slice(&text).expect("and read again");
    }
});
