//! The same requests and responses in every deployment.

use crate::support::corpus::run;
use crate::support::deployments::{self, Bare, Served, Tower};
use crate::support::mcp_server::Era;

#[tokio::test]
async fn bare_functions() {
    run(async |profile| Bare(deployments::in_code(profile))).await;
}

#[tokio::test]
async fn a_tower_service() {
    run(async |profile| Tower(deployments::in_code(profile))).await;
}

#[tokio::test]
async fn axum_around_an_mcp_server() {
    run(async |profile| Served::axum_around(profile, Era::Modern).await).await;
}

#[tokio::test]
async fn axum_around_an_older_mcp_server() {
    run(async |profile| Served::axum_around(profile, Era::Legacy).await).await;
}

#[tokio::test]
async fn axum_with_the_mcp_service_passed_directly() {
    run(Served::axum_direct).await;
}

#[tokio::test]
async fn hyper() {
    run(Served::hyper).await;
}

#[tokio::test]
async fn tonic_over_http1() {
    run(async |profile| Served::tonic(profile, false).await).await;
}

#[tokio::test]
async fn tonic_over_http2() {
    run(async |profile| Served::tonic(profile, true).await).await;
}
