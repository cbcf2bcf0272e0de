use clap::Args;
use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use percent_encoding::percent_decode_str;

use super::exporter::Exporter;
use crate::commands::Failure;

/// The variable with headers for the collector, such as credentials.
const HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";

/// The variable with the service name.
const SERVICE: &str = "OTEL_SERVICE_NAME";

/// The path for traces, appended to the collector's path.
const TRACES: &str = "/v1/traces";

/// The export options.
#[derive(Debug, Args)]
pub(crate) struct OtlpArgs {
    /// Send a span for each request to the OpenTelemetry collector at this URL, such as `http://localhost:4318`. The
    /// environment variable `OTEL_EXPORTER_OTLP_HEADERS` sets its headers.
    #[arg(long = "otlp", value_name = "URL", value_parser = endpoint)]
    collector: Option<Uri>,

    /// Also send arguments, results, error messages and whole URIs, with secrets removed.
    #[arg(long = "otlp-content", requires = "collector")]
    content: bool,
}

impl OtlpArgs {
    /// Starts the export if a collector is given.
    pub(crate) fn exporter(&self) -> Result<Option<Exporter>, Failure> {
        let Some(collector) = &self.collector else { return Ok(None) };
        let headers = match std::env::var(HEADERS) {
            Ok(headers) => parse_headers(&headers)?,
            Err(_) => HeaderMap::new(),
        };
        let service = std::env::var(SERVICE).ok().filter(|name| !name.is_empty());
        Exporter::start(collector, headers, service, self.content).map(Some)
    }
}

/// Parses a collector URL, and appends the path for traces.
fn endpoint(text: &str) -> Result<Uri, &'static str> {
    let expected = "expected a URL such as http://localhost:4318";
    let uri: Uri = text.parse().map_err(|_| expected)?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.authority().is_none() {
        return Err(expected);
    }
    if uri.path().ends_with(TRACES) {
        return Ok(uri);
    }
    let base = mcp_ui_host::without_query(text).trim_end_matches('/');
    format!("{base}{TRACES}").parse().map_err(|_| expected)
}

/// Parses headers such as `name=value,other=a%20value` (W3C Baggage).
fn parse_headers(text: &str) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let header = pair.split_once('=').and_then(|(name, value)| {
            let value: Vec<u8> = percent_decode_str(value.trim()).collect();
            let mut value = HeaderValue::from_bytes(&value).ok()?;
            value.set_sensitive(true);
            Some((name.trim().parse::<HeaderName>().ok()?, value))
        });
        // The value may be a secret, so the error does not repeat it.
        let Some((name, value)) = header else {
            return Err(Failure::new(format!("{HEADERS} is not a list such as `authorization=Bearer%20…,x-team=a`.")));
        };
        headers.insert(name, value);
    }
    Ok(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_for_traces_is_added_once() {
        for (given, expected) in [
            ("http://localhost:4318", "http://localhost:4318/v1/traces"),
            ("http://localhost:4318/", "http://localhost:4318/v1/traces"),
            ("https://a.example/otlp", "https://a.example/otlp/v1/traces"),
            ("https://a.example/v1/traces", "https://a.example/v1/traces"),
        ] {
            assert_eq!(endpoint(given).map(|uri| uri.to_string()).as_deref(), Ok(expected));
        }
        for wrong in ["localhost:4318", "4318", "ftp://a.example", "/v1/traces", ""] {
            assert!(endpoint(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn headers_are_decoded_and_errors_do_not_repeat_them() {
        let headers = parse_headers("authorization=Bearer%20a%3D, x-team = b,").unwrap();
        assert_eq!(
            (&headers["authorization"], &headers["x-team"]),
            (&"Bearer a=".parse().unwrap(), &"b".parse().unwrap())
        );
        for wrong in ["hunter2", "na me=hunter2", "name=hunter2%0a"] {
            let error = parse_headers(wrong).unwrap_err().to_string();
            assert!(error.contains(HEADERS) && !error.contains("hunter2"), "{error}");
        }
    }
}
