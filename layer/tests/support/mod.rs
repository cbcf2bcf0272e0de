//! Code shared by the tests: the corpus, its tools in every form, and the deployments that it runs against.

#![expect(clippy::needless_pass_by_value, reason = "JSON is written in place, where it is used")]

pub(crate) mod bodies;
pub(crate) mod corpus;
pub(crate) mod deployments;
pub(crate) mod faults;
pub(crate) mod fixture;
pub(crate) mod mcp_server;
pub(crate) mod runtime;
pub(crate) mod script;
pub(crate) mod sdk;
