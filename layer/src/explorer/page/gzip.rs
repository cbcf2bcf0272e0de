//! The page in gzip (RFC 1952), assembled from parts. The large parts are compressed at build time.
//!
//! A component therefore needs no compressor, and creating a layer compresses nothing. Filled-in values are
//! uncompressed blocks between the compressed parts, which is possible because each part ends at a byte boundary.

use http::header::{self, HeaderMap};
use miniz_oxide::inflate;

use super::checksum::Checksum;
use super::template::Part;

/// The gzip member's header: no name, no time, and an unknown operating system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/// The size in bytes of a full uncompressed DEFLATE block.
const STORED: usize = 0xffff;

/// Assembles the gzip member. The last part must be an asset, because only an asset can end the stream.
///
/// ```text
/// header | DEFLATE of an asset | stored block of a value | … | DEFLATE of the last asset | CRC-32 | length
/// ```
pub(super) fn compress(parts: &[Part]) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    let mut checksum = Checksum::default();
    for part in parts {
        match part {
            Part::Asset(asset) => {
                out.extend_from_slice(asset.deflated);
                checksum = checksum.followed_by(asset.checksum);
            }
            Part::Text(text) => {
                text.as_bytes().chunks(STORED).for_each(|bytes| store(&mut out, bytes));
                checksum = checksum.followed_by(Checksum::of(text.as_bytes()));
            }
        }
    }
    out.extend_from_slice(&checksum.crc.to_le_bytes());
    out.extend_from_slice(&checksum.length.to_le_bytes());
    out
}

/// Appends an uncompressed DEFLATE block that is not the last (RFC 1951, section 3.2.4).
fn store(out: &mut Vec<u8>, bytes: &[u8]) {
    let length = u16::try_from(bytes.len()).expect("each chunk fits into one block");
    out.push(0);
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&(!length).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Decompresses a gzip member, for clients that do not accept gzip. Its header must have no optional fields, as in
/// [`compress`]. Panics on any other input.
pub(super) fn decompress(member: &[u8]) -> Vec<u8> {
    inflate::decompress_to_vec(&member[HEADER.len()..]).expect("a gzip member of the page is valid DEFLATE")
}

/// Returns whether `Accept-Encoding` (RFC 9110, section 12.5.3) lists `gzip` or `*` with a weight other than zero.
/// `gzip` takes precedence over `*`, in any order.
pub(super) fn is_accepted(request: &HeaderMap) -> bool {
    let mut any = false;
    let values = request.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    for coding in values.flat_map(|value| value.split(',')) {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let weight =
            parameters.trim().strip_prefix(['q', 'Q']).and_then(|weight| weight.strip_prefix('=')).unwrap_or("1");
        let accepted = weight.contains(|digit| matches!(digit, '1'..='9'));
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

    use super::super::template::fill;
    use super::*;
    use crate::config::McpUiConfig;

    #[test]
    fn the_compressed_page_is_the_page() {
        let long = "Größe ".repeat(20_000);
        let compressed = compress(&fill(&McpUiConfig::new().title(&long)));
        let mut page = String::new();
        GzDecoder::new(&*compressed).read_to_string(&mut page).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n") && page.contains(&long));
        assert_eq!(page.as_bytes(), decompress(&compressed));
    }

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        let accepts = |value: &str| {
            let mut request = HeaderMap::new();
            request.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            is_accepted(&request)
        };
        for yes in ["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1"] {
            assert!(accepts(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip;Q=0", "*, gzip;q=0.0", "identity"] {
            assert!(!accepts(no), "{no}");
        }
    }
}
