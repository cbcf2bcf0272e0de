//! `mcp-ui test`: test files, the lock, snapshots and reports.

use std::fs;

use serde_json::{Value, json};

use crate::verbs::project::Project;
use crate::verbs::servers::Server;

#[test]
fn tests_pass_and_fail_with_reasons() {
    let project = Project::new(
        r#"tests:
- {name: echoes, call: echo, args: {text: é, count: 2}, expect: {text: {contains: '"count": 2'}}}
- {name: all of it, call: contents, expect: {exactly: {big: 12345678901234567890}}}
- {call: fail, expect: {ok: false, text: {equals: it broke}}}
- {call: refuse, expect: {error: {code: -32602, message: {contains: thanks}}}}
- {read: 'test://text', expect: {structured: {contents: [{mimeType: text/plain}]}}}
- {prompt: trip, args: {city: Oslo}, expect: {text: {matches: '^To Oslo.$'}}}
- {list: tools, expect: {where: ['length($.tools) > 5']}}
- {name: another text, call: echo, args: {text: a}, expect: {text: {contains: b}}}
- {name: misspelt, call: ehco}
"#,
    );
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for line in [
        "a.mcp-ui.yaml (server.py)",
        "  ok     echoes ",
        "  ok     call fail ",
        "  ok     call refuse ",
        "  ok     read test://text ",
        "  ok     list ",
        "  FAILED another text ",
        "         The text does not contain \"b\": {\"text\": \"a\"}",
        "         $ mcp-ui call echo '{\"text\":\"a\"}' -- python3 server.py",
        "  ERROR  misspelt ",
        "         The server lists no tool \"ehco\". Did you mean \"echo\"?",
        "7 passed, 1 failed, 1 error in ",
    ] {
        assert!(ran.stdout.contains(line), "{line}\n{}", ran.stdout);
    }
    let filtered = project.run(&["--filter", "ECHOES"]);
    assert!(filtered.code == Some(0) && filtered.stdout.contains("\n1 passed in "), "{filtered:?}");
    let none = project.run(&["--filter", "nothing like it"]);
    assert!(none.code == Some(64) && none.stderr.contains("No test's name contains \"nothing like it\"."), "{none:?}");
    let first = project.run(&["--filter", "i", "--fail-fast", "--retries", "1"]);
    assert!(first.stdout.contains("1 error") || first.stdout.contains("1 failed"), "{first:?}");
}

#[test]
fn answers_captures_and_revisions_are_those_of_the_file() {
    let project = Project::new(
        r"tests:
- {name: asks, call: form, answers: [{elicitation: {action: accept, content: {name: Ada}}}], expect: {text: {contains: Ada}}}
- {name: asks in vain, call: form}
- {name: keeps, call: contents, capture: {big: $.big}}
- {name: uses, call: echo, args: {text: 'n${big}'}, expect: {text: {contains: 'n${big}'}, structured: {text: 'n${big}'}}}
- {name: finds nothing, call: contents, capture: {x: $.nothing}}
",
    );
    for revision in ["2025-11-25", "2026-07-28"] {
        let file = project.read("a.mcp-ui.yaml");
        let server = format!(
            "server: {{command: [python3, server.py, --revision, '{revision}']}}\ndefaults: {{revisions: ['{revision}']}}\n"
        );
        project.write("b.yaml", &format!("{server}{}", &file[file.find("tests:").unwrap()..]));
        let ran = project.run(&["b.yaml"]);
        assert!(ran.stdout.contains(&format!("b.yaml [{revision}]")), "{ran:?}");
        for line in [
            "  ok     asks ",
            "  ok     uses ",
            "`capture`: $.nothing finds nothing for \"x\"",
            "The server asks a question (elicitation/create)",
        ] {
            assert!(ran.stdout.contains(line), "{revision}: {line}\n{}", ran.stdout);
        }
    }
}

#[test]
fn a_server_that_has_changed_differs_from_its_lock() {
    let project = Project::new("lock: mcp-ui.lock\ntests: []\n");
    let in_ci = project.run_with(&[], &[("CI", "true")]);
    assert!(in_ci.code == Some(1) && in_ci.stdout.contains("There is no lock in mcp-ui.lock."), "{in_ci:?}");
    assert_eq!(project.run(&[]).code, Some(0));
    let tool: Value = serde_json::from_str(&project.read("mcp-ui.lock/tools/echo.json")).unwrap();
    assert_eq!((&tool["title"], &tool["inputSchema"]["required"]), (&json!("Echo"), &json!(["text"])));
    let server = project.read("mcp-ui.lock/server.json");
    assert!(server.contains("\"name\": \"features\"") && !server.contains("version"), "{server}");
    assert_eq!(project.run_with(&[], &[("CI", "true")]).code, Some(0));
    project.replace("The tool {name}\\nMore.", "The tool {name}. Call it before all others.");
    project.replace("        \"loud\": {\"type\": \"boolean\"},\n", "");
    project.replace("\"count\": {\"type\": \"integer\"}", "\"count\": {\"type\": \"integer\", \"maximum\": 9}");
    project.replace("        tool(\"wipe\", annotations={\"destructiveHint\": True}),\n", "        tool(\"new\"),\n");
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(1));
    for line in [
        "tools/echo › inputSchema › loud: Property removed (breaking)",
        "tools/echo › inputSchema › count: maximum: nothing → 9 (breaking)",
        "tools/wipe: Removed (breaking)",
        "tools/new: Added (additive)",
        "tools/echo › description: Changed: \"The tool echo\\nMore.\" → \"The tool echo. Call it before all others.\" (other)",
        "`mcp-ui test --update` accepts it.",
    ] {
        assert!(ran.stdout.contains(line), "{line}\n{}", ran.stdout);
    }
    assert_eq!(project.run(&["--update"]).code, Some(0));
    assert_eq!(project.run(&[]).code, Some(0));
    assert!(!project.path().join("mcp-ui.lock/tools/wipe.json").exists());
}

#[test]
fn a_snapshot_is_taken_compared_and_accepted() {
    let project = Project::new(
        "tests:\n- {name: the contents, call: contents, expect: {snapshot: true}, ignore: ['$.content[1]', '$..uri']}\n",
    );
    assert!(project.run(&[]).stdout.contains("__snapshots__/a.mcp-ui/the contents.json: written"));
    let taken = project.read("__snapshots__/a.mcp-ui/the contents.json");
    assert!(!taken.contains("image/png") && !taken.contains("test://text") && taken.contains("hologram"), "{taken}");
    project.replace("\"type\": \"hologram\"", "\"type\": \"smell\"");
    let ran = project.run(&[]);
    assert!(ran.stdout.contains("snapshot.content[2].type: expected \"hologram\", got \"smell\""), "{ran:?}");
    assert_eq!((project.run(&["--update"]).code, project.run_with(&[], &[("CI", "1")]).code), (Some(0), Some(0)));
}

#[test]
fn a_result_that_is_wrong_is_no_snapshot() {
    let project = Project::new("tests:\n- {name: it fails, call: fail, expect: {snapshot: true}}\n");
    let ran = project.run(&["--update"]);
    assert!(ran.code == Some(1) && ran.stdout.contains("The tool reports an error"), "{ran:?}");
    assert!(!project.path().join("__snapshots__").exists());
}

#[test]
fn a_server_that_ends_is_started_again_for_the_next_test() {
    let project = Project::new("tests:\n- {name: ends, call: wipe}\n- {name: lives, call: echo, args: {text: a}}\n");
    project.replace(
        "    if name == \"contents\":",
        "    if name == \"wipe\":\n        import os\n        os._exit(3)\n    if name == \"contents\":",
    );
    let ran = project.run(&[]);
    assert!(ran.stdout.contains("  ok     lives ") && ran.stdout.contains("exited with code 3"), "{ran:?}");
}

#[test]
fn a_server_that_keeps_talking_does_not_keep_a_test() {
    let project =
        Project::new("tests:\n- {name: talks, call: wipe, expect: {max_ms: 100}}\n- {name: after, list: prompts}\n");
    let talk = "    if name == \"wipe\":\n        import time\n        while True:\n            exchange.notify(\"notifications/message\", {\"level\": \"info\", \"data\": \"a\"})\n            time.sleep(0.05)\n    if name == \"contents\":";
    project.replace("    if name == \"contents\":", talk);
    let ran = project.run(&[]);
    assert!(ran.stdout.contains("There was no result within 2 s."), "{ran:?}");
}

#[test]
fn an_answer_without_a_question_is_a_failure() {
    let project = Project::new("tests:\n- {call: echo, args: {text: a}, answers: {roots: {roots: []}}}\n");
    let ran = project.run(&[]);
    assert!(
        ran.code == Some(1)
            && ran.stdout.contains("The test has an answer to a question (roots/list) that the server did not ask"),
        "{ran:?}"
    );
}

#[test]
fn queries_leave_out_members_of_structured_content_in_its_text_too() {
    let project = Project::new("tests:\n- {name: s, call: echo, ignore: $..text, expect: {snapshot: true}}\n");
    let content = "return content(json.dumps(arguments))";
    let repeated =
        "value = {\"text\": str(id(object())), \"x\": 1}; return content(json.dumps(value), structuredContent=value)";
    project.replace(content, &repeated.replace("str(id(object()))", "\"one\""));
    assert_eq!(project.run(&[]).code, Some(0));
    project.replace("\"one\"", "\"two\"");
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(project.read("__snapshots__/a.mcp-ui/s.json").contains("\"x\": 1"));
}

#[test]
fn a_snapshot_holds_in_every_revision() {
    let project = Project::new("tests:\n- {name: trip, prompt: trip, args: {city: Oslo}, expect: {snapshot: true}}\n");
    assert_eq!(project.run(&[]).code, Some(0));
    // Members added by the protocol since 2026-07-28.
    let added = "\"resultType\": \"complete\", \"ttlMs\": 1, \"_meta\": {\"io.modelcontextprotocol/serverInfo\": {}}";
    project.replace("\"content\": text}]}", &format!("\"content\": text}}], {added}}}"));
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn a_command_that_repeats_a_call_is_complete() {
    let project = Project::new("tests: []\n");
    fs::create_dir(project.path().join("sub")).unwrap();
    fs::copy(project.path().join("server.py"), project.path().join("sub/run.py")).unwrap();
    let server = "server: {command: [python3, run.py], env: {A: 'b c'}}\ndefaults: {revisions: ['2025-11-25']}\n";
    project.write(
        "sub/b.mcp-ui.yaml",
        &format!("{server}tests:\n- {{call: echo, args: {{text: a}}, expect: {{ok: false}}}}\n"),
    );
    let ran = project.run(&["sub"]);
    let folder = project.path().canonicalize().unwrap().join("sub");
    let command = format!(
        "$ mcp-ui call echo '{{\"text\":\"a\"}}' --cwd '{}' -e A --protocol 2025-11-25 -- python3 run.py",
        folder.display()
    );
    assert!(ran.code == Some(1) && ran.stdout.contains(&command), "{command}\n{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_program_is_found_in_the_folder_of_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::new("tests: []\n");
    fs::create_dir(project.path().join("sub")).unwrap();
    project.write("sub/run", "#!/bin/sh\nexec python3 ../server.py\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(project.path().join("sub/run"), mode).unwrap();
    project.write("sub/b.mcp-ui.yaml", "server: {command: [./run]}\ntests:\n- {list: tools}\n");
    let ran = project.run(&["sub/b.mcp-ui.yaml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn roots_are_announced_only_if_a_test_answers_with_them() {
    let project = Project::new("lock: mcp-ui.lock\n");
    project.replace(
        "\"serverInfo\": info}",
        "\"serverInfo\": info, \"instructions\": json.dumps(params[\"capabilities\"])}",
    );
    assert_eq!(project.run(&[]).code, Some(0));
    let announced = project.read("mcp-ui.lock/server.json");
    assert!(announced.contains("sampling") && !announced.contains("roots"), "{announced}");
    let answers = "answers: [{roots: {roots: [{uri: 'file:///a'}]}}], expect: {text: {contains: 'file:///a'}}";
    let server = "server: {command: [python3, server.py]}\nlock: mcp-ui.lock\n";
    project.write("a.mcp-ui.yaml", &format!("{server}tests:\n- {{call: folders, {answers}}}\n"));
    assert_eq!(project.run(&["--update"]).code, Some(0));
    assert!(project.read("mcp-ui.lock/server.json").contains("roots"));
}

#[test]
fn what_captures_a_value_runs_before_what_uses_it() {
    let project = Project::new(
        r"tests:
- {name: keeps, call: contents, capture: {big: $.big}}
- {name: fails to keep, call: contents, capture: {x: $.nothing}}
- {name: unrelated, call: refuse}
- {name: uses, call: echo, args: {text: '${big}'}}
- {name: lacks, call: echo, args: {text: '${x}'}}
",
    );
    let ran = project.run(&["--filter", "uses"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("2 passed in") && ran.stdout.contains("  ok     keeps "), "{ran:?}");
    let ran = project.run(&["--filter", "lacks"]);
    assert!(ran.stdout.contains("1 failed, 1 error in"), "{ran:?}");
    assert!(ran.stdout.contains("`${x}` has no value: the test \"fails to keep\" did not capture it."), "{ran:?}");
}

#[test]
fn reports_show_control_characters_by_their_escapes() {
    let project = Project::new(
        "tests:\n- {name: \"a\\u202eb\", call: echo, args: {text: x}, expect: {text: {equals: \"\\x7f\\x1b\\uFFFE\"}}}\n",
    );
    let ran = project.run(&["--report", "junit=j.xml", "--report", "tap=t.tap"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let (junit, tap) = (project.read("j.xml"), project.read("t.tap"));
    for report in [&junit, &tap] {
        assert!(!report.contains(['\u{7f}', '\u{1b}', '\u{202e}', '\u{fffe}']), "{report:?}");
        assert!(report.contains("a\\u{202e}b") || report.contains("a\\\\u{202e}b"), "{report}");
    }
    assert!(junit.contains("expected &quot;\\u{7f}\\u001b\\u{fffe}&quot;"), "{junit}");
    assert!(tap.contains(r"expected \"), "{tap}");
}

#[test]
fn the_reports_have_every_test() {
    let project = Project::new(
        "tests:\n- {name: 'good ✓', call: echo, args: {text: a}}\n- {name: 'bad # <&\"', call: refuse}\n- {call: nothing}\n",
    );
    let words = ["--report", "junit=j.xml", "--report", "json=j.json", "--report", "markdown=j.md", "--report", "tap"];
    let ran = project.run(&words);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stdout.starts_with(
            "TAP version 14\n1..3\nok 1 - a.mcp-ui.yaml > good ✓\nnot ok 2 - a.mcp-ui.yaml > bad \\# <&\""
        ),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("1 passed, 1 failed, 1 error"), "{ran:?}");
    let report: Value = serde_json::from_str(&project.read("j.json")).unwrap();
    assert_eq!(report["counts"], json!({ "passed": 1, "failed": 1, "errors": 1, "flaky": 0 }));
    let states: Vec<_> = report["suites"][0]["tests"].as_array().unwrap().iter().map(|test| &test["state"]).collect();
    assert_eq!(states, ["passed", "failed", "error"]);
    let junit = project.read("j.xml");
    for part in [
        "tests=\"3\" skipped=\"0\" failures=\"1\" errors=\"1\"",
        "name=\"good ✓\"",
        "bad # &lt;&amp;&quot;",
        "line=\"3\"",
    ] {
        assert!(junit.contains(part), "{part}\n{junit}");
    }
    // A server's strings can neither control the terminal nor make the XML invalid.
    assert!(!junit.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'), "{junit}");
    assert!(project.read("j.md").contains("### bad \\# \\<\\&\"\n"));
}

#[test]
fn secrets_of_the_environment_are_in_no_report() {
    let project = Project::new("tests:\n- {call: echo, args: {text: '${TOKEN}'}, expect: {text: {contains: other}}}\n");
    let ran = project.run_with(&["--report", "json"], &[("TOKEN", "s3cret-value")]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.contains("${TOKEN}") && !format!("{ran:?}").contains("s3cret"), "{ran:?}");
    let missing = project.run(&[]);
    assert!(missing.stdout.contains("`${TOKEN}` has no value"), "{missing:?}");
}

#[test]
fn what_is_wrong_has_an_exit_code() {
    let project = Project::new("tests:\n- {call: echo, expekt: {}}\n");
    let wrong = project.run(&[]);
    let why = "a.mcp-ui.yaml:3: Unknown field `expekt`";
    assert!(
        wrong.code == Some(64) && wrong.stderr.contains(why) && wrong.stderr.contains("Did you mean `expect`?"),
        "{wrong:?}"
    );
    for (test, why) in [
        ("{call: a, expect: {where: ['$.a =']}}", "is not a JSONPath filter"),
        ("{call: a, capture: {x: 'a['}}", "is not a JSONPath query"),
    ] {
        project.write("a.mcp-ui.yaml", &format!("server: {{command: [a]}}\ntests:\n- {test}\n"));
        project.run(&[]).failed(64, why);
    }
    project.write("a.mcp-ui.yaml", "server: {command: [a]}\n");
    project.run(&[]).failed(64, "a.mcp-ui.yaml has neither `tests` nor a `lock`.");
    project.run(&["missing.yaml"]).failed(64, "missing.yaml cannot be read");
    project.run(&["--report", "pdf"]).failed(64, "expected junit, json, tap, markdown or sarif");
    project.run(&["--report", "tap", "--report", "json"]).failed(64, "Only one report can go to stdout.");
    project.run(&["--report", "junit=no/j.xml"]).failed(64, "no/j.xml cannot be written");
    project.write("a.mcp-ui.yaml", "server: {command: [no-such-program]}\ntests:\n- {call: a}\n- {name: b, call: b}\n");
    project.write("b.mcp-ui.yaml", "server: {command: [python3, server.py]}\ntests:\n- {list: tools}\n");
    let ran = project.run(&["--report", "json=r.json"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    // The other file still runs.
    assert!(ran.stdout.contains("  ok     list ") && ran.stderr.contains("a.mcp-ui.yaml: "), "{ran:?}");
    // The broken file's tests are in the reports, so that none seems to be removed.
    assert!(ran.stdout.contains("1 passed, 2 errors"), "{ran:?}");
    let report: Value = serde_json::from_str(&project.read("r.json")).unwrap();
    let broken = &report["suites"][0];
    assert_eq!((&broken["file"], &broken["tests"][0]["state"]), (&json!("a.mcp-ui.yaml"), &json!("error")));
    assert_eq!((&broken["tests"][1]["name"], &broken["tests"][1]["line"]), (&json!("b"), &json!(4)));
    fs::remove_file(project.path().join("a.mcp-ui.yaml")).unwrap();
    fs::remove_file(project.path().join("b.mcp-ui.yaml")).unwrap();
    project.run(&[]).failed(64, "There are no test files in this folder.");
}

#[test]
fn a_server_that_requires_credentials_is_exit_code_3() {
    let server = Server::http_with("2026-07-28", &["--authorization", "Bearer right"]);
    let url = server.url("/mcp");
    let project = Project::new("tests: []\n");
    let file = |token: &str| {
        format!("server: {{url: '{url}', headers: {{Authorization: 'Bearer {token}'}}}}\ntests:\n- {{list: tools}}\n")
    };
    project.write("a.mcp-ui.yaml", &file("${GIVEN}"));
    assert_eq!(project.run_with(&[], &[("GIVEN", "right")]).code, Some(0));
    project.write("a.mcp-ui.yaml", &file("wrong"));
    assert_eq!(project.run(&[]).code, Some(3));
}

#[test]
fn without_a_file_the_lock_is_taken_and_the_next_step_said() {
    let project = Project::new("");
    fs::remove_file(project.path().join("a.mcp-ui.yaml")).unwrap();
    let words = ["--", "python3", "server.py"];
    let ran = project.run(&words);
    assert!(ran.code == Some(0) && ran.stdout.contains("server: {command: [\"python3\", \"server.py\"]}"), "{ran:?}");
    let finding =
        "error   tools/evil\\u{1b}[31m\\u{7}\\u{202e}\\nname: Texts with characters that models read, but people";
    assert!(ran.stdout.contains(finding) && ran.stdout.contains("lists all findings; hints: "), "{ran:?}");
    assert!(project.path().join("mcp-ui.lock/tools/echo.json").exists());
    let (_, first) = ran.stdout.split_once("run `mcp-ui test`:\n\n").unwrap();
    project.write("first.mcp-ui.yaml", first);
    let ran = project.run(&["first.mcp-ui.yaml"]);
    assert!(ran.code == Some(0) && ran.stdout.contains("2 passed"), "{first}\n{ran:?}");
    project.replace("title=\"Echo\"", "title=\"Other\"");
    assert_eq!(project.run(&words).code, Some(1));
}

#[test]
fn secrets_are_in_no_failure_of_a_server() {
    let project = Project::new("tests: []\n");
    project.write("a.mcp-ui.yaml", "server: {command: ['${PROGRAM}']}\ntests:\n- {list: tools}\n");
    let ran = project.run_with(&[], &[("PROGRAM", "no-such-s3cret")]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(ran.stderr.contains("a.mcp-ui.yaml: ") && !ran.stderr.contains("s3cret"), "{ran:?}");
}
