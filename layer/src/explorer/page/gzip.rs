//! The page in gzip (RFC 1952), put together out of parts of which the large ones are compressed already.

use std::io::Write as _;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use http::header::{self, HeaderMap};

use super::template::Part;

/// A member of gzip, without name or time, of an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/// The last block of a stream of DEFLATE, with nothing in it.
const LAST_BLOCK: [u8; 2] = [3, 0];

pub(super) fn compress(parts: &[Part]) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    let mut checksum = Crc::new();
    for part in parts {
        checksum.update(part.text().as_bytes());
        match part {
            Part::Asset(asset) => out.extend_from_slice(asset.deflated),
            Part::Text(text) => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(text.as_bytes()).and_then(|()| encoder.flush()).expect("a vector takes everything");
                out.extend_from_slice(encoder.get_ref());
            }
        }
    }
    out.extend_from_slice(&LAST_BLOCK);
    out.extend_from_slice(&checksum.sum().to_le_bytes());
    out.extend_from_slice(&checksum.amount().to_le_bytes());
    out
}

/// `Accept-Encoding` (RFC 9110, section 12.5.3): gzip, or anything, with a weight other than nought.
pub(super) fn is_accepted(request: &HeaderMap) -> bool {
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
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::super::template::{PAGE, fill};
    use super::*;
    use crate::config::McpUiConfig;

    #[test]
    fn the_compressed_page_is_the_page() {
        let parts = fill(PAGE, &McpUiConfig::new().title("Größe"));
        let mut page = String::new();
        GzDecoder::new(&*compress(&parts)).read_to_string(&mut page).unwrap();
        assert_eq!(page, parts.iter().map(Part::text).collect::<String>());
    }

    #[test]
    fn gzip_is_sent_to_whom_accepts_it() {
        let accepts = |value: &str| {
            let mut request = HeaderMap::new();
            request.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            is_accepted(&request)
        };
        for yes in ["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1"] {
            assert!(accepts(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "*, gzip;q=0.0", "identity"] {
            assert!(!accepts(no), "{no}");
        }
    }
}
