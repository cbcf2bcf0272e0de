//! The socket folder belongs to the user alone, or is not used.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::Path;
use std::thread;
use std::time::Duration;

use nix::unistd::Uid;

use crate::wrap::explorer::{Fake, Open};
use crate::wrap::shim::Folders;

/// Makes a folder unsafe in one of several ways.
fn spoil(folder: &Path, way: &str) {
    match way {
        "mode" => set_permissions(folder, Permissions::from_mode(0o750)).unwrap(),
        "owner" => chown(folder, Some(65_534), None).unwrap(),
        _ => {
            let moved = folder.with_extension("moved");
            std::fs::rename(folder, &moved).unwrap();
            symlink(moved, folder).unwrap();
        }
    }
}

/// Returns the ways that this user can try.
fn ways() -> &'static [&'static str] {
    if Uid::effective().is_root() { &["mode", "link", "owner"] } else { &["mode", "link"] }
}

#[test]
fn a_shim_sends_nothing_into_an_unsafe_folder() {
    for way in ways() {
        let folders = Folders::new();
        let fake = Fake::bind(&folders);
        spoil(&folders.sockets(), way);
        let mut shim = folders.wrap(&["cat"]);
        shim.write("{\"id\":1}\n");
        shim.read(9);
        thread::sleep(Duration::from_millis(200));
        assert!(shim.finish().success());
        fake.listener.set_nonblocking(true).unwrap();
        assert!(fake.listener.accept().is_err(), "{way}");
    }
}

#[test]
fn an_explorer_does_not_listen_in_an_unsafe_folder() {
    for way in ways() {
        let folders = Folders::new();
        for folder in [folders.sockets(), folders.cached_sockets()] {
            drop(Fake::bind_in(&folder));
            spoil(&folder, way);
        }
        let open = Open::of(&mut folders.mcp_ui("open"));
        let message = open.printed("are not recorded");
        let reason = match *way {
            "mode" => "set its mode to 0700",
            "owner" => "it belongs to another user",
            _ => "remove it",
        };
        assert!(message.ends_with(&format!("{reason}.")), "{message}");
    }
}

#[test]
fn another_folder_is_used_in_place_of_an_unsafe_one() {
    let folders = Folders::new();
    drop(Fake::bind(&folders));
    spoil(&folders.sockets(), "mode");
    let open = Open::start(&folders);
    let shim = folders.wrap(&["cat"]);
    open.printed("An agent started cat");
    drop(shim);
}

#[test]
fn a_shim_that_finds_no_folder_runs() {
    let folders = Folders::new();
    std::fs::remove_dir(folders.runtime()).unwrap();
    std::fs::write(folders.runtime(), "a file").unwrap();
    let mut shim = folders.wrap(&["cat"]);
    shim.write("{\"id\":1}\n");
    shim.read(9);
    assert!(shim.finish().success());
}
