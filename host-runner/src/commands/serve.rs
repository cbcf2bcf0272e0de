use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use mcp_ui_host::{Binary, ComponentService, Composition, Options, Origin, ServerOptions, serve};
use tokio::net::TcpListener;
use tower_mcp_ui::config::Setting;
use tower_mcp_ui::uis::UiCatalog;

use super::seconds::Seconds;
use super::signals::shutdown_signal;
use super::{Failure, variable};

/// Maximum for `--memory`, in MiB: the largest 32-bit memory. A higher number is refused.
const MAX_MEBIBYTES: usize = 4_096;

#[derive(Debug, Args)]
struct Parts {
    /// Component to serve: an explorer, a backend behind `--middleware`, or any other WASI HTTP service.
    component: PathBuf,

    /// Component in the `tools` world, which supplies the explorer's tools.
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,

    /// Middleware in front of the component. Can be repeated; the first one is the outermost.
    #[arg(long, value_name = "FILE")]
    middleware: Vec<PathBuf>,

    /// Folder with UIs for tools without their own, as for `mcp-ui open --ui`, at most 16 MiB. They become part of the
    /// outermost middleware that takes UIs, such as `middleware-with-uis.wasm`.
    #[arg(long = "ui", value_name = "DIR", requires = "middleware")]
    uis: Option<PathBuf>,
}

impl Parts {
    fn compose(&self) -> Result<Binary, Failure> {
        let mut middleware = self.middleware.iter().map(Composition::read).collect::<Result<Vec<_>, _>>()?;
        if let Some(folder) = &self.uis {
            let catalog = UiCatalog::from_dir(folder)?;
            add_uis(&mut middleware, &catalog)?;
        }
        let mut served = Composition::read(&self.component)?;
        if let Some(tools) = &self.tools {
            served = served.tools(tools)?;
        }
        for middleware in middleware.into_iter().rev() {
            served = middleware.plug_binary(&served.into_binary())?;
        }
        Ok(served.into_binary())
    }
}

/// Supplies the UIs to the outermost middleware that takes them.
fn add_uis(middleware: &mut [Composition], catalog: &UiCatalog) -> Result<(), Failure> {
    for one in middleware {
        if one.needs_uis()? {
            *one = one.clone().uis(catalog)?;
            return Ok(());
        }
    }
    Err(Failure::new("`--ui` needs a middleware that takes UIs, such as `--middleware middleware-with-uis.wasm`"))
}

#[derive(Debug, Args)]
pub(crate) struct ComposeArgs {
    #[command(flatten)]
    parts: Parts,

    /// Component that supplies further imports. Can be repeated.
    #[arg(long, value_name = "FILE")]
    plug: Vec<PathBuf>,

    /// File to write the composition to.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl ComposeArgs {
    pub(crate) fn compose(&self) -> Result<(), Failure> {
        let mut composition = Composition::new(self.parts.compose()?);
        for plug in &self.plug {
            composition = composition.plug(plug)?;
        }
        Ok(composition.into_binary().write(&self.output)?)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    parts: Parts,

    /// Address to listen on. The default is reachable from this machine only.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// Environment variable for the component, such as `MCP_UI_TITLE=Tools` for the page title. Without a value, it is
    /// taken from the environment, which keeps tokens out of the process list. Can be repeated.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, String)>,

    /// Origin that the component may send requests to, such as `https://api.example.com`. Can be repeated. All others
    /// are denied.
    #[arg(long, value_name = "ORIGIN")]
    allow_outbound: Vec<Origin>,

    /// Maximum number of concurrent requests.
    #[arg(
        long,
        default_value_t = Options::DEFAULT_CONCURRENT_REQUESTS,
        value_parser = between(1, Options::MAX_CONCURRENT_REQUESTS),
    )]
    concurrent_requests: usize,

    /// Maximum number of waiting requests; further ones get 503.
    #[arg(long, default_value_t = Options::DEFAULT_QUEUED_REQUESTS)]
    queued_requests: usize,

    /// Number of requests after which an instance is replaced.
    #[arg(long, default_value_t = Options::DEFAULT_REQUESTS_PER_INSTANCE, value_parser = between(1, usize::MAX))]
    requests_per_instance: usize,

    /// Maximum number of concurrent requests in one instance. A trap or an endless loop fails them all.
    #[arg(long, default_value_t = Options::DEFAULT_CONCURRENT_PER_INSTANCE, value_parser = between(1, usize::MAX))]
    concurrent_per_instance: usize,

    /// Memory limit for each instance, in MiB.
    #[arg(long, default_value_t = Options::DEFAULT_MEMORY_BYTES >> 20, value_parser = between(1, MAX_MEBIBYTES))]
    memory: usize,

    /// Memory limit for all instances together, in MiB; requests that need more get 503. Default: half the memory of
    /// the machine or container.
    #[arg(long, value_parser = between(1, usize::MAX >> 20))]
    total_memory: Option<usize>,

    /// Timeout in seconds, applied separately to queueing, time to first byte, and sending the response.
    #[arg(long, default_value_t = Seconds(Options::DEFAULT_TIMEOUT))]
    timeout: Seconds,

    /// Time in seconds that an idle instance is kept.
    #[arg(long, default_value_t = Seconds(Options::DEFAULT_IDLE))]
    idle: Seconds,

    /// Maximum number of open connections; further clients wait.
    #[arg(long, default_value_t = ServerOptions::DEFAULT_CONNECTIONS, value_parser = between(1, usize::MAX))]
    connections: usize,

    /// Timeout in seconds for a client to send request headers. HTTP/2 connections are pinged at this interval instead,
    /// and closed if a reply takes more than 20 seconds.
    #[arg(long, default_value_t = Seconds(ServerOptions::DEFAULT_HEADER_TIMEOUT))]
    header_timeout: Seconds,

    /// Timeout in seconds for a client to continue sending a request body or reading a response.
    #[arg(long, default_value_t = Seconds(ServerOptions::DEFAULT_IO_TIMEOUT))]
    io_timeout: Seconds,

    /// Seconds that running requests have to finish at shutdown.
    #[arg(long, default_value_t = Seconds(ServerOptions::DEFAULT_SHUTDOWN_TIMEOUT))]
    shutdown_timeout: Seconds,

    /// Directory for the compiled-code cache, instead of the user's cache directory.
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,

    /// Do not cache compiled code; compile at every start.
    #[arg(long)]
    no_cache: bool,

    /// Path for the readiness check. Requests to it never reach the component.
    #[arg(long, value_name = "PATH", default_value = ServerOptions::DEFAULT_READY_PATH)]
    ready_path: String,
}

impl ServeArgs {
    /// Serves until Ctrl-C, SIGTERM or SIGHUP.
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let service = ComponentService::new(&self.parts.compose()?, self.options())?;
        let listen = self.listen;
        let cannot_listen = |error| Failure::new(format!("cannot listen on {listen}: {error}"));
        let listener = TcpListener::bind(listen).await.map_err(cannot_listen)?;
        tracing::info!("serving on http://{}", listener.local_addr()?);
        serve(listener, service, &self.server_options(), shutdown_signal()).await?;
        Ok(())
    }

    fn options(&self) -> Options {
        let options = Options::new()
            .concurrent_requests(self.concurrent_requests)
            .queued_requests(self.queued_requests)
            .requests_per_instance(self.requests_per_instance)
            .concurrent_per_instance(self.concurrent_per_instance)
            .memory_bytes(self.memory << 20)
            .timeout(self.timeout.0)
            .idle(self.idle.0)
            .allow_outbound(self.allow_outbound.iter().cloned());
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

    fn server_options(&self) -> ServerOptions {
        let prefix = self.env.iter().rfind(|(name, _)| name == Setting::PREFIX.variable());
        ServerOptions::new()
            .ready_path(&*self.ready_path)
            .probe_path(prefix.map_or("/explorer", |(_, prefix)| prefix))
            .connections(self.connections)
            .header_timeout(self.header_timeout.0)
            .io_timeout(self.io_timeout.0)
            .shutdown_timeout(self.shutdown_timeout.0)
    }
}

fn between(min: usize, max: usize) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::new().range(min as u64..=max as u64)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::Parser as _;

    use super::*;
    use crate::commands::{Cli, Command};

    fn serve(options: &[&str]) -> Result<ServeArgs, clap::Error> {
        let arguments = ["mcp-ui", "serve", "it.wasm"].iter().chain(options);
        Cli::try_parse_from(arguments).map(|cli| {
            let Command::Serve(args) = cli.command else { unreachable!("the arguments are those of `serve`") };
            *args
        })
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let args = serve(&[]).unwrap();
        assert_eq!(format!("{:?}", args.options()), format!("{:?}", Options::new()));
        let options = ServerOptions::new().probe_path("/explorer");
        assert_eq!(format!("{:?}", args.server_options()), format!("{options:?}"));
    }

    #[test]
    fn a_variable_without_a_value_is_taken_from_the_environment() {
        let variables = serve(&["--env", "PATH", "--env", "A=b=c"]).unwrap().env;
        assert_eq!(variables[0], ("PATH".to_owned(), std::env::var("PATH").unwrap()));
        assert_eq!(variables[1], ("A".to_owned(), "b=c".to_owned()));
        let refused = serve(&["--env", "NOT_SET_ANYWHERE"]).unwrap_err().to_string();
        assert!(refused.contains("NOT_SET_ANYWHERE is not set"), "{refused}");
    }

    #[test]
    fn a_duration_is_a_positive_number_of_seconds() {
        assert_eq!(serve(&["--timeout", "1.5"]).unwrap().timeout.0, Duration::from_millis(1_500));
        for invalid in ["0", "-1", "NaN", "inf", "1s", ""] {
            let message = serve(&[&format!("--timeout={invalid}")]).unwrap_err().to_string();
            assert!(message.contains("expected a number of seconds greater than 0"), "{invalid}: {message}");
        }
    }

    #[test]
    fn help_shows_defaults_in_the_units_of_the_options() {
        let mut command = <Cli as clap::CommandFactory>::command();
        let help = command.find_subcommand_mut("serve").unwrap().render_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for (option, default) in [("--memory", "512"), ("--timeout", "150"), ("--ready-path", "/readyz")] {
            let (_, after) = help.split_once(&format!(" {option} <")).unwrap();
            let (_, shown) = after.split_once("[default: ").unwrap();
            assert!(shown.starts_with(&format!("{default}]")), "{option}: {help}");
        }
    }

    #[test]
    fn an_instance_has_at_most_the_largest_32_bit_memory() {
        assert_eq!(serve(&["--memory", "4096"]).unwrap().memory, 4_096);
        let refused = serve(&["--memory", "4097"]).unwrap_err().to_string();
        assert!(refused.contains("4097 is not in 1..=4096"), "{refused}");
    }
}
