//! The components run the corpus, with the same requests and responses as native deployments.

use std::path::PathBuf;

use bytes::Bytes;
use http::{Request, Response};

use crate::corpus::{self, Deployment, Profile};
use mcp_ui_host_e2e::{Server, explorer_with, middleware_before};

/// The options that give every request a fresh instance.
const FRESH: &[&str] = &["--requests-per-instance", "1"];

impl Deployment for Server {
    async fn send(&self, request: Request<Bytes>) -> Response<Bytes> {
        Self::send(self, request).await
    }
}

async fn run(serve: &[PathBuf], options: &[&str]) {
    corpus::run(async |profile: &Profile| {
        let env: Vec<_> = profile.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Server::start(serve, &env, options)
    })
    .await;
}

#[tokio::test]
async fn the_explorer_over_tools() {
    run(&explorer_with("fixture-corpus-tools"), &[]).await;
}

#[tokio::test]
async fn the_explorer_with_an_instance_for_every_request() {
    run(&explorer_with("fixture-corpus-tools"), FRESH).await;
}

#[tokio::test]
async fn the_middleware_before_an_mcp_server() {
    run(&middleware_before("fixture-backend"), &[]).await;
}

#[tokio::test]
async fn the_middleware_with_an_instance_for_every_request() {
    run(&middleware_before("fixture-backend"), FRESH).await;
}
