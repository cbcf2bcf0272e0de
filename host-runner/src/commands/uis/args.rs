use std::path::PathBuf;

use clap::Args;
use tower_mcp_ui::McpUiConfig;
use tower_mcp_ui::uis::{AugmentLayer, UiCatalog};

use super::{health, watch};
use crate::commands::Failure;

/// The options for UIs added to tools without their own.
#[derive(Debug, Args)]
pub(crate) struct UiArgs {
    /// Folder with UIs for tools without their own: one subfolder each, with `ui.html` and optionally `ui.json` and
    /// `stories/*.json`. Agents and the page get them with the tools.
    #[arg(long = "ui", value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Reload the UIs when their files change. The page shows the new ones at once.
    #[arg(long, requires = "folder")]
    watch: bool,

    /// Let the page write files: results as stories in the folder, and tests, lock and snapshots beside the test file.
    #[arg(long, requires = "written")]
    pub(crate) write: bool,

    /// Origin of another page that may show the UIs in a frame, such as `http://localhost:6006` for a Storybook. Can be
    /// repeated. `*` means every page. The UI documents, which contain no data, then need no token.
    #[arg(long, value_name = "ORIGIN", requires = "folder", value_parser = origin)]
    ui_host: Vec<String>,

    /// Add the UI's URL to results, in the MCP-UI format, for clients that do not announce MCP Apps.
    #[arg(long, requires = "ui_host")]
    older_clients: bool,
}

/// Parses a page's origin, or `*`.
fn origin(text: &str) -> Result<String, &'static str> {
    let is_keyword = text.starts_with('\'');
    if !is_keyword && McpUiConfig::new().uis_ancestors([text]).is_ok() {
        return Ok(text.to_owned());
    }
    Err("expected an origin such as http://localhost:6006, or * for every page")
}

/// The UIs to show with a server.
#[derive(Clone)]
pub(crate) struct Shown {
    /// `None` if no folder is given.
    catalog: Option<UiCatalog>,
    /// The pages that may show the UIs, as sources in a policy.
    hosts: Vec<String>,
    older_clients: bool,
}

impl UiArgs {
    /// Reads the folder.
    pub(crate) fn catalog(&self) -> Result<Shown, Failure> {
        let hosts = self.hosts();
        let Some(folder) = &self.folder else { return Ok(Shown { catalog: None, hosts, older_clients: false }) };
        let catalog = UiCatalog::from_dir(folder).map_err(|error| Failure::new(error.to_string()))?;
        let catalog = if self.write { catalog.save_stories_in(folder) } else { catalog };
        Ok(Shown { catalog: Some(catalog), hosts, older_clients: self.older_clients })
    }

    /// Returns whether pages from other origins may show the UIs.
    pub(crate) fn are_for_others(&self) -> bool {
        !self.ui_host.is_empty()
    }

    /// Returns the sources for the UIs' policy.
    fn hosts(&self) -> Vec<String> {
        if self.ui_host.iter().any(|host| host == "*") {
            return vec!["*".to_owned()];
        }
        ["'self'".to_owned()].into_iter().chain(self.ui_host.iter().cloned()).collect()
    }

    /// Reloads the files when they change, and checks external documents. Never ends.
    pub(crate) async fn follow(&self, shown: &Shown) {
        let Some((folder, catalog)) = self.folder.as_ref().zip(shown.catalog.as_ref()) else {
            return std::future::pending().await;
        };
        let watching = async {
            if self.watch {
                let folder = folder.clone();
                watch::follow(move || UiCatalog::from_dir(&folder).map_err(|error| error.to_string()), catalog).await;
            }
        };
        tokio::join!(watching, health::follow(catalog));
    }
}

impl Shown {
    /// Creates the layer that gives a server's tools their UIs, if any. `explorer` is the explorer's URL for that
    /// server.
    pub(crate) fn layer(&self, endpoint: &str, explorer: &str) -> Result<Option<AugmentLayer>, Failure> {
        let Some(catalog) = &self.catalog else { return Ok(None) };
        let layer = AugmentLayer::new(catalog).endpoints(["/mcp", endpoint]);
        if !self.older_clients {
            return Ok(Some(layer));
        }
        layer.older_clients(explorer).map(Some).map_err(|error| Failure::new(format!("--older-clients: {error}")))
    }

    /// Sets the pages that may show the UIs.
    pub(crate) fn shown(&self, config: McpUiConfig) -> Result<McpUiConfig, Failure> {
        Ok(config.uis_ancestors(&self.hosts)?)
    }
}
