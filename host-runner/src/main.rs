//! `mcp-ui`: serves the explorer's components, and composes them with tools and backends.

mod cli;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser as _;
use mcp_ui_host::{ComponentService, serve};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use self::cli::{Cli, Command, LogFormat, ServeArgs};

/// Gives the memory of a burst of requests back to the system, where the system's own allocator keeps it.
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
    let done = match command {
        Command::Serve(args) => run(&args),
        Command::Compose(args) => args.compose().map_err(Into::into),
    };
    match done {
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
    serve(listener, service, &args.server_options(), asked_to_stop()).await?;
    Ok(())
}

/// Completes when the process is asked to end.
async fn asked_to_stop() {
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
