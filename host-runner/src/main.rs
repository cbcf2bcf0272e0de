//! `mcp-ui`: opens the explorer for any MCP server, and serves and composes the explorer's components.

mod commands;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Parser as _;
use tracing_subscriber::EnvFilter;

use self::commands::{Cli, Command, LogFormat};

#[cfg(not(any(feature = "open", feature = "serve")))]
compile_error!("the program `mcp-ui` needs the feature `open` or `serve`");

/// The allocator. Like jemalloc, mimalloc returns memory to the system after a burst of requests, but it compiles in
/// seconds.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let Cli { command, log_format } = match Cli::try_parse_from(commands::words()) {
        Ok(cli) => cli,
        Err(error) => {
            return commands::report_usage(&error);
        }
    };
    let level = match command {
        #[cfg(feature = "serve")]
        Command::Serve(_) => "info",
        #[cfg(feature = "serve")]
        Command::Compose(_) => "info",
        // The page and the commands show tool and certificate failures themselves.
        #[cfg(feature = "open")]
        _ => "error,rustls_platform_verifier=off",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let has_colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(has_colours);
    match log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    let result = match command {
        #[cfg(feature = "open")]
        Command::Servers(command) => command.run(),
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
    #[cfg(feature = "open")]
    mcp_ui_host::authorization::settle();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(failure.exit_code())
        }
    }
}
