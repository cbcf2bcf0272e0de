//! `mcp-ui traffic`: a page with the traffic that a collector or files bring.

mod args;
mod body;
mod front;
mod import;
mod receiver;

use std::io::{self, Write as _};
use std::net::Ipv4Addr;
use std::pin::pin;

use tower_mcp_ui::{Traffic, TrafficSettings};

pub(crate) use self::args::TrafficArgs;
use self::front::Front;
use self::import::Import;
use self::receiver::Receiver;
use super::Failure;
use super::harmless::harmless;
use super::open::{Guard, Token, listen, show};
use super::signals::shutdown_signal;

/// The size up to which a message is kept, as in `mcp-ui open`.
const MESSAGE_BYTES: usize = 4 << 20;

impl TrafficArgs {
    /// Reads the files, and serves the page until Ctrl-C, SIGTERM or the end of the terminal.
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let traffic = Traffic::new(TrafficSettings::new().message_bytes(MESSAGE_BYTES));
        for (number, file) in self.files.iter().enumerate() {
            let import = Import::file(file, number, &traffic)?;
            eprintln!("{}", harmless(&format!("{}: {import}", file.display())));
        }
        let listener = listen::bind(Ipv4Addr::LOCALHOST.into(), self.port).await?;
        let origin = format!("http://{}", listener.local_addr()?);
        let receiver = match self.otlp_listen {
            Some(address) => Some(Receiver::bind(address, &traffic).await?),
            None => None,
        };
        let token = Token::new();
        let front = Front::new(&traffic, Guard::new(&[], Some(token.clone())))?;
        // The panel of the traffic is open.
        let url = format!("{origin}{}?traffic=#token={}", front::EXPLORER, token.as_str());
        let spans = receiver.as_ref().map(|receiver| format!("Spans are received at {}\n", receiver.url()));
        let text = format!("The explorer is at {url}\n{}", spans.unwrap_or_default());
        // Fails if the reader, such as `head`, has gone.
        let _ = io::stdout().write_all(text.as_bytes());
        eprintln!("Press Ctrl-C to stop.");
        let opened = if self.no_open { None } else { show(&url) };
        let mut stopped = pin!(shutdown_signal());
        let receiving = async {
            match receiver {
                Some(receiver) => receiver.serve().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = listen::serve(listener, move |request| front.clone().respond(request), stopped.as_mut()) => {}
            () = receiving => {}
        }
        drop(opened);
        Ok(())
    }
}
