//! Arbitrary span exports, in protobuf or JSON, compressed or not: the export is read, or an error gives a single
//! reason.
#![no_main]

use std::io::Write as _;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::spans;
use mcp_ui_host_fuzz::run;
use tower_mcp_ui::{Traffic, TrafficSettings};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    is_json: bool,
    encoding: Encoding,
    body: &'a [u8],
}

#[derive(Arbitrary, Debug)]
enum Encoding {
    Identity,
    /// The body is declared as gzip, but not compressed.
    Claimed,
    /// The body is compressed, and then cut by this number of bytes.
    Gzip(u8),
}

fuzz_target!(|input: Input<'_>| {
    let media_type = if input.is_json { "application/json" } else { "application/x-protobuf" };
    let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(media_type))]);
    let mut body = input.body.to_vec();
    if let Encoding::Gzip(cut) = input.encoding {
        let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
        compressed.write_all(&body).expect("a vector can be written");
        body = compressed.finish().expect("a vector can be written");
        body.truncate(body.len().saturating_sub(cut.into()));
    }
    if !matches!(input.encoding, Encoding::Identity) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    run(async {
        let traffic = Traffic::new(TrafficSettings::new());
        if let Err(reason) = spans(&headers, Bytes::from(body), &traffic) {
            assert!(!reason.is_empty() && reason.len() < 2_000, "{reason}");
        }
    });
});
