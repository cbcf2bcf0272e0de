//! Catalogs in code: refused UIs, and the bundle.

use serde_json::json;
use tower_mcp_ui::uis::{Ui, UiCatalog};
use tower_mcp_ui::{RawJson, Tool};

use super::{TOOL, catalog, html};

/// Returns the reason for refusing a UI.
fn refused(name: &str, ui: Ui) -> String {
    UiCatalog::new().ui(name, ui).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_used_is_refused_with_the_reason() {
    for (name, ui, reason) in [
        ("", html(), "The name of a UI must be"),
        ("a/b", html(), "The name of a UI must be"),
        ("..", html(), "The name of a UI must be"),
        ("runtime.js", html(), "reserved for the UI runtime"),
        ("a", Ui::html(""), "The document is empty"),
        ("a", Ui::html(" ".repeat((4 << 20) + 1)), "larger than 4 MiB"),
        ("a", html().tools(["\n"]), "The name of a tool must have"),
        ("a", html().tools(["ü".repeat(129)]), "The name of a tool must have"),
        ("a", html().schema(json!({ "type": 7 })), "`schema`: "),
        ("a", html().schema(json!("no schema")), "`schema`: "),
        (
            "a",
            html().csp(json!({ "connectDomains": "x" })),
            "`connectDomains`: \"x\" cannot be declared: it is not an array",
        ),
        ("a", html().csp(json!({ "scriptDomains": [] })), "MCP Apps has no list of domains with this name"),
        ("a", html().permissions(json!(["camera"])), "`permissions` is not"),
        ("a", html().story("a/b", json!(1)), "The story `a/b`: The name of a story"),
        ("a", html().story("A", json!(1)).story("A", json!(2)), "two stories with the name `A`"),
        ("a", Ui::external("javascript:alert(1)"), "`javascript:alert(1)` cannot be used: "),
        ("a", Ui::external("http://example.com"), "must be `https`"),
        ("a", Ui::external("https://user:secret@example.com"), "user information"),
        ("a", Ui::external("https://example.com/#a"), "a fragment"),
        ("a", Ui::external("/relative"), "`/relative` cannot be used: "),
        ("a", Ui::external("https://"), "`https://` cannot be used: "),
    ] {
        let error = refused(name, ui);
        assert!(error.contains(reason) && error.starts_with("The UI `"), "{error}");
    }
    for url in ["https://example.com/a?b=c", "http://localhost:3000", "http://127.0.0.1/x", "http://[::1]:8080/"] {
        assert!(UiCatalog::new().ui("a", Ui::external(url)).is_ok(), "{url}");
    }
}

#[test]
fn a_tool_has_one_ui() {
    assert!(UiCatalog::new().ui("one", html().tools(["ü".repeat(128)])).is_ok());
    let with = |first: &[&str], second: &[&str]| {
        let (first, second) = (first.to_vec(), second.to_vec());
        UiCatalog::new().ui("one", html().tools(first)).unwrap().ui("two", html().tools(second))
    };
    for (first, second) in [(["a"], ["a"]), (["list_*"], ["*_files"]), (["*"], ["b*"])] {
        let error = with(&first, &second).unwrap_err().to_string();
        assert!(error.contains("overlap"), "{error}");
    }
    // An exact name takes precedence over a pattern.
    let both = with(&["list_*"], &["list_files"]).unwrap();
    let uri = |tool: &str| {
        let tool = both.link(Tool::new(tool, ""));
        tool.get("_meta").map(|meta| meta.get().contains("ui://two/"))
    };
    assert_eq!((uri("list_files"), uri("list_x"), uri("x")), (Some(true), Some(false), None));
    assert!(catalog().ui(TOOL, html()).unwrap_err().to_string().contains("two UIs with this name"));
}

#[test]
fn a_bundle_is_the_same_catalog() {
    let catalog = catalog().ui("far", Ui::external("https://example.com").tools(["x*"]).prefers_border(false)).unwrap();
    let bundle = catalog.to_bundle().unwrap();
    let again = UiCatalog::from_bundle(&bundle).unwrap();
    assert_eq!(again.to_bundle().unwrap(), bundle);
    let linked = |catalog: &UiCatalog| catalog.link(Tool::new(TOOL, "")).to_json();
    assert_eq!(linked(&again), linked(&catalog), "the URI is the same");
    for broken in
        [r#"{"uis":1}"#, "7", r#"{"uis":[{"name":"a"}]}"#, r#"{"uis":[{"name":"a","html":"x","settings":{"x":1}}]}"#]
    {
        assert!(UiCatalog::from_bundle(&RawJson::parse(broken).unwrap()).is_err(), "{broken}");
    }
}

#[test]
fn a_ui_has_a_short_name_and_a_limited_number_of_stories() {
    let with = |length: usize, stories: usize| {
        let ui = (0..stories).fold(html(), |ui, number| ui.story(format!("S{number}"), json!(number)));
        UiCatalog::new().ui(&"a".repeat(length), ui).map_err(|error| error.to_string())
    };
    assert!(with(64, 200).is_ok());
    assert!(with(65, 0).is_err_and(|error| error.contains("The name of a UI must be 1 to 64 letters")));
    assert!(with(1, 201).is_err_and(|error| error.contains("It has more than 200 stories.")));
}

#[test]
fn a_larger_story_is_refused() {
    let with = |length: usize| {
        let ui = html().story("Large", json!("x".repeat(length - r#"{"data":""}"#.len())));
        UiCatalog::new().ui("a", ui).map_err(|error| error.to_string())
    };
    let catalog = with(1 << 20).unwrap();
    assert!(UiCatalog::from_bundle(&catalog.to_bundle().unwrap()).is_ok());
    assert!(with((1 << 20) + 1).is_err_and(|error| error.contains("The story `Large`: It is larger than 1 MiB.")));
}

#[test]
fn a_catalog_has_at_most_a_thousand_uis() {
    let full = (0..1_000).fold(UiCatalog::new(), |catalog, number| catalog.ui(&format!("u{number}"), html()).unwrap());
    let error = full.ui("more", html()).unwrap_err().to_string();
    assert!(error.contains("The catalog already has 1000 UIs, the maximum."), "{error}");
}
