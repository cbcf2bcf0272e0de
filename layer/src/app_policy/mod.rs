//! Composes an app's Content-Security-Policy from the domains that its resource declares (`_meta.ui.csp`, MCP Apps
//! 2026-01-26).
//!
//! The resource is not trusted, so its declaration is only a request: each source is approved or rejected separately,
//! with a reason that the page shows to the app's author. Everything that is not approved falls back to the MCP Apps
//! default, which allows inline scripts and styles and no network.

mod reach;
mod source;

use std::fmt::Write as _;

use serde::Serialize;

pub(crate) use self::source::ExplorerOrigin;
use self::source::{Approved, Purpose};
use crate::constants::APP_DOMAINS;
use crate::model::{MAX_PARTS, RawJson, RawObject};
use crate::origin::Origin;

/// Maximum number of characters that a remark quotes from a name or a value. Longer quotes are cut off.
const QUOTED_CHARS: usize = 200;

/// Maximum total size in bytes of all sources, which are sent in a query and in a header. A source that would exceed
/// the limit is rejected with a remark. Servers and proxies commonly accept 8 KiB for a request line or a header.
const MAX_BYTES: usize = 6_000;

/// Maximum number of members to check in a declaration. A valid declaration has at most four. The first excess member
/// is rejected with a remark, and all later members are ignored.
const MAX_LISTS: usize = 20;

/// The frame that a policy is for.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The page's origin if the frame is on the sandbox origin; `None` if the frame's origin is opaque.
    pub(crate) page: Option<Origin>,
    /// Allows `blob:` and `data:` in more directives than the specification does.
    pub(crate) relaxed: bool,
    /// The pages that may show the frame, if its origin is opaque.
    pub(crate) ancestors: String,
}

/// The decision about a resource's declared domains (`_meta.ui.csp` in MCP Apps).
///
/// It is serialized for the page, which shows it before the app runs.
#[derive(Debug, Default, Serialize)]
pub(crate) struct CspDecision {
    approved: Domains,
    rejected: Vec<Remark>,
    /// Approved sources in the user's own network. The user is warned before the app runs.
    warnings: Vec<Remark>,
}

/// The approved sources in each list, under the MCP Apps list names.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Domains {
    #[serde(rename = "connectDomains")]
    connect: Vec<String>,
    #[serde(rename = "resourceDomains")]
    resource: Vec<String>,
    #[serde(rename = "frameDomains")]
    frame: Vec<String>,
    #[serde(rename = "baseUriDomains")]
    base_uri: Vec<String>,
}

/// The reason for a rejection or a warning, with the value that it concerns. Names and values are clipped, since the
/// server chose them.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Remark {
    /// The name of the list with the value. Empty if the remark concerns the whole declaration.
    directive: String,
    /// The start of the value, as JSON.
    value: String,
    reason: String,
}

/// The JSON response for a decision.
#[derive(Serialize)]
struct PolicyResponse<'d> {
    policy: String,
    query: String,
    #[serde(flatten)]
    decision: &'d CspDecision,
}

impl CspDecision {
    /// Decides about each source in a declaration separately. At most [`APP_DOMAINS`] sources per list are approved.
    ///
    /// Never fails: every fault in a declaration becomes a remark. A list that is too long gets a single remark for all
    /// sources beyond the limit, so the response stays small.
    pub(crate) fn of(declared: Option<&RawJson>, explorer: &[ExplorerOrigin]) -> Self {
        let mut decision = Self::default();
        let Some(declared) = declared.filter(|declared| !declared.is_null()) else { return decision };
        let Ok(lists) = RawObject::parse(declared) else {
            decision.reject("", declared, "it is not an object");
            return decision;
        };
        let mut bytes_left = MAX_BYTES;
        for (at, (name, value)) in lists.members().enumerate() {
            let name = &*name.deserialize().unwrap_or_else(|_| name.to_string());
            if at >= MAX_LISTS {
                decision.reject(name, value, "the declaration has too many members");
                break;
            }
            let Some((purpose, _)) = decision.approved.list(name) else {
                decision.reject(name, value, "MCP Apps has no list of domains with this name");
                continue;
            };
            let Ok(sources) = value.items(MAX_PARTS) else {
                decision.reject(name, value, "it is not an array, or it has too many items");
                continue;
            };
            for (at, declared) in sources.iter().enumerate() {
                let approved = match declared.deserialize::<String>() {
                    _ if at >= APP_DOMAINS => Err("the list has more domains than the limit"),
                    Ok(text) => source::approve(&text, purpose, explorer),
                    Err(_) => Err("it is not a string"),
                };
                match approved {
                    Ok(Approved { source, .. }) if source.len() > bytes_left => {
                        decision.reject(name, declared, "the domains together are too long");
                    }
                    Ok(Approved { source, warning }) => {
                        bytes_left -= source.len();
                        let list = decision.approved.list(name).expect("found above").1;
                        if !list.contains(&source) {
                            list.push(source);
                            let remark = |reason| Remark::new(name, declared, reason);
                            decision.warnings.extend(warning.map(remark));
                        }
                    }
                    Err(reason) => decision.reject(name, declared, reason),
                }
                if at >= APP_DOMAINS {
                    break;
                }
            }
        }
        decision
    }

    /// Checks a declaration by the server's own operator, who wants all of it approved. Returns the first rejection as
    /// an error.
    pub(crate) fn check(declared: &RawJson) -> Result<(), String> {
        Self::of(Some(declared), &[]).rejected.first().map_or(Ok(()), |Remark { directive, value, reason }| {
            let list = if directive.is_empty() { "csp" } else { directive };
            Err(format!("`{list}`: {value} cannot be declared: {reason}."))
        })
    }

    /// Adds the reason for rejecting a source, a list or the whole declaration.
    fn reject(&mut self, directive: &str, value: &RawJson, reason: &str) {
        self.rejected.push(Remark::new(directive, value, reason));
    }

    /// Returns the Content-Security-Policy: the MCP Apps default policy, extended by the approved sources.
    ///
    /// On the sandbox origin, there is no `sandbox` directive, which would make the origin opaque; the nested frame
    /// confines the app there. A directive without sources is `'none'`, and never omitted.
    ///
    /// For one approved domain in `connectDomains`:
    ///
    /// ```text
    /// sandbox allow-scripts allow-forms; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';
    /// img-src data:; media-src data:; font-src 'none'; connect-src https://api.example.com; frame-src 'none';
    /// base-uri 'none'; worker-src 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'self'
    /// ```
    pub(crate) fn policy(&self, frame: &Frame) -> String {
        let Domains { connect, resource, frame: frames, base_uri } = &self.approved;
        let resources = resource.join(" ");
        let [scripts, images, fonts, workers] = if frame.relaxed {
            ["'unsafe-inline' data: blob:", "data: blob:", "data:", "blob:"]
        } else {
            ["'unsafe-inline'", "data:", "", ""]
        };
        let mut policy = String::new();
        if frame.page.is_none() {
            policy.push_str("sandbox allow-scripts allow-forms; ");
        }
        policy.push_str("default-src 'none'");
        for (directive, sources) in [
            ("script-src", [scripts, &resources]),
            ("style-src", ["'unsafe-inline'", &resources]),
            ("img-src", [images, &resources]),
            ("media-src", [images, &resources]),
            ("font-src", [fonts, &resources]),
            ("connect-src", [&connect.join(" "), ""]),
            ("frame-src", [&frames.join(" "), ""]),
            ("base-uri", [&base_uri.join(" "), ""]),
            ("worker-src", [workers, ""]),
            ("object-src", ["", ""]),
            ("form-action", ["", ""]),
        ] {
            let sources = sources.join(" ");
            let sources = sources.trim();
            let sources = if sources.is_empty() { "'none'" } else { sources };
            write!(policy, "; {directive} {sources}").expect("writing to a string cannot fail");
        }
        let ancestors = frame.page.as_ref().map_or_else(|| frame.ancestors.clone(), Origin::to_string);
        write!(policy, "; frame-ancestors {ancestors}").expect("writing to a string cannot fail");
        policy
    }

    /// Returns the `Connection-Allowlist` header: the hosts that the app may connect to. In browsers that support it,
    /// the header also stops WebRTC and connections by blocked frames, which a Content-Security-Policy does not.
    ///
    /// ```text
    /// ("https://api.example.com" "ws://live.example.com" "wss://live.example.com")
    /// ```
    pub(crate) fn connection_allowlist(&self) -> String {
        let Domains { connect, resource, frame, base_uri } = &self.approved;
        let sources = [connect, resource, frame, base_uri].into_iter().flatten();
        format!("({})", sources.map(|source| patterns(source)).collect::<Vec<_>>().join(" "))
    }

    /// Returns the response to `POST {prefix}/sandbox/policy`.
    pub(crate) fn to_json(&self, frame: &Frame) -> Vec<u8> {
        let response = PolicyResponse { policy: self.policy(frame), query: self.query(frame), decision: self };
        serde_json::to_vec(&response).expect("strings and lists of them can be serialized")
    }

    /// Returns the query for a sandbox document with exactly this policy.
    fn query(&self, frame: &Frame) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.approved != Domains::default() {
            let approved = serde_json::to_string(&self.approved).expect("lists of strings can be serialized");
            query.append_pair("csp", &approved);
        }
        if frame.relaxed {
            query.append_pair("relaxed", "");
        }
        if let Some(page) = &frame.page {
            query.append_pair("origin", &page.to_string());
        }
        let query = query.finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }
}

impl Remark {
    fn new(directive: &str, value: &RawJson, reason: &str) -> Self {
        let clipped = |text: &str| text.chars().take(QUOTED_CHARS).collect();
        Self { directive: clipped(directive), value: clipped(value.get()), reason: reason.to_owned() }
    }
}

/// Converts a Content-Security-Policy source into quoted URL patterns. An `http` source also matches `https` (CSP Level
/// 3, section 6.7.2.9).
fn patterns(source: &str) -> String {
    let (scheme, rest) = source.split_once("://").expect("an approved source has a scheme");
    let authority = rest.split('/').next().unwrap_or_default();
    match scheme {
        "http" => format!("\"http://{authority}\" \"https://{authority}\""),
        "ws" => format!("\"ws://{authority}\" \"wss://{authority}\""),
        scheme => format!("\"{scheme}://{authority}\""),
    }
}

impl Domains {
    /// Returns the list with this name and the purpose of its sources, or `None` if MCP Apps has no such list.
    fn list(&mut self, name: &str) -> Option<(Purpose, &mut Vec<String>)> {
        match name {
            "connectDomains" => Some((Purpose::Connect, &mut self.connect)),
            "resourceDomains" => Some((Purpose::Load, &mut self.resource)),
            "frameDomains" => Some((Purpose::Load, &mut self.frame)),
            "baseUriDomains" => Some((Purpose::Load, &mut self.base_uri)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn strict() -> Frame {
        Frame { page: None, relaxed: false, ancestors: "'self'".to_owned() }
    }

    #[test]
    fn an_empty_declaration_allows_no_sources() {
        let policy = CspDecision::of(None, &[]).policy(&strict());
        assert_eq!(
            policy,
            "sandbox allow-scripts allow-forms; default-src 'none'; script-src 'unsafe-inline'; \
             style-src 'unsafe-inline'; img-src data:; media-src data:; font-src 'none'; connect-src 'none'; \
             frame-src 'none'; base-uri 'none'; worker-src 'none'; object-src 'none'; form-action 'none'; \
             frame-ancestors 'self'"
        );
        assert!(!policy.replace("frame-ancestors 'self'", "").contains("'self'"));
    }

    #[test]
    fn approved_sources_are_in_the_policy_and_others_are_reported() {
        let declared = json!({
            "connectDomains": ["https://api.example.com", "*", 7, "https://api.example.com"],
            "resourceDomains": ["https://*.cdn.example.com"],
            "baseUris": ["https://a.example"],
            "frameDomains": "https://a.example",
        });
        let decision = CspDecision::of(Some(&declared.into()), &[]);
        let policy = decision.policy(&strict());
        assert!(policy.contains("; connect-src https://api.example.com; "), "{policy}");
        assert!(policy.contains("; img-src data: https://*.cdn.example.com; "), "{policy}");
        assert!(policy.contains("; frame-src 'none'; "), "{policy}");
        let rejected: Vec<_> = decision.rejected.iter().map(|one| (&*one.directive, &*one.value)).collect();
        assert_eq!(
            rejected,
            [
                ("baseUris", r#"["https://a.example"]"#),
                ("connectDomains", r#""*""#),
                ("connectDomains", "7"),
                ("frameDomains", r#""https://a.example""#),
            ]
        );
    }

    #[test]
    fn connections_are_allowed_only_to_approved_hosts() {
        let allowlist =
            |declared: serde_json::Value| CspDecision::of(Some(&declared.into()), &[]).connection_allowlist();
        assert_eq!(allowlist(json!({})), "()");
        let declared = json!({
            "connectDomains": ["https://api.example.com:8443/v1/", "ws://live.example.com", "*"],
            "resourceDomains": ["https://*.cdn.example.com"],
        });
        let expected = r#"("https://api.example.com:8443" "ws://live.example.com" "wss://live.example.com" "https://*.cdn.example.com")"#;
        assert_eq!(allowlist(declared), expected);
    }

    #[test]
    fn lists_are_bounded() {
        let many: Vec<_> = (0..100).map(|at| format!("https://a{at}.example")).collect();
        let decision = CspDecision::of(Some(&json!({ "connectDomains": many }).into()), &[]);
        assert_eq!((decision.approved.connect.len(), decision.rejected.len()), (APP_DOMAINS, 1));
        let long: Vec<_> = (0..100).map(|at| format!("https://a.example/{}{at}", "x".repeat(200))).collect();
        let decision = CspDecision::of(Some(&json!({ "connectDomains": long }).into()), &[]);
        assert!(decision.policy(&strict()).len() < MAX_BYTES + 1_000);
        let again = [r#""connectDomains":["*","*"]"#; 1_000].join(",");
        let decision = CspDecision::of(Some(&RawJson::parse(format!("{{{again}}}")).unwrap()), &[]);
        assert_eq!(decision.rejected.len(), 2 * MAX_LISTS + 1);
    }

    #[test]
    fn only_the_page_may_show_a_frame_on_the_sandbox_origin() {
        let frame = Frame { page: Origin::parse("https://tools.example.com"), relaxed: true, ancestors: String::new() };
        let decision = CspDecision::default();
        let policy = decision.policy(&frame);
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(policy.ends_with("; frame-ancestors https://tools.example.com"), "{policy}");
        assert!(policy.contains("; script-src 'unsafe-inline' data: blob:; "), "{policy}");
        assert!(policy.contains("; worker-src blob:; "), "{policy}");
        assert_eq!(decision.query(&frame), "?relaxed=&origin=https%3A%2F%2Ftools.example.com");
    }

    #[test]
    fn a_remark_quotes_only_the_beginning_of_a_name_and_a_value() {
        let decision = CspDecision::of(Some(&json!({ "é".repeat(201): "é".repeat(201) }).into()), &[]);
        let [Remark { directive, value, .. }] = &decision.rejected[..] else { panic!("{decision:?}") };
        assert_eq!(*directive, "é".repeat(200));
        assert_eq!(*value, format!("\"{}", "é".repeat(199)));
    }
}
