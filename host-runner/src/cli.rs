use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_ui_host::{Binary, Composition, Error, Options, ServerOptions};

/// A memory has no more addresses.
const MOST_MEBIBYTES: usize = 4_096;

/// Runs MCP user interface components, and composes them with tools in any language.
#[derive(Debug, Parser)]
#[command(name = "mcp-ui", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// How the log is written. Its level is set by `RUST_LOG`.
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
    /// Writes a composition to a file, for other hosts.
    Compose(ComposeArgs),
}

#[derive(Debug, Args)]
struct Parts {
    /// The component to serve: an explorer, a backend behind `--middleware`, or any other WASI HTTP service.
    component: PathBuf,

    /// Tools for the explorer: a component of the world `tools`.
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,

    /// A middleware in front of the component. The first one given is the outermost.
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

    /// Further components that supply imports.
    #[arg(long, value_name = "FILE")]
    plug: Vec<PathBuf>,

    /// Where the composition is written.
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

    /// Where to listen. Only this machine can reach the default.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,

    /// An environment variable of the component, `NAME=VALUE`: the explorer's settings, among others.
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<(String, String)>,

    /// Requests that are worked on at once.
    #[arg(long, default_value_t = 512, value_parser = between(1, Options::MOST_CONCURRENT_REQUESTS))]
    concurrent_requests: usize,

    /// Requests that wait beyond that; others get 503.
    #[arg(long, default_value_t = 1024)]
    queued_requests: usize,

    /// Requests that an instance answers before it is replaced.
    #[arg(long, default_value_t = 10_000, value_parser = between(1, usize::MAX))]
    requests_per_instance: usize,

    /// Requests that an instance works on at once. A trap or an endless loop ends them all.
    #[arg(long, default_value_t = 1, value_parser = between(1, usize::MAX))]
    concurrent_per_instance: usize,

    /// Mebibytes of memory that an instance may have.
    #[arg(long, default_value_t = 512, value_parser = between(1, MOST_MEBIBYTES))]
    memory: usize,

    /// Mebibytes of memory that all instances may have together; requests that need more get 503. Default: half of the
    /// memory of the machine or the container.
    #[arg(long, value_parser = between(1, usize::MAX >> 20))]
    total_memory: Option<usize>,

    /// Seconds for a request to get its turn, then for its answer to begin, and then for it to be taken.
    #[arg(long, default_value = "150", value_parser = seconds)]
    timeout: Duration,

    /// Seconds for which an idle instance is kept.
    #[arg(long, default_value = "10", value_parser = seconds)]
    idle: Duration,

    /// Connections that are open at once; who comes then waits.
    #[arg(long, default_value_t = 4096, value_parser = between(1, usize::MAX))]
    connections: usize,

    /// Seconds for a client to send the head of a request, or to answer a ping.
    #[arg(long, default_value = "30", value_parser = seconds)]
    header_timeout: Duration,

    /// Seconds for a client to send the next part of a body, or to take anything of an answer.
    #[arg(long, default_value = "150", value_parser = seconds)]
    io_timeout: Duration,

    /// Seconds for running requests to be answered when the server is asked to end.
    #[arg(long, default_value = "30", value_parser = seconds)]
    shutdown_timeout: Duration,

    /// Where compiled code is kept, instead of the user's cache directory.
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,

    /// Compile at every start.
    #[arg(long)]
    no_cache: bool,

    /// The path that says whether the server is ready. It never reaches the component.
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

fn between(least: usize, most: usize) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::new().range(least as u64..=most as u64)
}

fn variable(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it must be NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|duration| !duration.is_zero()).ok_or_else(|| "it must be a number of seconds".to_owned())
}
