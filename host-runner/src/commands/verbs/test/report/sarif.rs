use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tower_mcp_ui::definitions::{Finding, Severity};

use super::super::super::lock::FoundIn;
use super::super::outcome::Suite;

/// The characters to escape in a URI reference's path (RFC 3986, section 3.3).
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The findings on definitions in the Static Analysis Results Interchange Format, version 2.1.0. A finding is located
/// in the lock, or in the test file if there is no lock.
pub(super) fn text(suites: &[Suite]) -> String {
    let (mut rules, mut results, mut seen) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
    for suite in suites {
        for found in &suite.findings {
            let uri = uri(suite, found);
            // Listed only once, although a server may be examined with several revisions.
            if seen.insert((uri.clone(), found.item.clone(), found.finding.code)) {
                rules.entry(found.finding.code).or_insert_with(|| rule(&found.finding));
                results.push(result(found, &uri));
            }
        }
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mcp-ui",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.into_values().collect::<Vec<_>>(),
            } },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rule(finding: &Finding) -> Value {
    let mut rule = json!({ "id": finding.code, "shortDescription": { "text": finding.message.trim_end_matches(':') } });
    if let Some(source) = finding.source {
        rule["helpUri"] = json!(source.url);
    }
    rule
}

fn result(found: &FoundIn, uri: &str) -> Value {
    let level = match found.finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    };
    json!({
        "ruleId": found.finding.code,
        "level": level,
        "message": { "text": plain(&found.to_string()) },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri }, "region": { "startLine": 1 } },
            "logicalLocations": [{ "fullyQualifiedName": found.item }],
        }],
    })
}

/// Escapes a plain-text message: unescaped brackets would be a link (SARIF 2.1.0, section 3.11.6).
fn plain(text: &str) -> String {
    text.replace('\\', r"\\").replace('[', r"\[").replace(']', r"\]")
}

fn uri(suite: &Suite, found: &FoundIn) -> String {
    let path = match &suite.lock {
        Some(lock) => lock.join(&found.file),
        None => Path::new(&suite.file).to_owned(),
    };
    let path = path.to_string_lossy().replace('\\', "/");
    utf8_percent_encode(path.trim_start_matches("./"), IN_PATH).to_string()
}
