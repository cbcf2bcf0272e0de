//! Opens the browser with a local file that redirects to the explorer. Other users of this machine can see command
//! lines, so a code in the URL would be visible to them. The demo also uses this module.

use std::io::{self, Write as _};

use tempfile::NamedTempFile;

/// The file opened in the browser. Dropping it removes the file.
pub(crate) struct Opened(#[expect(dead_code, reason = "it is kept for its destructor")] NamedTempFile);

/// Opens the browser if the user has a screen. Keep the result for as long as the browser may need it.
pub(crate) fn show(url: &str) -> Option<Opened> {
    if !has_display() {
        return None;
    }
    let opened = open(url);
    if let Err(error) = &opened {
        eprintln!("The browser cannot be opened ({error}). Open the URL above.");
    }
    opened.ok()
}

/// Returns whether a browser would open on the user's own screen.
fn has_display() -> bool {
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_remote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].iter().any(is_set);
    let needs_display = cfg!(all(unix, not(target_os = "macos")));
    !is_remote && (!needs_display || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set))
}

fn open(url: &str) -> io::Result<Opened> {
    let mut file = redirect(url)?;
    file.flush()?;
    open::that_detached(file.path())?;
    Ok(Opened(file))
}

/// Writes a file that redirects to the URL and that nobody else can read.
fn redirect(url: &str) -> io::Result<NamedTempFile> {
    let folder = std::env::var_os("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, Into::into);
    // On Unix, temporary files have mode 0600.
    let mut file = tempfile::Builder::new().prefix("mcp-ui-").suffix(".html").tempfile_in(folder)?;
    writeln!(
        file,
        "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>\
         <meta http-equiv=refresh content=\"0;url={url}\"><title>mcp-ui</title><a href=\"{url}\">Open the explorer</a>"
    )?;
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn the_file_with_the_code_is_for_its_owner_alone() {
        let file = redirect("http://127.0.0.1:9470/explorer#code=abc").unwrap();
        assert_eq!(file.as_file().metadata().unwrap().permissions().mode() & 0o777, 0o600);
        let html = std::fs::read_to_string(file.path()).unwrap();
        assert!(html.contains("url=http://127.0.0.1:9470/explorer#code=abc\""), "{html}");
        let path = file.path().to_owned();
        drop(file);
        assert!(!path.exists());
    }
}
