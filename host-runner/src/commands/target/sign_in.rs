use clap::Args;
use mcp_ui_host::authorization::{Authorizer, Store, Visitor};
use tower_mcp_ui::authorization::{GivenClient, Secret, Settings};
use url::Url;

use crate::commands::Failure;

/// The sign-in options for a server at a URL. Options that are not given come from the environment.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SignInArgs {
    /// Id of a client registered at the URL's authorization server. Default: `MCP_UI_CLIENT_ID`. `MCP_UI_CLIENT_SECRET`
    /// has its secret, or `MCP_UI_CLIENT_KEY` its private key in PEM.
    #[arg(long, value_name = "ID", help_heading = "Sign-in")]
    client_id: Option<String>,

    /// URL of the client's metadata, which is its id. Default: `MCP_UI_CLIENT_METADATA_URL`.
    #[arg(long, value_name = "URL", help_heading = "Sign-in")]
    client_metadata_url: Option<Url>,

    /// Authorization server, if the server at the URL names several. Default: `MCP_UI_ISSUER`.
    #[arg(long, value_name = "URL", help_heading = "Sign-in")]
    issuer: Option<String>,

    /// Scopes to request, separated by spaces. Default: those that the server names.
    #[arg(long, value_name = "SCOPES", help_heading = "Sign-in")]
    scope: Option<String>,
}

impl SignInArgs {
    /// Creates the sign-in at a server. If `keeps` is true, its grant is saved in the user's file.
    pub(crate) fn authorizer(&self, url: &http::Uri, visitor: Visitor, keeps: bool) -> Result<Authorizer, Failure> {
        let endpoint = Url::parse(&url.to_string())?;
        // The second URL is replaced later with the listener's redirect URI.
        let mut settings = Settings::new(endpoint.clone(), endpoint);
        let secret = variable("MCP_UI_CLIENT_SECRET").map(Secret::new);
        let key = variable("MCP_UI_CLIENT_KEY").map(Secret::new);
        let id = self.client_id.clone().or_else(|| variable("MCP_UI_CLIENT_ID"));
        settings.client = id.map(|id| GivenClient::new(id, secret, key.is_some()));
        settings.client_metadata_url = match (&self.client_metadata_url, variable("MCP_UI_CLIENT_METADATA_URL")) {
            (Some(url), _) => Some(url.clone()),
            (None, Some(text)) => Some(
                Url::parse(&text)
                    .map_err(|error| Failure::usage(format!("MCP_UI_CLIENT_METADATA_URL is not a URL: {error}.")))?,
            ),
            (None, None) => None,
        };
        settings.issuer = self.issuer.clone().or_else(|| variable("MCP_UI_ISSUER"));
        settings.scope.clone_from(&self.scope);
        Ok(Authorizer::new(settings, visitor).key(key).store(Store::of_user()?, keeps)?)
    }
}

/// Returns an environment variable's value, if it is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
