use std::borrow::Cow;

use http::Method;

use crate::tools::arguments;

/// The tool counts for a small and a large sample.
pub(crate) const FEW: usize = 20;
pub(crate) const MANY: usize = 1_002;

/// A request that is sent repeatedly.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) tools: usize,
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    /// Additional header lines.
    pub(crate) headers: Cow<'static, str>,
    pub(crate) body: String,
    /// The throughput to reach over sockets, as a multiple of the throughput of the other explorer, `mcp-embedded-ui`.
    pub(crate) target_of_other: Option<f64>,
    /// The throughput to reach over sockets, as a multiple of bare hyper's.
    pub(crate) target_of_bare: Option<f64>,
    /// The throughput to reach in process, as a multiple of the other explorer's. `None` if it is not measured.
    pub(crate) target_in_process: Option<f64>,
}

impl Sample {
    fn get(name: &'static str, tools: usize, path: &'static str) -> Self {
        Self {
            name,
            tools,
            method: Method::GET,
            path,
            headers: Cow::Borrowed(""),
            body: String::new(),
            target_of_other: None,
            target_of_bare: None,
            target_in_process: None,
        }
    }

    pub(crate) fn post(name: &'static str, path: &'static str, body: String) -> Self {
        Self { method: Method::POST, body, ..Self::get(name, FEW, path) }
    }
}

pub(crate) fn all() -> Vec<Sample> {
    let (get, post) = (Sample::get, Sample::post);
    vec![
        Sample { target_of_other: Some(1.0), target_of_bare: Some(0.9), ..get("page", FEW, "/explorer") },
        Sample {
            headers: "accept-encoding: gzip, deflate, br, zstd\r\n".into(),
            ..get("page, to a browser", FEW, "/explorer")
        },
        Sample { target_in_process: Some(10.0), ..get("list of 20 tools", FEW, "/explorer/tools") },
        Sample {
            target_of_other: Some(5.0),
            target_of_bare: Some(0.9),
            target_in_process: Some(10.0),
            ..get("list of 1,002 tools", MANY, "/explorer/tools")
        },
        Sample { target_of_other: Some(1.0), ..get("detail", FEW, "/explorer/tools/warehouse_0010") },
        Sample { target_of_other: Some(1.0), ..post("call", "/explorer/tools/warehouse_0010/call", arguments(5)) },
        Sample {
            target_in_process: Some(10.0),
            ..post("validate, 1 property", "/explorer/tools/one/validate", arguments(1))
        },
        Sample {
            target_of_other: Some(4.0),
            target_in_process: Some(10.0),
            ..post("validate, 257 properties", "/explorer/tools/many/validate", arguments(257))
        },
    ]
}
