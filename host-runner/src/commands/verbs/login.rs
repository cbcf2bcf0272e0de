use clap::Args;
use http::StatusCode;
use mcp_ui_host::authorization::{Store, Visitor};
use mcp_ui_host::{HttpServer, discover_request, without_query};
use url::Url;

use super::output;
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::target::{self, SignInArgs};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    mcp-ui login https://example.com/mcp\n  \
    mcp-ui login https://example.com/mcp --paste   # the browser runs on another machine\n  \
    mcp-ui login --list\n\n\
    Other commands use the stored grant. `mcp-ui logout URL` forgets and revokes it.")]
pub(crate) struct LoginArgs {
    /// URL of the server's MCP endpoint.
    #[arg(value_name = "URL", required_unless_present = "list")]
    url: Option<String>,

    /// List the servers that you are signed in to.
    #[arg(long, conflicts_with = "url")]
    list: bool,

    /// Print the authorization URL, and read the redirect URL from stdin.
    #[arg(long)]
    paste: bool,

    #[command(flatten)]
    sign_in: SignInArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LogoutArgs {
    /// URL of the server's MCP endpoint.
    #[arg(value_name = "URL")]
    url: String,
}

impl LoginArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let Some(url) = &self.url else { return list() };
        let (_, url) = target::complete(url)?;
        let visitor = if self.paste { Visitor::Paste } else { Visitor::Browser };
        let server = HttpServer::new(&url)?.signed_in_by(self.sign_in.authorizer(&url, visitor, true)?);
        // Uses the saved grant first, if any.
        let response = server.for_explorer().send(discover_request()).await;
        match response {
            Ok(response) if response.status() != StatusCode::UNAUTHORIZED => {
                let is_kept = Store::of_user()?.find(&Url::parse(&url.to_string())?)?.is_some();
                let text = if is_kept { "You are signed in to" } else { "No sign-in is needed for" };
                output::print_text(&format!("{text} {url}."))
            }
            Ok(_) => Err(Failure::needs_credentials(format!("{url} refuses the sign-in."))),
            Err(error) if error.is_unauthorized() => Err(Failure::needs_credentials(error.to_string())),
            Err(error) => Err(Failure::unreachable(error.to_string())),
        }
    }
}

impl LogoutArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let (_, url) = target::complete(&self.url)?;
        let authorizer = SignInArgs::default().authorizer(&url, Visitor::Nobody, false)?;
        if !authorizer.sign_out().await? {
            return Err(Failure::not_found(format!("You are not signed in to {url}. See `mcp-ui login --list`.")));
        }
        output::print_text(&format!("The grant for {url} was forgotten."))
    }
}

/// Prints the servers with saved grants, without any secrets.
fn list() -> Result<(), Failure> {
    for kept in Store::of_user()?.all()? {
        let grant = kept.grant;
        let scope = grant.scope.map(|scope| format!(", scopes {scope}")).unwrap_or_default();
        let refresh = if grant.refresh_token.is_some() { ", refreshed when needed" } else { "" };
        let line =
            format!("{}: granted by {}{scope}{refresh}", without_query(grant.endpoint.as_str()), grant.client.issuer);
        output::print_text(&harmless_line(&line))?;
    }
    Ok(())
}
