//! `mcp-ui`: serves the explorer's components, and composes them with tools and backends.

mod cli;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser as _;
use mcp_ui_host::{ComponentService, serve};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use self::cli::{Cli, Command, LogFormat, ServeArgs};

/// Unlike the default allocators, jemalloc returns memory to the system after a burst of requests.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let Cli { command, log_format } = Cli::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    let result = match command {
        Command::Serve(args) => run(&args),
        Command::Compose(args) => args.compose().map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mcp-ui: {error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(args: &ServeArgs) -> Result<(), Box<dyn Error>> {
    let service = ComponentService::new(&args.binary()?, args.options())?;
    let listen = args.listen;
    let cannot_listen = |error| format!("cannot listen on {listen}: {error}");
    let listener = TcpListener::bind(listen).await.map_err(cannot_listen)?;
    tracing::info!("serving on http://{}", listener.local_addr()?);
    serve(listener, service, &args.server_options(), shutdown_signal()).await?;
    Ok(())
}

/// Completes on Ctrl-C or SIGTERM.
async fn shutdown_signal() {
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
