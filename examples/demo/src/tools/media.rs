//! Tools that return content other than text: an image, a sound, bytes.

use std::f64::consts::TAU;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use serde_json::{Value, json};

use super::{DemoTool, argument, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![draw(), tone(), everything()]
}

fn draw() -> DemoTool {
    let schema = json!({
        "type": "object",
        "properties": { "size": { "type": "integer", "minimum": 8, "maximum": 512, "default": 160 } },
        "required": ["size"],
    });
    tool("draw", "Draws a picture and returns it as PNG.", schema, async |arguments| {
        let size: u32 = argument(&arguments, "size")?;
        Ok(CallToolResult::success(vec![ContentBlock::image(STANDARD.encode(picture(size)?), "image/png")]))
    })
}

fn tone() -> DemoTool {
    let schema = json!({
        "type": "object",
        "properties": { "hertz": { "type": "integer", "minimum": 50, "maximum": 4000, "default": 440 } },
        "required": ["hertz"],
    });
    tool("tone", "Plays a tone of half a second.", schema, async |arguments| {
        let hertz: u32 = argument(&arguments, "hertz")?;
        Ok(CallToolResult::success(vec![ContentBlock::audio(STANDARD.encode(sound(hertz)), "audio/wav")]))
    })
}

fn everything() -> DemoTool {
    tool(
        "everything",
        "Returns content items of every type, one of them with annotations, and structured content.",
        json!({ "type": "object" }),
        async |_| {
            let items = json!([
                { "type": "text", "text": "Text whose **markup** is shown as it is.", "annotations": { "audience": ["user"], "priority": 0.8 } },
                { "type": "text", "text": "{\"big\": 12345678901234567890, \"exact\": 1.0}" },
                { "type": "image", "data": STANDARD.encode(picture(64)?), "mimeType": "image/png" },
                { "type": "audio", "data": STANDARD.encode(sound(660)), "mimeType": "audio/wav" },
                { "type": "resource", "resource": { "uri": "demo://note", "mimeType": "text/plain", "text": "An embedded text." } },
                { "type": "resource", "resource": { "uri": "demo://blob.bin", "mimeType": "application/octet-stream", "blob": "AAECAwQFBgc=" } },
                { "type": "resource_link", "uri": "https://example.com/report.pdf", "name": "report.pdf", "title": "The report", "mimeType": "application/pdf" },
            ]);
            let items: Vec<ContentBlock> =
                serde_json::from_value(items).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            let mut result = CallToolResult::success(items);
            result.structured_content =
                Some(json!({ "items": 7, "nested": { "list": [1, 2, 3], "nothing": Value::Null } }));
            Ok(result)
        },
    )
}

fn picture(size: u32) -> Result<Vec<u8>, ErrorData> {
    let shade = |value: u32| u8::try_from(value * 255 / size).unwrap_or(u8::MAX);
    let pixels: Vec<u8> = (0..size * size).flat_map(|at| [shade(at % size), 120, shade(at / size)]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgb);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    Ok(file)
}

/// Half a second of a sine wave as WAV, with 8,000 8-bit samples per second.
fn sound(hertz: u32) -> Vec<u8> {
    const RATE: u32 = 8_000;
    const SAMPLES: u32 = RATE / 2;
    let mut file = b"RIFF".to_vec();
    file.extend((36 + SAMPLES).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(RATE.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    file.extend(b"\x01\0\x08\0data");
    file.extend(SAMPLES.to_le_bytes());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sine stays between 28 and 228")]
    file.extend((0..SAMPLES).map(|at| (128.0 + 100.0 * (TAU * f64::from(hertz * at) / f64::from(RATE)).sin()) as u8));
    file
}
