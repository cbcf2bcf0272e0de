//! `mcp-ui`: opens the explorer for any MCP server, and serves and composes the explorer's components.

mod commands;

use std::process::ExitCode;

use clap::Parser as _;
use tracing_subscriber::EnvFilter;

use self::commands::{Cli, Command, LogFormat};

#[cfg(not(any(feature = "open", feature = "serve")))]
compile_error!("the program `mcp-ui` needs the feature `open` or `serve`");

/// Unlike the default allocators, jemalloc returns memory to the system after a burst of requests.
#[cfg(all(feature = "serve", not(target_env = "msvc")))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let Cli { command, log_format } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Fails if stdout or stderr is closed.
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()));
        }
    };
    let level = match command {
        #[cfg(feature = "serve")]
        Command::Serve(_) => "info",
        #[cfg(feature = "serve")]
        Command::Compose(_) => "info",
        // The page shows the failures of tools.
        #[cfg(feature = "open")]
        _ => "error",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    let result = match command {
        #[cfg(feature = "open")]
        Command::Open(args) => args.run(),
        #[cfg(feature = "serve")]
        Command::Serve(args) => args.run(),
        #[cfg(feature = "serve")]
        Command::Compose(args) => args.compose(),
        #[cfg(all(feature = "open", unix))]
        Command::Watchdog => {
            mcp_ui_host::watchdog_main();
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("mcp-ui: {failure}");
            ExitCode::from(failure.code)
        }
    }
}
