//! What the tests share: the corpus, its tools in every form, and the deployments that it is run against.

#![expect(dead_code, reason = "every test binary uses a part of it")]

pub(crate) mod corpus;
pub(crate) mod deployments;
pub(crate) mod fixture;
pub(crate) mod mcp_server;
