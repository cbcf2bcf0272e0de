//! Calling tools, with arguments as words.

use serde_json::json;

use crate::verbs::servers::{Server, run_with_input};

#[test]
fn words_become_arguments_by_the_schema() {
    for server in Server::all() {
        let ran = server.run("call", &["echo", "text=1", "count=2", "loud=true", "list=[1.50]", "color=blue", "x:={}"]);
        ran.printed(
            "{\"text\": \"1\", \"count\": 2, \"loud\": true, \"list\": [1.5], \"color\": \"blue\", \"x\": {}}\n",
        );
        assert!(ran.stderr.contains("The tool declares no argument \"x\"."), "{ran:?}");
        // Progress and log messages are not part of the result.
        assert!(ran.stderr.contains("progress 1/2 half") && ran.stderr.contains("[info] log: a line"), "{ran:?}");
    }
}

#[test]
fn arguments_come_from_a_file_or_from_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arguments.json");
    std::fs::write(&path, r#"{"text": "file"}"#).unwrap();
    let server = Server::http("2026-07-28");
    server.run("call", &["echo", &format!("@{}", path.display())]).printed("{\"text\": \"file\"}\n");
    server.run("call", &["echo", r#"{"text": "word"}"#]).printed("{\"text\": \"word\"}\n");
    let url = server.url("/mcp");
    run_with_input(&["call", &url, "echo", "@-", "count=3"], r#"{"text": "stdin"}"#)
        .printed("{\"text\": \"stdin\", \"count\": 3}\n");
    server.run("call", &["echo", "@/nowhere.json"]).failed(1, "/nowhere.json cannot be read");
    run_with_input(&["call", &url, "echo", "@-"], "{").failed(1, "Expected a JSON object");
}

#[test]
fn wrong_arguments_name_what_the_schema_wants() {
    let server = Server::stdio("2025-11-25");
    for (words, expected) in [
        (&["text=a", "count=x"][..], "\"count\": expected integer, got \"x\""),
        (&["text=a", "count=1.5"], "expected integer"),
        (&["text=a", "loud=yes"], "expected boolean"),
        (&["text=a", "list=1,2"], "expected array, as JSON"),
        (&["text=a", "count:=x"], "invalid JSON"),
        (&["text=a", "text=b"], "given twice"),
        (&["text"], "\"text\" is not an argument"),
        (&["count=1"], "\"text\" is required"),
        (&["text:=1"], "text: "),
        (&["text=a", "color=green"], "color: "),
    ] {
        let ran = server.run("call", &[&["echo"], words].concat());
        ran.failed(1, expected);
        // Each error says what to do, or shows the tool's arguments.
        let helps =
            ["text (string, required): The text", "Arguments are key=value", "Write several values as a JSON array"];
        assert!(helps.iter().any(|help| ran.stderr.contains(help)), "{ran:?}");
    }
    let json = server.run("call", &["echo", "--json"]);
    assert_eq!((json.code, json.json()["error"]["code"].clone()), (Some(1), json!("invalid_arguments")));
    server.run("call", &["echo", "--no-validate"]).printed("{}\n");
}

#[test]
fn all_kinds_of_content_are_shown() {
    for server in Server::all() {
        let ran = server.run("call", &["contents"]);
        ran.printed(
            "plain \\u{1b}]0;title\\u{7}\n[image, image/png, 3 bytes]\n[link to link: test://text]\n[content of type \
             hologram]\n",
        );
        let json = server.run("call", &["contents", "--json"]);
        assert!(
            json.stdout.contains(r#""structuredContent":{"big":12345678901234567890}"#)
                || json.stdout.contains(r#""big": 12345678901234567890"#),
            "{json:?}"
        );
    }
}

#[test]
fn an_error_of_the_tool_is_exit_code_5() {
    for server in Server::all() {
        let ran = server.run("call", &["fail"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(5), "it broke\n"));
        assert!(ran.stderr.contains("The tool reports an error."), "{ran:?}");
        // The result already reports the error, so there is no second object.
        let ran = server.run("call", &["fail", "--json"]);
        assert_eq!((ran.code, ran.json()["isError"].clone()), (Some(5), json!(true)));
    }
}

#[test]
fn a_large_result_arrives_or_is_refused_with_the_limit() {
    let ran = Server::http("2026-07-28").run("call", &["large"]);
    assert_eq!((ran.code, ran.stdout.len()), (Some(0), (20 << 20) + 1), "{}", ran.stderr);
    Server::stdio("2025-11-25").run("call", &["large"]).failed(1, "a line of more than 16 MiB");
}

#[test]
fn the_session_is_ended() {
    let server = Server::http("2025-06-18");
    for (verb, words) in [("call", &["echo", "text=a"][..]), ("call", &["none"]), ("tools", &[])] {
        server.run(verb, words);
    }
    assert_eq!(server.sessions(), "3 begun, 3 ended");
}
