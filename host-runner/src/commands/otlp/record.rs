//! The parts that a span needs from a record and its message.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A record. `docs/traffic.md` describes its members.
#[derive(Debug, Deserialize)]
pub(super) struct Record<'r> {
    at: f64,
    from: String,
    pub(super) kind: String,
    pub(super) transport: String,
    pub(super) exchange: Option<String>,
    pub(super) method: Option<String>,
    pub(super) name: Option<String>,
    #[serde(borrow)]
    id: Option<&'r RawValue>,
    client: Option<Client>,
    pub(super) session: Option<String>,
    pub(super) revision: Option<String>,
    #[serde(default)]
    pub(super) explorer: bool,
    /// True for an agent's session with a server other than the opened one.
    #[serde(default)]
    pub(super) other: bool,
    http: Option<Http>,
    #[serde(borrow)]
    raw: Option<&'r RawValue>,
}

#[derive(Debug, Deserialize)]
struct Client {
    name: String,
}

#[derive(Debug, Default, Deserialize)]
struct Http {
    status: Option<u16>,
    #[serde(default)]
    headers: HashMap<String, String>,
}

/// The message members that a span needs.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Message<'r> {
    #[serde(borrow)]
    params: Option<&'r RawValue>,
    #[serde(borrow)]
    pub(super) result: Option<&'r RawValue>,
    #[serde(borrow)]
    pub(super) error: Option<&'r RawValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Params<'r> {
    #[serde(borrow)]
    arguments: Option<&'r RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<&'r RawValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Meta {
    traceparent: Option<String>,
}

/// The result members that name the server. They are in `initialize` results, and in the stateless revision in all
/// results.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Introduction {
    server_info: Option<ServerInfo>,
    #[serde(rename = "_meta")]
    meta: Option<IntroductionMeta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct IntroductionMeta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server_info: Option<ServerInfo>,
}

#[derive(Debug, Deserialize)]
struct ServerInfo {
    name: String,
}

impl<'r> Record<'r> {
    pub(super) fn read(json: &'r str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// The time in nanoseconds since 1970. Records have microsecond precision.
    pub(super) fn nanoseconds(&self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a time is positive, and is rounded"
        )]
        let microseconds = (self.at * 1_000.0).round() as u64;
        microseconds.saturating_mul(1_000)
    }

    pub(super) fn is_from_client(&self) -> bool {
        self.from == "client"
    }

    pub(super) fn status(&self) -> Option<u16> {
        self.http.as_ref()?.status
    }

    pub(super) fn client(&self) -> Option<&str> {
        self.client.as_ref().map(|client| &*client.name)
    }

    /// The message id as JSON, which links a response to its request.
    pub(super) fn id(&self) -> Option<&'r str> {
        self.id.map(RawValue::get)
    }

    /// The id as text, without quotes if it is a string.
    pub(super) fn id_text(&self) -> Option<String> {
        let id = self.id()?;
        Some(serde_json::from_str(id).unwrap_or_else(|_| id.to_owned()))
    }

    pub(super) fn message(&self) -> Message<'r> {
        self.raw.and_then(read).unwrap_or_default()
    }

    /// The request's `traceparent` (W3C Trace Context), from the message or else from the header.
    pub(super) fn traceparent(&self) -> Option<String> {
        let meta: Option<Meta> = self.message().params().meta.and_then(read);
        let header = || self.http.as_ref()?.headers.get("traceparent").cloned();
        meta.and_then(|meta| meta.traceparent).or_else(header)
    }
}

impl<'r> Message<'r> {
    fn params(&self) -> Params<'r> {
        self.params.and_then(read).unwrap_or_default()
    }

    /// The name that the server gives itself.
    pub(super) fn server_name(&self) -> Option<String> {
        let Introduction { server_info, meta } = read(self.result?)?;
        let server_info = server_info.or_else(|| meta?.server_info)?;
        Some(server_info.name).filter(|name| !name.trim().is_empty())
    }

    /// A call's arguments as JSON.
    pub(super) fn arguments(&self) -> Option<&'r str> {
        self.params().arguments.map(RawValue::get)
    }
}

/// Reads part of a message, or returns `None` if it has another shape.
pub(super) fn read<'r, T: Deserialize<'r>>(json: &'r RawValue) -> Option<T> {
    serde_json::from_str(json.get()).ok()
}
