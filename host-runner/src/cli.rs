use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_ui_host::{Binary, Composition, Error, Options, ServerOptions};

/// The size of the largest 32-bit memory.
const MAX_MEBIBYTES: usize = 4_096;

/// Runs MCP user interface components, and composes them with tools in any language.
#[derive(Debug, Parser)]
#[command(name = "mcp-ui", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Format of the log. The environment variable `RUST_LOG` sets its level.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub(crate) log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serves a component over HTTP.
    Serve(Box<ServeArgs>),
    /// Composes components and writes the result to a file, for other hosts.
    Compose(ComposeArgs),
}

#[derive(Debug, Args)]
struct Parts {
    /// Component to serve: an explorer, a backend behind `--middleware`, or any other WASI HTTP service.
    component: PathBuf,

    /// Component of the world `tools` that supplies the explorer's tools.
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,

    /// Middleware in front of the component. Can be repeated; the first one is the outermost.
    #[arg(long, value_name = "FILE")]
    middleware: Vec<PathBuf>,
}

impl Parts {
    fn compose(&self) -> Result<Binary, Error> {
        let mut served = Composition::read(&self.component)?;
        if let Some(tools) = &self.tools {
            served = served.tools(tools)?;
        }
        for middleware in self.middleware.iter().rev() {
            served = Composition::read(middleware)?.plug_binary(&served.into_binary())?;
        }
        Ok(served.into_binary())
    }
}

#[derive(Debug, Args)]
pub(crate) struct ComposeArgs {
    #[command(flatten)]
    parts: Parts,

    /// Further component that supplies imports. Can be repeated.
    #[arg(long, value_name = "FILE")]
    plug: Vec<PathBuf>,

    /// File to write the composition to.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl ComposeArgs {
    pub(crate) fn compose(&self) -> Result<(), Error> {
        let mut composition = Composition::new(self.parts.compose()?);
        for plug in &self.plug {
            composition = composition.plug(plug)?;
        }
        composition.into_binary().write(&self.output)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    parts: Parts,

    /// Address to listen on. The default is reachable from this machine only.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,

    /// Environment variable for the component, such as a setting of the explorer. Can be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<(String, String)>,

    /// Maximum number of requests that run at once.
    #[arg(long, default_value_t = 512, value_parser = between(1, Options::MOST_CONCURRENT_REQUESTS))]
    concurrent_requests: usize,

    /// Maximum number of requests that wait beyond that; further requests get 503.
    #[arg(long, default_value_t = 1024)]
    queued_requests: usize,

    /// Number of requests that an instance handles before it is replaced.
    #[arg(long, default_value_t = 10_000, value_parser = between(1, usize::MAX))]
    requests_per_instance: usize,

    /// Maximum number of requests that an instance handles at once. A trap or an endless loop fails all of them.
    #[arg(long, default_value_t = 1, value_parser = between(1, usize::MAX))]
    concurrent_per_instance: usize,

    /// Memory limit of each instance, in MiB.
    #[arg(long, default_value_t = 512, value_parser = between(1, MAX_MEBIBYTES))]
    memory: usize,

    /// Memory limit of all instances together, in MiB; requests that need more get 503. Default: half of the memory of
    /// the machine or container.
    #[arg(long, value_parser = between(1, usize::MAX >> 20))]
    total_memory: Option<usize>,

    /// Timeout in seconds, applied separately to queueing, time to first byte, and sending the response.
    #[arg(long, default_value = "150", value_parser = seconds)]
    timeout: Duration,

    /// Time in seconds that an idle instance is kept.
    #[arg(long, default_value = "10", value_parser = seconds)]
    idle: Duration,

    /// Maximum number of open connections; further clients wait.
    #[arg(long, default_value_t = 4096, value_parser = between(1, usize::MAX))]
    connections: usize,

    /// Timeout in seconds for a client to send the headers of a request, or to reply to an HTTP/2 ping.
    #[arg(long, default_value = "30", value_parser = seconds)]
    header_timeout: Duration,

    /// Timeout in seconds for a client to send more of a request body, or to read more of a response.
    #[arg(long, default_value = "150", value_parser = seconds)]
    io_timeout: Duration,

    /// Time in seconds that running requests have to finish when the server shuts down.
    #[arg(long, default_value = "30", value_parser = seconds)]
    shutdown_timeout: Duration,

    /// Directory for compiled code, instead of the user's cache directory.
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,

    /// Do not cache compiled code; compile at every start.
    #[arg(long)]
    no_cache: bool,

    /// Path of the readiness check. Requests for it never reach the component.
    #[arg(long, value_name = "PATH", default_value = "/readyz")]
    ready_path: String,
}

impl ServeArgs {
    pub(crate) fn binary(&self) -> Result<Binary, Error> {
        self.parts.compose()
    }

    pub(crate) fn options(&self) -> Options {
        let options = Options::new()
            .concurrent_requests(self.concurrent_requests)
            .queued_requests(self.queued_requests)
            .requests_per_instance(self.requests_per_instance)
            .concurrent_per_instance(self.concurrent_per_instance)
            .memory_bytes(self.memory << 20)
            .timeout(self.timeout)
            .idle(self.idle);
        let options = match self.total_memory {
            Some(mebibytes) => options.total_memory_bytes(mebibytes << 20),
            None => options,
        };
        let options = match &self.cache {
            Some(directory) => options.cache_directory(directory),
            None if self.no_cache => options.without_cache(),
            None => options,
        };
        self.env.iter().fold(options, |options, (name, value)| options.env(name, value))
    }

    pub(crate) fn server_options(&self) -> ServerOptions {
        ServerOptions::new()
            .ready_path(&*self.ready_path)
            .connections(self.connections)
            .header_timeout(self.header_timeout)
            .io_timeout(self.io_timeout)
            .shutdown_timeout(self.shutdown_timeout)
    }
}

fn between(min: usize, max: usize) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::new().range(min as u64..=max as u64)
}

fn variable(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "expected a number of seconds greater than 0".to_owned())
}
