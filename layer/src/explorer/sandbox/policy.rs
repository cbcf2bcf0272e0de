use std::fmt::Write as _;

use serde::Serialize;

use super::source::{self, Approved, Own, Purpose};
use crate::config::Origin;
use crate::model::{MOST_PARTS, RawJson, RawObject};

/// Characters of a refused value that are said again.
const SAID_CHARS: usize = 200;

/// Bytes of all sources together: they travel in a query and in a header.
const MOST_BYTES: usize = 6_000;

/// Members of a declaration that are looked at: there are four lists.
const MOST_LISTS: usize = 20;

/// Where a policy is for.
#[derive(Debug)]
pub(super) struct Frame {
    /// The page that holds the frame, where that is on an origin of its own; else the frame's origin is opaque.
    pub(super) page: Option<Origin>,
    /// Whether `blob:` and `data:` are allowed beyond what the specification has.
    pub(super) relaxed: bool,
}

/// What becomes of the domains that a resource declares (`_meta.ui.csp` of MCP Apps).
#[derive(Debug, Default, Serialize)]
pub(super) struct Verdict {
    approved: Domains,
    rejected: Vec<Remark>,
    /// Approved sources that lead to the user's own network: the user is told before the app runs.
    warnings: Vec<Remark>,
}

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

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Remark {
    /// The list that has the value; empty when it is the whole declaration.
    directive: String,
    /// The value as JSON, or its beginning.
    value: String,
    reason: String,
}

/// The answer about a verdict.
#[derive(Serialize)]
struct ExplorerResponse<'v> {
    policy: String,
    query: String,
    #[serde(flatten)]
    verdict: &'v Verdict,
}

impl Verdict {
    /// Judges a declaration: each source on its own, so that a wrong one costs no more than itself.
    pub(super) fn of(declared: Option<&RawJson>, own: &[Own], most: usize) -> Self {
        let mut verdict = Self::default();
        let Some(declared) = declared.filter(|declared| !declared.is_null()) else { return verdict };
        let Ok(lists) = RawObject::parse(declared) else {
            verdict.reject("", declared, "it is not an object");
            return verdict;
        };
        let mut bytes_left = MOST_BYTES;
        for (at, (name, value)) in lists.members().enumerate() {
            let name = &*name.deserialize().unwrap_or_else(|_| name.to_string());
            if at >= MOST_LISTS {
                verdict.reject(name, value, "the declaration has too many members");
                break;
            }
            let Some((purpose, _)) = verdict.approved.list(name) else {
                verdict.reject(name, value, "there is no such list of domains");
                continue;
            };
            let Ok(sources) = value.items(MOST_PARTS) else {
                verdict.reject(name, value, "it is not an array, or one far over the limit");
                continue;
            };
            for (at, declared) in sources.iter().enumerate() {
                let judged = match declared.deserialize::<String>() {
                    _ if at >= most => Err("the list has more domains than the limit"),
                    Ok(text) => source::judge(&text, purpose, own),
                    Err(_) => Err("it is not a string"),
                };
                match judged {
                    Ok(Approved { source, .. }) if source.len() > bytes_left => {
                        verdict.reject(name, declared, "the domains together are too long");
                    }
                    Ok(Approved { source, warning }) => {
                        bytes_left -= source.len();
                        let list = verdict.approved.list(name).expect("found above").1;
                        if !list.contains(&source) {
                            list.push(source);
                            let remark = |reason| Remark::new(name, declared, reason);
                            verdict.warnings.extend(warning.map(remark));
                        }
                    }
                    Err(reason) => verdict.reject(name, declared, reason),
                }
                if at >= most {
                    break;
                }
            }
        }
        verdict
    }

    fn reject(&mut self, directive: &str, value: &RawJson, reason: &str) {
        self.rejected.push(Remark::new(directive, value, reason));
    }

    /// The policy as a header: what MCP Apps lay down where an app declares nothing, opened by what is approved.
    pub(super) fn policy(&self, frame: &Frame) -> String {
        let Domains { connect, resource, frame: frames, base_uri } = &self.approved;
        let resources = resource.join(" ");
        let [images, fonts, workers] =
            if frame.relaxed { ["data: blob:", "data:", "blob:"] } else { ["data:", "", ""] };
        let mut policy = String::new();
        if frame.page.is_none() {
            policy.push_str("sandbox allow-scripts allow-forms; ");
        }
        policy.push_str("default-src 'none'");
        for (directive, sources) in [
            ("script-src", ["'unsafe-inline'", &resources]),
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
            write!(policy, "; {directive} {sources}").expect("a string takes everything");
        }
        let page = frame.page.as_ref().map_or("'self'".to_owned(), Origin::to_string);
        write!(policy, "; frame-ancestors {page}").expect("a string takes everything");
        policy
    }

    /// The `Connection-Allowlist` header: the hosts that the app's network stack may connect to at all. Where browsers
    /// have it, it also stops WebRTC and the connections that a blocked frame is still opened with, which no
    /// Content-Security-Policy does.
    pub(super) fn connection_allowlist(&self) -> String {
        let Domains { connect, resource, frame, base_uri } = &self.approved;
        let sources = [connect, resource, frame, base_uri].into_iter().flatten();
        format!("({})", sources.map(|source| patterns(source)).collect::<Vec<_>>().join(" "))
    }

    pub(super) fn to_json(&self, frame: &Frame) -> Vec<u8> {
        let answer = ExplorerResponse { policy: self.policy(frame), query: self.query(frame), verdict: self };
        serde_json::to_vec(&answer).expect("strings and lists of them are JSON")
    }

    /// The query that gives the frame's document exactly this policy.
    fn query(&self, frame: &Frame) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.approved != Domains::default() {
            let approved = serde_json::to_string(&self.approved).expect("lists of strings are JSON");
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
        let clipped = |text: &str| text.chars().take(SAID_CHARS).collect();
        Self { directive: clipped(directive), value: clipped(value.get()), reason: reason.to_owned() }
    }
}

/// A source of a Content-Security-Policy as quoted URL patterns. A source of HTTP covers HTTPS as well (CSP Level 3,
/// section 6.7.2.9).
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
        Frame { page: None, relaxed: false }
    }

    #[test]
    fn nothing_declared_is_nothing_allowed() {
        let policy = Verdict::of(None, &[], 50).policy(&strict());
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
    fn what_is_approved_opens_its_directives_and_what_is_not_is_named() {
        let declared = json!({
            "connectDomains": ["https://api.example.com", "*", 7, "https://api.example.com"],
            "resourceDomains": ["https://*.cdn.example.com"],
            "baseUris": ["https://a.example"],
            "frameDomains": "https://a.example",
        });
        let verdict = Verdict::of(Some(&declared.into()), &[], 50);
        let policy = verdict.policy(&strict());
        assert!(policy.contains("; connect-src https://api.example.com; "), "{policy}");
        assert!(policy.contains("; img-src data: https://*.cdn.example.com; "), "{policy}");
        assert!(policy.contains("; frame-src 'none'; "), "{policy}");
        let rejected: Vec<_> = verdict.rejected.iter().map(|one| (&*one.directive, &*one.value)).collect();
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
    fn connections_are_allowed_to_approved_hosts_alone() {
        let allowlist =
            |declared: serde_json::Value| Verdict::of(Some(&declared.into()), &[], 50).connection_allowlist();
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
        let verdict = Verdict::of(Some(&json!({ "connectDomains": many }).into()), &[], 3);
        assert_eq!((verdict.approved.connect.len(), verdict.rejected.len()), (3, 1));
        let long: Vec<_> = (0..100).map(|at| format!("https://a.example/{}{at}", "x".repeat(200))).collect();
        let verdict = Verdict::of(Some(&json!({ "connectDomains": long }).into()), &[], 100);
        assert!(verdict.policy(&strict()).len() < MOST_BYTES + 1_000);
        let again = [r#""connectDomains":["*","*"]"#; 1_000].join(",");
        let verdict = Verdict::of(Some(&RawJson::parse(format!("{{{again}}}")).unwrap()), &[], 50);
        assert_eq!(verdict.rejected.len(), 2 * MOST_LISTS + 1);
    }

    #[test]
    fn an_origin_of_its_own_is_shown_to_the_page_alone() {
        let frame = Frame { page: Origin::parse("https://tools.example.com"), relaxed: true };
        let verdict = Verdict::default();
        let policy = verdict.policy(&frame);
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(policy.ends_with("; frame-ancestors https://tools.example.com"), "{policy}");
        assert!(policy.contains("; worker-src blob:; "), "{policy}");
        assert_eq!(verdict.query(&frame), "?relaxed=&origin=https%3A%2F%2Ftools.example.com");
    }
}
