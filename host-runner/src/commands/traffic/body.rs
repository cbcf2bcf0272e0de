//! An export's body: size, compression and format.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use http::{HeaderMap, StatusCode, header};

/// Maximum size of a body, compressed or not, in bytes. A larger body gets 413.
pub(super) const MAX_BODY: usize = 16 << 20;

/// A body's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Protobuf,
    Json,
}

/// A refusal's status and text.
pub(super) type Refusal = (StatusCode, String);

impl Format {
    /// Returns the format that a request announces.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Refusal> {
        let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match value.split(';').next().unwrap_or_default().trim() {
            "application/x-protobuf" => Ok(Self::Protobuf),
            "application/json" => Ok(Self::Json),
            _ => {
                let text = "The Content-Type must be application/x-protobuf or application/json.";
                Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, text.to_owned()))
            }
        }
    }

    pub(super) fn content_type(self) -> &'static str {
        match self {
            Self::Protobuf => "application/x-protobuf",
            Self::Json => "application/json",
        }
    }
}

/// Decompresses a body.
pub(super) fn decompress(headers: &HeaderMap, body: Bytes) -> Result<Bytes, Refusal> {
    let encoding = headers.get(header::CONTENT_ENCODING).map_or("identity", |value| value.to_str().unwrap_or_default());
    match encoding {
        "identity" | "" => Ok(body),
        "gzip" => {
            let mut out = Vec::new();
            let mut decoder = MultiGzDecoder::new(&*body).take(MAX_BODY as u64 + 1);
            let read = decoder.read_to_end(&mut out);
            read.map_err(|_| (StatusCode::BAD_REQUEST, "The body is not gzip.".to_owned()))?;
            if out.len() > MAX_BODY { Err(too_large()) } else { Ok(out.into()) }
        }
        _ => Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "The Content-Encoding must be gzip or none.".to_owned())),
    }
}

fn too_large() -> Refusal {
    let text = format!("The body is larger than {} MiB. Send fewer spans at once.", MAX_BODY >> 20);
    (StatusCode::PAYLOAD_TOO_LARGE, text)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn a_small_body_cannot_fill_the_memory() {
        let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
        let zeros = vec![0; 1 << 20];
        for _ in 0..17 {
            bomb.write_all(&zeros).unwrap();
        }
        let headers = HeaderMap::from_iter([(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"))]);
        let bomb = Bytes::from(bomb.finish().unwrap());
        assert!(bomb.len() < 100_000);
        assert_eq!(decompress(&headers, bomb).unwrap_err().0, StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(decompress(&headers, Bytes::from_static(b"x")).unwrap_err().0, StatusCode::BAD_REQUEST);
    }
}
