use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::pin::pin;

use clap::Args;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tower_mcp_ui::uis::UiCatalog;
use tower_mcp_ui::{McpUiConfig, RawJson};

use super::watch;
use crate::commands::Failure;
use crate::commands::open::show;
use crate::commands::page::Page;
use crate::commands::signals::shutdown_signal;

/// The UI's name, and the name for the story from `--data`.
const UI: &str = "preview";
const STORY: &str = "Data";

#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    mcp-ui preview uis/databases\n  \
    mcp-ui preview ui.html --data databases.json\n  \
    mcp-ui preview ui.html --data databases.json --input arguments.json --watch\n\n\
    If there is a file `ui.json` beside the document, it contains the settings. The folder `stories` contains the \
    data, unless --data is given.")]
pub(crate) struct PreviewArgs {
    /// The UI's document, or its folder with `ui.html`.
    #[arg(value_name = "PATH")]
    path: PathBuf,

    /// File with the UI's data, as JSON.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,

    /// File with the call's arguments, as a JSON object.
    #[arg(long, value_name = "FILE", requires = "data")]
    input: Option<PathBuf>,

    /// Reload the files when they change. The page shows the new UI at once.
    #[arg(long)]
    watch: bool,

    /// Port for the page. Default: 9470, or the next free one.
    #[arg(long)]
    port: Option<u16>,

    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// A catalog's bundle. Numbers keep their spelling.
#[derive(Serialize)]
struct Bundle {
    uis: [Ui; 1],
}

#[derive(Serialize)]
struct Ui {
    name: &'static str,
    html: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Box<RawValue>>,
    stories: Vec<Story>,
}

#[derive(Deserialize, Serialize)]
struct Story {
    #[serde(skip_deserializing)]
    name: String,
    data: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Box<RawValue>>,
}

impl PreviewArgs {
    /// Serves the page until Ctrl-C, SIGTERM or SIGHUP.
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        let catalog = self.read().map_err(Failure::new)?;
        let config = McpUiConfig::new().title("Preview");
        let page = Page::bind(self.port, config, Some(catalog.clone()), &format!("uis={UI}")).await?;
        // Fails if the reader, such as `head`, is gone.
        let _ = writeln!(io::stdout(), "MCP UI: {}", page.tokens().printed());
        eprintln!("Press Ctrl-C to stop.");
        let opened = if self.no_open { None } else { show(&page.tokens().opened()) };
        let watching = async {
            if self.watch {
                let args = self.clone();
                watch::follow(move || args.read(), &catalog).await;
            }
            std::future::pending::<()>().await;
        };
        let mut stopped = pin!(shutdown_signal());
        tokio::select! {
            () = page.serve(stopped.as_mut()) => {}
            () = watching => {}
        }
        drop(opened);
        Ok(())
    }

    /// Reads the files.
    ///
    /// # Errors
    ///
    /// Fails if a file is missing or malformed. The error is a sentence with the reason.
    fn read(&self) -> Result<UiCatalog, String> {
        let html = if self.path.is_dir() { self.path.join("ui.html") } else { self.path.clone() };
        let settings = html.with_file_name("ui.json");
        let settings = if settings.exists() { Some(read_json(&settings)?) } else { None };
        let stories = match &self.data {
            Some(data) => {
                let arguments = self.input.as_deref().map(read_json).transpose()?;
                vec![Story { name: STORY.to_owned(), data: read_json(data)?, arguments }]
            }
            None => stories_in(&html.with_file_name("stories"))?,
        };
        let ui = Ui { name: UI, html: read(&html)?, settings, stories };
        let bundle = RawJson::from_serialize(&Bundle { uis: [ui] }).map_err(|error| error.to_string())?;
        UiCatalog::from_bundle(&bundle).map_err(|error| error.to_string())
    }
}

/// Reads the stories in a folder, sorted by name.
fn stories_in(folder: &Path) -> Result<Vec<Story>, String> {
    let missing = |why: &str| format!("{} {why}. Pass the data with --data FILE.", folder.display());
    let entries = fs::read_dir(folder).map_err(|error| missing(&format!("cannot be read: {error}")))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == "json")).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stories = paths.iter().map(|path| Ok(Story { name: name(path), ..read_json(path)? }));
    let stories = stories.collect::<Result<Vec<_>, String>>()?;
    if stories.is_empty() { Err(missing("has no stories")) } else { Ok(stories) }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_json::from_str(&read(path)?).map_err(|error| format!("{} cannot be used: {error}.", path.display()))
}
