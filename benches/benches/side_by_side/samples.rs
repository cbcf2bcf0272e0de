use http::Method;

use crate::tools::arguments;

/// How many tools there are, where there are few and where there are many.
pub(crate) const FEW: usize = 20;
pub(crate) const MANY: usize = 1_002;

/// A request that is sent again and again.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) tools: usize,
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    /// Lines of the request's head.
    pub(crate) headers: &'static str,
    pub(crate) body: String,
    /// How often the other explorer's throughput is wanted, over sockets.
    pub(crate) wanted_of_other: Option<f64>,
    /// How much of bare hyper's throughput is wanted, over sockets.
    pub(crate) wanted_of_bare: Option<f64>,
    /// How often the other explorer's throughput is wanted, in process; none for what is not measured there.
    pub(crate) wanted_in_process: Option<f64>,
}

pub(crate) fn all() -> Vec<Sample> {
    let get = |name, tools, path| Sample {
        name,
        tools,
        method: Method::GET,
        path,
        headers: "",
        body: String::new(),
        wanted_of_other: None,
        wanted_of_bare: None,
        wanted_in_process: None,
    };
    let post = |name, path, body| Sample { method: Method::POST, body, ..get(name, FEW, path) };
    vec![
        Sample { wanted_of_other: Some(1.0), wanted_of_bare: Some(0.9), ..get("page", FEW, "/explorer") },
        Sample {
            headers: "accept-encoding: gzip, deflate, br, zstd\r\n",
            ..get("page, to a browser", FEW, "/explorer")
        },
        Sample { wanted_in_process: Some(10.0), ..get("list of 20 tools", FEW, "/explorer/tools") },
        Sample {
            wanted_of_other: Some(5.0),
            wanted_of_bare: Some(0.9),
            wanted_in_process: Some(10.0),
            ..get("list of 1,002 tools", MANY, "/explorer/tools")
        },
        Sample { wanted_of_other: Some(1.0), ..get("detail", FEW, "/explorer/tools/warehouse_0010") },
        Sample { wanted_of_other: Some(1.0), ..post("call", "/explorer/tools/warehouse_0010/call", arguments(5)) },
        Sample {
            wanted_in_process: Some(10.0),
            ..post("validate, 1 property", "/explorer/tools/one/validate", arguments(1))
        },
        Sample {
            wanted_of_other: Some(4.0),
            wanted_in_process: Some(10.0),
            ..post("validate, 257 properties", "/explorer/tools/many/validate", arguments(257))
        },
    ]
}
