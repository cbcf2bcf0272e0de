use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui traffic [OPTIONS] FILE...\n       mcp-ui traffic [OPTIONS] --otlp-listen ADDRESS [FILE]...",
    after_help = "Examples:\n  \
        mcp-ui traffic monday.jsonl\n  \
        mcp-ui traffic browser.har\n  \
        mcp-ui traffic --otlp-listen 127.0.0.1:4318\n\n\
        Files of up to 64 MiB: an explorer's records (one per line), HAR 1.2, or OpenTelemetry spans as JSON. Only \
        spans with the attribute mcp.method.name are shown."
)]
pub(crate) struct TrafficArgs {
    /// File with records, HAR or spans. Can be repeated.
    #[arg(value_name = "FILE", required_unless_present = "otlp_listen")]
    pub(super) files: Vec<PathBuf>,

    /// Receive spans over OTLP/HTTP at this address, such as `127.0.0.1:4318`, from a collector's second exporter.
    #[arg(long, value_name = "ADDRESS")]
    pub(super) otlp_listen: Option<SocketAddr>,

    /// Port for the page. Default: 9470, or the next free one.
    #[arg(long)]
    pub(super) port: Option<u16>,

    /// Do not open the browser.
    #[arg(long)]
    pub(super) no_open: bool,
}
