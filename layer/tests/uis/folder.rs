//! Catalogs in folders.

use std::fs;
use std::path::Path;

use tower_mcp_ui::uis::UiCatalog;

/// A temporary folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn refused(folder: &Path) -> String {
    UiCatalog::from_dir(folder).unwrap_err().to_string()
}

#[test]
fn a_folder_is_a_ui() {
    let folder = folder(&[
        ("a/ui.html", "<p>a"),
        ("a/ui.json", r#"{"title":"A","tools":["x"],"schema":{"type":"object"},"visibility":["model"]}"#),
        ("a/stories/One.json", r#"{"data":{"n":1},"arguments":{}}"#),
        ("a/stories/notes.txt", "left out"),
        ("b/ui.json", r#"{"url":"https://example.com"}"#),
        (".hidden/x", ""),
        ("README.md", "left out"),
    ]);
    let catalog = UiCatalog::from_dir(folder.path()).unwrap();
    assert_eq!(format!("{catalog:?}"), r#"["a", "b"]"#);
    assert!(catalog.to_bundle().unwrap().get().contains(r#""stories":[{"name":"One","data":{"n":1},"arguments":{}}]"#));
}

#[test]
fn what_is_wrong_is_named_with_its_path() {
    for (files, reason) in [
        (vec![("a/ui.json", "{}")], "neither `ui.html` nor a `url`"),
        (vec![("a/ui.html", "x"), ("a/ui.json", "{\"titel\":1}")], "unknown field `titel`"),
        (vec![("a/ui.html", "x"), ("a/ui.json", "{\"url\":\"https://a.b\"}")], "both `ui.html` and a `url`"),
        (vec![("a/ui.html", "x"), ("a/ui.json", "{")], "`ui.json`: "),
        (vec![("a/ui.html", "x"), ("a/stories/A.json", "{}")], "no member `data`"),
        (vec![("a/ui.html", "x"), ("a/stories/A.json", "{\"data\":1,\"x\":2}")], "unknown member"),
        (vec![("a/ui.html", "x"), ("a/stories/A.json", "[")], "It is not JSON"),
        (vec![("a b/ui.html", "x")], "The name of a UI must be"),
        (vec![("a/ui.html", "x"), ("b/ui.html", "x"), ("b/ui.json", "{\"tools\":[\"a\"]}")], "overlap"),
    ] {
        let error = refused(folder(&files).path());
        assert!(error.contains(reason), "{error}");
    }
    assert!(refused(Path::new("/no/such/folder")).contains("/no/such/folder: The folder cannot be read"));
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_refused() {
    let outside = folder(&[("secret.html", "secret"), ("ui/ui.html", "x")]);
    let inside = folder(&[("a/stories/x", "")]);
    std::os::unix::fs::symlink(outside.path().join("secret.html"), inside.path().join("a/ui.html")).unwrap();
    assert!(refused(inside.path()).contains("leads out of its folder"));
    let inside = folder(&[("x", "")]);
    std::os::unix::fs::symlink(outside.path().join("ui"), inside.path().join("b")).unwrap();
    assert!(refused(inside.path()).contains("leads out of its folder"));
}

#[test]
fn a_larger_file_is_refused() {
    for (path, text) in [("a/ui.json", "{}"), ("a/stories/A.json", r#"{"data":1}"#)] {
        let with = |bytes: usize| {
            let folder = folder(&[("a/ui.html", "x"), (path, &(text.to_owned() + &" ".repeat(bytes - text.len())))]);
            UiCatalog::from_dir(folder.path()).map_err(|error| error.to_string())
        };
        assert!(with(1 << 20).is_ok(), "{path}");
        assert!(with((1 << 20) + 1).is_err_and(|error| error.contains("The file is larger than 1 MiB.")), "{path}");
    }
}
