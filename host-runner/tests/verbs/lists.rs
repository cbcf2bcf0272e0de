//! Listing tools, resources and prompts, reading resources, and getting prompts.

use serde_json::json;

use crate::verbs::servers::Server;

#[test]
fn tools_of_all_pages_are_listed() {
    for server in Server::all() {
        let tools = server.run("tools", &[]);
        assert_eq!(tools.code, Some(0), "{tools:?}");
        let lines: Vec<&str> = tools.stdout.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "echo [read-only]  Echo  The tool echo",
                "wipe [destructive]  The tool wipe",
                "map [app]  The tool map",
                "contents  The tool contents",
            ]
        );
        let json = server.run("tools", &["--json"]).json();
        let tools = json["tools"].as_array().unwrap();
        assert_eq!((tools.len(), lines.len()), (12, 12));
        assert_eq!(tools[2]["_meta"], json!({ "ui": { "resourceUri": "ui://map" } }));
    }
}

#[test]
fn prompts_are_listed_with_their_arguments_and_gotten() {
    for server in Server::all() {
        server.run("prompts", &[]).printed("trip  A trip\n  city= (required)  \n  mood=  The mood\n");
        assert_eq!(server.run("prompts", &["--json"]).json()["prompts"][0]["name"], "trip");
        server.run("prompts", &["trip", "city=Oslo"]).printed("user: To Oslo!\n");
        let json = server.run("prompts", &["trip", "city=Oslo", "--json"]).json();
        assert_eq!(json["messages"][0]["role"], "user");
        server.run("prompts", &["trip"]).failed(1, "city is missing");
    }
}

#[test]
fn resources_are_listed_and_read() {
    for server in Server::all() {
        let listed = server.run("read", &[]);
        assert!(listed.stdout.starts_with("test://text  text\n"), "{listed:?}");
        assert!(listed.stdout.ends_with("test://{x} [template]  any\n"), "{listed:?}");
        let json = server.run("read", &["--json"]).json();
        assert_eq!(
            (json["resources"][0]["name"].clone(), json["resourceTemplates"][0]["name"].clone()),
            (json!("text"), json!("any"))
        );
        // Stdout is not a terminal, so the server's bytes are printed unchanged.
        server.run("read", &["test://text"]).printed("a\u{1b}[31mb\r\n");
        server.run("read", &["test://both"]).printed("one\n[test://both, unknown type, 3 bytes]\n");
        assert_eq!(server.run("read", &["test://bytes", "--json"]).json()["contents"][0]["mimeType"], "image/png");
        server.run("read", &["test://none"]).failed(1, "no such resource");
    }
}

#[test]
fn bytes_are_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("image.png");
    let server = Server::stdio("2025-11-25");
    server.run("read", &["test://bytes", "--output", path.to_str().unwrap()]).printed("");
    assert_eq!(std::fs::read(&path).unwrap(), b"\x00\xff\x1b");
    let nowhere = folder.path().join("no folder").join("x");
    server.run("read", &["test://bytes", "-o", nowhere.to_str().unwrap()]).failed(1, "cannot be written");
    server.run("read", &["test://both", "-o", path.to_str().unwrap()]).failed(1, "several contents");
}

#[test]
fn the_page_of_an_app_is_read() {
    for server in Server::all() {
        server.run("read", &["--app", "map"]).printed("<p>map</p>");
        server.run("read", &["--app", "echo"]).failed(2, "has no app");
        let json = server.run("read", &["--app", "echo", "--json"]);
        assert_eq!((json.code, json.json()["error"]["code"].clone()), (Some(2), json!("no_app")));
        server.run("read", &["--app", "none"]).failed(1, "has no tool");
    }
}
