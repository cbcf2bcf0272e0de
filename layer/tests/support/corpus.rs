//! Reads the corpus and checks responses against it. See `tests/corpus/README.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A deployment of the explorer, with the corpus's tools and one profile's settings.
pub(crate) trait Deployment {
    /// Sends one request and reads the whole response.
    fn send(&self, request: Request<Bytes>) -> impl Future<Output = Response<Bytes>>;
}

pub(crate) type Profile = Vec<(String, String)>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) profile: String,
    request: CaseRequest,
    answer: Expected,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseRequest {
    #[serde(default)]
    method: Option<String>,
    path: String,
    #[serde(default)]
    headers: BTreeMap<String, Option<String>>,
    #[serde(default)]
    body: String,
    #[serde(default)]
    body_base64: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, Option<String>>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    bodies: Vec<String>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    revalidate: bool,
}

fn folder() -> PathBuf {
    // The running test can belong to the layer, in the workspace or as a published package, or to another package in
    // the workspace.
    let ancestors = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = ancestors.flat_map(|folder| ["tests/corpus", "layer/tests/corpus"].map(|path| folder.join(path)));
    folders.find(|folder| folder.is_dir()).expect("the corpus lies in the layer's folder")
}

pub(crate) fn read(file: &str) -> String {
    let path = folder().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse<T: for<'de> Deserialize<'de>>(file: &str) -> T {
    serde_json::from_str(&read(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The tools, as JSON.
pub(crate) fn tools() -> Vec<Box<RawValue>> {
    parse("tools.json")
}

/// The results, as JSON, by tool name.
pub(crate) fn results() -> BTreeMap<String, Box<RawValue>> {
    parse("results.json")
}

/// The listed resources, and each resource's contents, by URI.
#[derive(Debug, Deserialize)]
pub(crate) struct Resources {
    pub(crate) listed: Vec<Box<RawValue>>,
    pub(crate) contents: BTreeMap<String, Box<RawValue>>,
}

pub(crate) fn resources() -> Resources {
    parse("resources.json")
}

/// The members of an MCP server's self-description.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of MCP")]
pub(crate) struct Server {
    pub(crate) server_info: Box<RawValue>,
    pub(crate) capabilities: Box<RawValue>,
    pub(crate) instructions: Box<RawValue>,
}

pub(crate) fn server() -> Server {
    parse("server.json")
}

pub(crate) fn profiles() -> BTreeMap<String, Profile> {
    let profiles: BTreeMap<String, BTreeMap<String, String>> = parse("profiles.json");
    profiles.into_iter().map(|(name, settings)| (name, settings.into_iter().collect())).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let mut files: Vec<_> = fs::read_dir(folder().join("cases")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| parse::<Vec<Case>>(path.strip_prefix(folder()).unwrap().to_str().unwrap());
    files.into_iter().flat_map(read).collect()
}

/// Deploys every profile with `deploy` and runs its cases.
pub(crate) async fn run<D: Deployment>(deploy: impl AsyncFn(&Profile) -> D) {
    let (mut total, mut faults) = (0, Vec::new());
    for (name, profile) in profiles() {
        let (count, wrong) = run_profile(&name, &deploy(&profile).await).await;
        assert!(count > 0, "no case runs under the profile {name}");
        total += count;
        faults.extend(wrong);
    }
    assert_eq!(total, cases().len(), "every case has a profile that exists");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Runs every case of one profile. Returns the number of cases and the faults.
async fn run_profile(profile: &str, deployment: &impl Deployment) -> (usize, Vec<String>) {
    let (mut count, mut faults) = (0, Vec::new());
    for case in cases().iter().filter(|case| case.profile == profile) {
        count += 1;
        let response = deployment.send(case.request(&[])).await;
        faults.extend(case.faults(&response));
        if case.answer.revalidate {
            faults.extend(case.faults_of_revalidation(&response, deployment).await);
        }
    }
    (count, faults)
}

impl Case {
    pub(crate) fn request(&self, more: &[(&str, &str)]) -> Request<Bytes> {
        let method = self.request.method.as_deref().unwrap_or("GET");
        let mut request = Request::builder().method(method).uri(&self.request.path);
        if !self.request.headers.contains_key("host") {
            request = request.header(header::HOST, "localhost");
        }
        let headers = self.request.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?)));
        for (name, value) in headers.chain(more.iter().copied()) {
            request = request.header(name, value);
        }
        let body = match &self.request.body_base64 {
            Some(encoded) => base64::engine::general_purpose::STANDARD.decode(encoded).expect("base64").into(),
            None => Bytes::from(self.request.body.clone()),
        };
        request.body(body).expect("a request")
    }

    pub(crate) fn faults(&self, response: &Response<Bytes>) -> Vec<String> {
        let mut faults = Vec::new();
        let mut check = |holds: bool, what: String| {
            if !holds {
                faults.push(format!("{}: {what}", self.name));
            }
        };
        let body = String::from_utf8_lossy(response.body());
        check(response.status().as_u16() == self.answer.status, format!("status {}: {body:.300}", response.status()));
        for (name, expected) in &self.answer.headers {
            let value = response.headers().get(name).map(|value| value.to_str().unwrap_or_default());
            check(value == expected.as_deref(), format!("header {name}: {value:?}"));
        }
        if let Some(expected) = &self.answer.body {
            check(*body == **expected, format!("body: {body}"));
        }
        let bodies = &self.answer.bodies;
        check(bodies.is_empty() || bodies.iter().any(|expected| *body == **expected), format!("body: {body}"));
        for text in &self.answer.contains {
            check(body.contains(text), format!("body without {text}: {body:.300}"));
        }
        faults
    }

    async fn faults_of_revalidation(&self, response: &Response<Bytes>, deployment: &impl Deployment) -> Vec<String> {
        let Some(etag) = response.headers().get(header::ETAG).and_then(|etag| etag.to_str().ok()) else {
            return vec![format!("{}: no ETag", self.name)];
        };
        let again = deployment.send(self.request(&[("if-none-match", etag)])).await;
        let same = again.headers().get(header::ETAG) == response.headers().get(header::ETAG);
        if again.status() == StatusCode::NOT_MODIFIED && again.body().is_empty() && same {
            return Vec::new();
        }
        vec![format!("{}: revalidation: {} with {} bytes", self.name, again.status(), again.body().len())]
    }
}
