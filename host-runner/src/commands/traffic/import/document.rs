//! Detects a file's format by its content.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use tower_mcp_ui::{RawJson, Traffic};

use super::{Import, har};
use crate::commands::Failure;

/// Maximum number of lines refused before the first record. After that, the file is not read any further.
const REFUSED: usize = 100;

/// The members that distinguish the formats.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Probe<'j> {
    #[serde(borrow)]
    log: Option<&'j RawValue>,
    #[serde(borrow)]
    resource_spans: Option<&'j RawValue>,
}

/// Reads one document, or a document on each line, as the collector's file exporter writes them.
pub(super) fn read(import: &mut Import, text: &Bytes, number: usize, traffic: &Traffic) -> Result<(), Failure> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").map_or(text.clone(), |rest| text.slice_ref(rest));
    if let Ok(json) = RawJson::parse(text.clone()) {
        return read_json(import, &json, number, traffic);
    }
    for (at, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let read = RawJson::parse(text.slice_ref(line))
            .map_err(|error| Failure::new(format!("It is not JSON: {error}.")))
            .and_then(|json| read_json(import, &json, number, traffic));
        if let Err(error) = read {
            import.found.clear();
            import.refuse(format!("Line {}: {error}", at + 1));
        }
        if import.records == 0 && import.refused >= REFUSED {
            break;
        }
    }
    Ok(())
}

fn read_json(import: &mut Import, json: &RawJson, number: usize, traffic: &Traffic) -> Result<(), Failure> {
    let probe: Probe<'_> = serde_json::from_str(json.get()).unwrap_or_default();
    match probe {
        Probe { log: Some(log), .. } => har::read(import, log.get(), number, traffic)?,
        Probe { resource_spans: Some(_), .. } => import.add_spans(json.get().as_bytes(), traffic)?,
        _ => import.add(json, traffic),
    }
    Ok(())
}
