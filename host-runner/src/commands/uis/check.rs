use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use tower_mcp_ui::uis::{StoryVerdict, UiCatalog};

use crate::commands::Failure;
use crate::commands::harmless::harmless;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 if all stories match the schemas of their UIs, 1 if not or if the folder cannot be used."
)]
pub(crate) struct CheckArgs {
    /// Folder with UIs, as for `mcp-ui open --ui`.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl CheckArgs {
    /// Prints a line for each story, and for each part that does not fit the UI's schema.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let catalog = UiCatalog::from_dir(&self.folder).map_err(|error| Failure::new(error.to_string()))?;
        let verdicts = catalog.check_stories();
        // Fails if the reader, such as `head`, is gone.
        let _ = io::stdout().write_all(harmless(&report(&verdicts)).as_bytes());
        let wrong = verdicts.iter().filter(|verdict| !verdict.violations.is_empty()).count();
        match (verdicts.len(), wrong) {
            (0, _) => {
                eprintln!("There are no stories to check. Add `stories/NAME.json` to a UI.");
                Ok(())
            }
            (_, 0) => Ok(()),
            (all, wrong) => Err(Failure::new(format!("{wrong} of {all} stories do not match the schema of their UI."))),
        }
    }
}

/// Returns a line for each story, and for each part that does not fit the UI's schema.
fn report(verdicts: &[StoryVerdict]) -> String {
    let lines = verdicts.iter().flat_map(|StoryVerdict { ui, story, violations, .. }| {
        let mark = if violations.is_empty() { "ok   " } else { "wrong" };
        let story = std::iter::once(format!("{mark}  {ui}: {story}\n"));
        story.chain(violations.iter().map(|violation| format!("         {violation}\n")))
    });
    lines.collect()
}
