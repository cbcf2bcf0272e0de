//! Tests of the layer's public API, in one program, since every additional program must be linked with all
//! dependencies.

mod bodies;
mod budget;
mod composition;
mod conversation;
mod corpus;
mod definitions;
mod faults;
mod handlers;
mod mcp;
mod prompts;
mod rmcp_server;
mod schema_suite;
mod schemas;
mod service;
mod support;
mod traffic;
mod typed;
mod uis;
