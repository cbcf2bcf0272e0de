//! Decodes the spans in an OTLP body one at a time. To decode them all at once could take gigabytes of memory for a
//! hostile 16 MiB body.

use bytes::{Buf as _, Bytes};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;

use crate::commands::Failure;

/// Maximum size of an encoded span, in bytes. Larger spans are skipped.
const SPAN_BYTES: usize = 4 << 20;

/// Maximum size of an encoded resource description, in bytes. A larger description is omitted.
const RESOURCE_BYTES: usize = 64 << 10;

/// Field numbers (`opentelemetry/proto`): `ExportTraceServiceRequest.resource_spans`, `ResourceSpans.resource`,
/// `ResourceSpans.scope_spans` and `ScopeSpans.spans`.
const RESOURCE_SPANS: usize = 1;
const RESOURCE: usize = 1;
const SCOPE_SPANS: usize = 2;
const SPANS: usize = 2;

/// Passes each span with its resource to `found`.
pub(super) fn each_span(
    request: Bytes,
    mut found: impl FnMut(Option<&Resource>, &Span) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for resource_spans in messages(request, RESOURCE_SPANS) {
        let resource_spans = resource_spans?;
        let resource = messages(resource_spans.clone(), RESOURCE).next().transpose()?;
        let resource = resource.filter(|resource| resource.len() <= RESOURCE_BYTES);
        let resource = resource.map(Resource::decode).transpose().map_err(|_| broken())?;
        for scope_spans in messages(resource_spans, SCOPE_SPANS) {
            for span in messages(scope_spans?, SPANS) {
                let span = span?;
                if span.len() <= SPAN_BYTES {
                    found(resource.as_ref(), &Span::decode(span).map_err(|_| broken())?)?;
                }
            }
        }
    }
    Ok(())
}

/// The fields with this number that are messages themselves, as slices of `message`.
fn messages(mut message: Bytes, number: usize) -> impl Iterator<Item = Result<Bytes, Failure>> {
    std::iter::from_fn(move || {
        while message.has_remaining() {
            match field(&mut message) {
                Some((found, Some(field))) if found == number => return Some(Ok(field)),
                Some(_) => {}
                None => {
                    message.clear();
                    return Some(Err(broken()));
                }
            }
        }
        None
    })
}

/// Takes a field, with its content if it is length-delimited (Protocol Buffers, "Encoding").
fn field(message: &mut Bytes) -> Option<(usize, Option<Bytes>)> {
    let key = prost::decode_length_delimiter(&mut *message).ok()?;
    let length = match key & 7 {
        0 => {
            prost::decode_length_delimiter(&mut *message).ok()?;
            return Some((key >> 3, None));
        }
        1 => 8,
        2 => prost::decode_length_delimiter(&mut *message).ok()?,
        5 => 4,
        _ => return None,
    };
    let content = (length <= message.remaining()).then(|| message.split_to(length))?;
    Some((key >> 3, (key & 7 == 2).then_some(content)))
}

fn broken() -> Failure {
    Failure::new("The spans are not OTLP in protobuf.")
}

#[cfg(test)]
mod tests {
    use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
    use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
    use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
    use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans};
    use proptest::prelude::*;

    use super::*;

    fn names(request: Bytes) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        each_span(request, |_, span| {
            names.push(span.name.clone());
            Ok(())
        })?;
        Ok(names)
    }

    #[test]
    fn every_span_is_found() {
        let span = |name: &str| Span { name: name.to_owned(), ..Span::default() };
        let scope = |names: &[&str]| ScopeSpans {
            spans: names.iter().map(|name| span(name)).collect(),
            schema_url: "x".to_owned(),
            ..ScopeSpans::default()
        };
        let resource = |scope_spans| ResourceSpans { scope_spans, schema_url: "y".to_owned(), resource: None };
        let resource_spans = vec![resource(vec![scope(&["a", "b"]), scope(&[])]), resource(vec![scope(&["c"])])];
        let request = ExportTraceServiceRequest { resource_spans }.encode_to_vec();
        assert_eq!(names(request.clone().into()).unwrap(), ["a", "b", "c"]);
        assert!(names(Bytes::from(request).split_to(20)).is_err());
        assert_eq!(names(Bytes::new()).unwrap(), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(prop_oneof![Just(10_u8), Just(18), Just(2), any::<u8>()], 0..200)) {
            let _ = names(bytes.into());
        }
    }

    #[test]
    fn large_spans_and_resources_are_left_out() {
        let attribute = |length| KeyValue {
            value: Some(AnyValue { value: Some(Attribute::StringValue("x".repeat(length))) }),
            ..KeyValue::default()
        };
        let span =
            |name: &str, length| Span { name: name.to_owned(), attributes: vec![attribute(length)], ..Span::default() };
        let described = |length| ResourceSpans {
            resource: Some(Resource { attributes: vec![attribute(length)], ..Resource::default() }),
            scope_spans: vec![ScopeSpans {
                spans: vec![span("large", SPAN_BYTES), span("small", 10)],
                ..ScopeSpans::default()
            }],
            ..ResourceSpans::default()
        };
        let request = ExportTraceServiceRequest { resource_spans: vec![described(10), described(RESOURCE_BYTES)] };
        let mut found = Vec::new();
        each_span(request.encode_to_vec().into(), |resource, span| {
            found.push((resource.is_some(), span.name.clone()));
            Ok(())
        })
        .unwrap();
        assert_eq!(found, [(true, "small".to_owned()), (false, "small".to_owned())]);
    }
}
