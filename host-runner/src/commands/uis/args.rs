use std::path::PathBuf;

use clap::Args;
use tower_mcp_ui::{AugmentLayer, McpUiConfig, UiCatalog};

use super::{health, watch};
use crate::commands::Failure;

/// The options for the UIs of tools that have none.
#[derive(Debug, Args)]
pub(crate) struct UiArgs {
    /// Folder with UIs for tools that have none: a folder for each, with `ui.html` and optionally `ui.json` and
    /// `stories/*.json`. Agents and the page get them with the tools.
    #[arg(long = "ui", value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Read the UIs again when their files change. The page shows the new ones at once.
    #[arg(long, requires = "folder")]
    watch: bool,

    /// Let the page save results as stories in the folder.
    #[arg(long, requires = "folder")]
    write: bool,
}

/// The UIs that a server is shown with.
#[derive(Clone)]
pub(crate) struct Shown {
    /// `None` if there is no folder.
    catalog: Option<UiCatalog>,
}

impl UiArgs {
    /// Reads the folder.
    pub(crate) fn catalog(&self) -> Result<Shown, Failure> {
        let Some(folder) = &self.folder else { return Ok(Shown { catalog: None }) };
        let catalog = UiCatalog::from_dir(folder).map_err(|error| Failure::new(error.to_string()))?;
        Ok(Shown { catalog: Some(if self.write { catalog.save_stories_in(folder) } else { catalog }) })
    }

    /// Reads the files again when they change, and checks what is elsewhere. Never ends.
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
    /// The layer that gives the tools of a server their UIs. It passes everything if there are none.
    pub(crate) fn layer(&self, endpoint: &str) -> AugmentLayer {
        AugmentLayer::new(&self.catalog.clone().unwrap_or_default()).endpoints(["/mcp", endpoint])
    }

    /// Shows the UIs in the explorer.
    pub(crate) fn shown(&self, config: McpUiConfig) -> McpUiConfig {
        match &self.catalog {
            Some(catalog) => config.uis(catalog),
            None => config,
        }
    }
}
