//! Imports files and collectors' exports as records.
//!
//! | module | contents |
//! |---|---|
//! | `document` | a file's format |
//! | `record` | a record being built |
//! | `protobuf` | spans in an OTLP body, one at a time |
//! | `spans` | a span's records |
//! | `har` | a HAR file's records |

mod document;
mod har;
mod protobuf;
mod record;
mod spans;

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use bytes::Bytes;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use serde::Deserialize;
use tower_mcp_ui::{RawJson, Traffic};

use crate::commands::Failure;

/// Maximum size of a file, in bytes. A larger file is refused.
const MAX_FILE: u64 = 64 << 20;

/// Maximum number of objects in JSON that is parsed as a whole. A parsed object needs many times its text's memory.
/// JSON with more objects is refused.
const MAX_OBJECTS: usize = 1_000_000;

/// Maximum number of records in a document, which are sorted by time. A document with more records is refused.
const MAX_RECORDS: usize = 20_000;

/// The records taken from a file or an export.
#[derive(Debug, Default)]
pub(crate) struct Import {
    records: usize,
    /// The number of spans, entries or lines unrelated to MCP.
    others: usize,
    /// The number of malformed records, and the reason for the first.
    refused: usize,
    reason: Option<String>,
    /// Records that are not stored yet, with their times.
    found: Vec<(f64, RawJson)>,
}

impl Import {
    /// Imports a file. `number` keeps exchanges from different files apart.
    pub(crate) fn file(path: &Path, number: usize, traffic: &Traffic) -> Result<Self, Failure> {
        let failure = |reason: String| Failure::new(format!("{}: {reason}", path.display()));
        let mut text = Vec::new();
        let file = File::open(path).map_err(|error| failure(format!("{error}.")))?;
        file.take(MAX_FILE + 1).read_to_end(&mut text).map_err(|error| failure(format!("{error}.")))?;
        if text.len() as u64 > MAX_FILE {
            return Err(failure(format!("The file is larger than {} MiB. Split it.", MAX_FILE >> 20)));
        }
        let mut import = Self::default();
        document::read(&mut import, &Bytes::from(text), number, traffic).map_err(|error| failure(error.to_string()))?;
        match import {
            Self { records: 0, reason: Some(reason), .. } => Err(failure(reason)),
            Self { records: 0, .. } => Err(failure("It contains no MCP traffic.".to_owned())),
            import => Ok(import),
        }
    }

    /// Imports spans in protobuf.
    pub(super) fn protobuf(body: Bytes, traffic: &Traffic) -> Result<Self, Failure> {
        let mut import = Self::default();
        protobuf::each_span(body, |resource, span| import.span(resource, span))?;
        import.store(traffic);
        Ok(import)
    }

    /// Imports spans in JSON.
    pub(super) fn spans(json: &[u8], traffic: &Traffic) -> Result<Self, Failure> {
        let mut import = Self::default();
        import.add_spans(json, traffic)?;
        Ok(import)
    }

    fn add_spans(&mut self, json: &[u8], traffic: &Traffic) -> Result<(), Failure> {
        check_objects(json)?;
        let request: ExportTraceServiceRequest = serde_json::from_slice(json)
            .map_err(|error| Failure::new(format!("The spans are not OTLP JSON: {error}.")))?;
        for spans in &request.resource_spans {
            for span in spans.scope_spans.iter().flat_map(|scope| &scope.spans) {
                self.span(spans.resource.as_ref(), span)?;
            }
        }
        self.store(traffic);
        Ok(())
    }

    fn span(&mut self, resource: Option<&Resource>, span: &Span) -> Result<(), Failure> {
        let (before, refused) = (self.found.len(), self.refused);
        for record in spans::own_records(span) {
            match RawJson::parse(record) {
                Ok(record) => self.find(record)?,
                Err(error) => self.refuse(format!("A span's record is not JSON: {error}.")),
            }
        }
        if (before, refused) != (self.found.len(), self.refused) {
            return Ok(());
        }
        let records = spans::records(resource, span);
        self.others += usize::from(records.is_none());
        for record in records.unwrap_or_default() {
            self.find(RawJson::from_serialize(&record)?)?;
        }
        Ok(())
    }

    /// Keeps a record until earlier ones are known, because programs export a span only when it ends.
    fn find(&mut self, record: RawJson) -> Result<(), Failure> {
        if self.found.len() >= MAX_RECORDS {
            return Err(Failure::new(format!("There are more than {MAX_RECORDS} messages. Split them.")));
        }
        let Time { at } = serde_json::from_str(record.get()).unwrap_or_default();
        self.found.push((at, record));
        Ok(())
    }

    /// Stores the kept records, sorted by time.
    fn store(&mut self, traffic: &Traffic) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for (_, record) in found {
            self.add(&record, traffic);
        }
    }

    fn add(&mut self, record: &RawJson, traffic: &Traffic) {
        match traffic.record(record) {
            Ok(()) => self.records += 1,
            Err(error) => self.refuse(error.to_string()),
        }
    }

    fn refuse(&mut self, reason: String) {
        self.refused += 1;
        self.reason.get_or_insert(reason);
    }
}

/// A record's time.
#[derive(Default, Deserialize)]
struct Time {
    at: f64,
}

/// Checks that parsed JSON fits into memory.
fn check_objects(json: &[u8]) -> Result<(), Failure> {
    if memchr::memchr_iter(b'{', json).count() > MAX_OBJECTS {
        return Err(Failure::new(format!("There are more than {MAX_OBJECTS} JSON objects. Split them.")));
    }
    Ok(())
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { records, others, refused, reason, .. } = self;
        write!(f, "{records} messages")?;
        if *others > 0 {
            write!(f, ", ignored {others} that are not MCP")?;
        }
        match reason {
            Some(reason) => write!(f, "; skipped {refused} that are broken. The first: {reason}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_with_too_many_messages_is_refused() {
        let (mut import, record) = (Import::default(), RawJson::parse(r#"{"at":1}"#).unwrap());
        assert!((0..20_000).all(|_| import.find(record.clone()).is_ok()));
        let refused = import.find(record).unwrap_err().to_string();
        assert!(refused.contains("more than 20000 messages"), "{refused}");
    }
}
