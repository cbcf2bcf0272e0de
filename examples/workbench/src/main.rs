//! A text workbench, as an MCP server over stdio: each tool comes with an app for editing its input.

mod apps;
mod patterns;
mod qr_code;
mod regex_test;
mod server;
mod text_diff;
mod tool;

use std::error::Error;

use rmcp::ServiceExt as _;
use rmcp::transport::stdio;

use self::server::Workbench;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    Workbench.serve(stdio()).await?.waiting().await?;
    Ok(())
}
