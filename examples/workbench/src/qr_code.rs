//! The tool `qr_code`.

use qrcode::render::unicode::Dense1x2;
use qrcode::types::{Color, QrError};
use qrcode::{EcLevel, QrCode, Version};
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tool::{Answer, Refusal, at_most};

/// The largest code holds fewer characters than this, unless most of them are digits or capital letters.
const MAX_TEXT: usize = 3_000;

const EXAMPLE_TEXT: &str = "https://modelcontextprotocol.io";

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Arguments {
    /// Text to encode, such as a web address
    #[schemars(length(min = 1, max = MAX_TEXT), extend("default" = EXAMPLE_TEXT))]
    text: String,
    /// Share of the code that may be damaged: about 7 % (low), 15 % (medium), 25 % (quartile) or 30 % (high)
    #[serde(default)]
    error_correction: ErrorCorrection,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars", inline)]
#[serde(rename_all = "lowercase")]
enum ErrorCorrection {
    Low,
    #[default]
    Medium,
    Quartile,
    High,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Code {
    text: String,
    error_correction: ErrorCorrection,
    /// Size of the code in the standard
    #[schemars(range(min = 1, max = 40))]
    version: i16,
    /// Rows from top to bottom, with `1` for each dark module and `0` for each light one, without the margin
    rows: Vec<String>,
}

pub(crate) fn run(&Arguments { ref text, error_correction }: &Arguments) -> Answer<Code> {
    at_most(MAX_TEXT, "text", text)?;
    if text.is_empty() {
        return Err(Refusal::new("text", "There is no text to encode."));
    }
    let code = QrCode::with_error_correction_level(text, error_correction.into()).map_err(|error| match error {
        QrError::DataTooLong => Refusal::new("text", too_long(text, error_correction)),
        other => Refusal::new("text", format!("The text cannot be encoded: {other}.")),
    })?;
    let (Version::Normal(version) | Version::Micro(version)) = code.version();
    let size = code.width();
    let is_dark = |color: &Color| if *color == Color::Dark { '1' } else { '0' };
    let rows = code.to_colors().chunks(size).map(|row| row.iter().map(is_dark).collect()).collect();
    let drawn = code.render::<Dense1x2>().build();
    let summary = format!("A QR code of version {version}, {size} × {size} modules:\n\n{drawn}");
    Ok((summary, Code { text: text.clone(), error_correction, version, rows }))
}

fn too_long(text: &str, error_correction: ErrorCorrection) -> String {
    let remedy = match error_correction {
        ErrorCorrection::Low => "Shorten it.",
        _ => "Shorten it, or choose a lower error correction.",
    };
    format!("The text has {} bytes, which is too much for a QR code. {remedy}", text.len())
}

impl From<ErrorCorrection> for EcLevel {
    fn from(level: ErrorCorrection) -> Self {
        match level {
            ErrorCorrection::Low => Self::L,
            ErrorCorrection::Medium => Self::M,
            ErrorCorrection::Quartile => Self::Q,
            ErrorCorrection::High => Self::H,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str, error_correction: ErrorCorrection) -> Answer<Code> {
        run(&Arguments { text: text.to_owned(), error_correction })
    }

    #[test]
    fn the_example_is_a_square_with_finder_patterns() {
        let (text, Code { version, rows, .. }) = code(EXAMPLE_TEXT, ErrorCorrection::Medium).unwrap();
        assert_eq!((version, rows.len()), (3, 29));
        assert!(rows.iter().all(|row| row.len() == 29));
        for row in [&rows[0], &rows[6]] {
            assert!(row.starts_with("11111110") && row.ends_with("01111111"), "{row}");
        }
        assert!(text.starts_with("A QR code of version 3, 29 × 29 modules:\n\n"), "{text}");
    }

    #[test]
    fn more_error_correction_needs_a_larger_code() {
        let versions =
            [ErrorCorrection::Low, ErrorCorrection::Medium, ErrorCorrection::Quartile, ErrorCorrection::High]
                .map(|level| code(&"text ".repeat(20), level).unwrap().1.version);
        assert_eq!(versions, [5, 6, 8, 10]);
    }

    #[test]
    fn any_unicode_is_encoded() {
        assert_eq!(code("Grüße 🎉 日本", ErrorCorrection::Low).unwrap().1.version, 2);
    }

    #[test]
    fn an_empty_text_is_refused() {
        assert_eq!(code("", ErrorCorrection::Low).unwrap_err(), Refusal::new("text", "There is no text to encode."));
    }

    #[test]
    fn a_text_that_does_not_fit_is_refused() {
        let most = "a".repeat(1_273);
        assert_eq!(code(&most, ErrorCorrection::High).unwrap().1.version, 40);
        let message = "The text has 1274 bytes, which is too much for a QR code. \
                       Shorten it, or choose a lower error correction.";
        assert_eq!(code(&format!("{most}a"), ErrorCorrection::High).unwrap_err(), Refusal::new("text", message));
        assert!(code(&"1".repeat(MAX_TEXT), ErrorCorrection::Low).is_ok());
        assert!(code(&"1".repeat(MAX_TEXT + 1), ErrorCorrection::Low).is_err());
    }
}
