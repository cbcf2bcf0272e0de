//! A catalog that is reloaded when its files change.

use std::sync::Arc;
use std::time::Duration;

use tower_mcp_ui::uis::UiCatalog;

use crate::commands::harmless::harmless;

/// Time between two checks. Reading the files is cheap and, unlike change notifications, works in every file system.
const INTERVAL: Duration = Duration::from_secs(1);

/// Replaces the UIs when their files have changed. Reports unusable files once, and keeps the old UIs. Never ends.
pub(super) async fn follow(read: impl Fn() -> Result<UiCatalog, String> + Send + Sync + 'static, catalog: &UiCatalog) {
    let read = Arc::new(read);
    let mut known = Ok(text(catalog));
    loop {
        tokio::time::sleep(INTERVAL).await;
        let read = Arc::clone(&read);
        let Ok(now) = tokio::task::spawn_blocking(move || read().map(|read| (text(&read), read))).await else {
            continue;
        };
        let now = now.map(|(text, read)| {
            if Ok(&text) != known.as_ref() {
                catalog.replace(&read);
                eprintln!("The UIs were reloaded.");
            }
            text
        });
        if let Err(reason) = &now
            && Err(reason) != known.as_ref()
        {
            eprintln!("{}", harmless(&format!("The UIs cannot be reloaded: {reason}")));
        }
        known = now;
    }
}

/// Returns a catalog's entire content. Only UIs that derive their data in code would make this fail, and UIs from files
/// cannot do so.
fn text(catalog: &UiCatalog) -> String {
    catalog.to_bundle().map(|bundle| bundle.get().to_owned()).unwrap_or_default()
}
