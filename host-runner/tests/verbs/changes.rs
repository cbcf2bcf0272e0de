//! `mcp-ui diff`, and the findings on a server's definitions.

use std::process::Command;

use serde_json::{Value, json};

use crate::verbs::project::Project;

/// A project whose server has changed since its lock was taken and committed as `HEAD`.
fn changed() -> Project {
    let project = Project::new("lock: mcp-ui.lock\ntests: []\n");
    assert_eq!(project.run(&[]).code, Some(0));
    for words in
        [&["init", "-q"][..], &["add", "."], &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]]
    {
        assert!(Command::new("git").args(words).current_dir(project.path()).status().unwrap().success());
    }
    project.replace("\"count\": {\"type\": \"integer\"}", "\"count\": {\"type\": \"string\"}");
    project.replace("        tool(\"wipe\", annotations={\"destructiveHint\": True}),\n", "        tool(\"new\"),\n");
    project
}

#[test]
fn two_sides_are_compared_whatever_they_are() {
    let project = changed();
    let expected = [
        "breaking  tools/echo › inputSchema › count: Type: \"integer\" → \"string\"",
        "breaking  tools/wipe: Removed",
        "additive  tools/new: Added",
        "3 changes: 2 breaking, 1 additive, 0 other.",
    ];
    for before in ["mcp-ui.lock", "git:HEAD:mcp-ui.lock"] {
        let ran = project.command("diff", &[before, "cmd:python3 server.py"], &[]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert_eq!(ran.stdout.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(), expected);
    }
    let none = project.command("diff", &["git:HEAD:mcp-ui.lock", "mcp-ui.lock"], &[]);
    assert!(none.code == Some(0) && none.stdout == "No changes.\n", "{none:?}");
}

#[test]
fn the_exit_code_depends_on_the_impact() {
    let project = changed();
    let code = |sides: [&str; 2], fail_on: &str| {
        project.command("diff", &[sides[0], sides[1], "--fail-on", fail_on], &[]).code
    };
    let sides = ["mcp-ui.lock", "cmd:python3 server.py"];
    for (fail_on, expected) in [("breaking", 1), ("additive", 1), ("any", 1), ("nothing", 0)] {
        assert_eq!(code(sides, fail_on), Some(expected), "{fail_on}");
    }
    project.replace("\"count\": {\"type\": \"string\"}", "\"count\": {\"type\": \"integer\"}");
    project.replace("        tool(\"new\"),\n", "        tool(\"wipe\", annotations={\"destructiveHint\": True}),\n");
    project.replace("title=\"Echo\"", "title=\"Other\"");
    for (fail_on, expected) in [("breaking", 0), ("additive", 0), ("any", 1)] {
        assert_eq!(code(sides, fail_on), Some(expected), "{fail_on}");
    }
}

#[test]
fn changes_are_json_and_markdown_that_no_server_can_break_out_of() {
    let project = changed();
    project.replace("title=\"Echo\"", "title=\"| <b> @all https://a.example \\n# x\"");
    let sides = ["mcp-ui.lock", "cmd:python3 server.py"];
    let report = project.command("diff", &[sides[0], sides[1], "--json"], &[]).stdout;
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["counts"], json!({ "breaking": 2, "additive": 1, "other": 1 }));
    let first = json!({
        "item": "tools/echo", "path": ["inputSchema", "count"], "what": "Type", "before": "integer", "after": "string",
        "impact": "breaking",
    });
    assert_eq!(report["changes"][0], first);
    let markdown = project.command("diff", &[sides[0], sides[1], "--markdown"], &[]).stdout;
    assert!(markdown.contains("| **breaking** | tools/wipe | Removed |\n"), "{markdown}");
    let hostile = r#"→ "\| \<b\> \@all https\://a.example \\n\# x" |"#;
    assert!(markdown.contains(hostile), "{markdown}");
}

#[test]
fn what_is_no_side_is_said() {
    let project = Project::new("tests: []\n");
    let diff = |before: &str| project.command("diff", &[before, "cmd:python3 server.py"], &[]);
    diff("nowhere").failed(64, "\"nowhere\" is neither a folder with a lock nor a URL.");
    diff("cmd:'a").failed(64, "has no command, or a quotation mark is not closed.");
    diff("git:HEAD").failed(64, "is not of the form git:REVISION:LOCK.");
    diff("git:--output=x:mcp-ui.lock").failed(64, "git: ");
    diff(".").failed(64, "There is no lock in .");
    diff("cmd:no-such-program").failed(4, "no-such-program: ");
    let in_json = project.command("diff", &["nowhere", "x", "--json"], &[]);
    assert!(
        in_json.code == Some(64) && in_json.stdout.starts_with("{\"error\":{\"code\":\"wrong_file\""),
        "{in_json:?}"
    );
    assert_eq!(project.command("diff", &["one"], &[]).code, Some(64));
}

#[test]
fn findings_are_located_in_the_lock() {
    let project = Project::new("lock: mcp-ui.lock\ntests: []\n");
    project.replace(
        "tool(\"wipe\", annotations={\"destructiveHint\": True})",
        "tool(\"wipe\", annotations={\"readOnlyHint\": True})",
    );
    assert_eq!(project.run(&["--report", "sarif=s.sarif"]).code, Some(0));
    let log: Value = serde_json::from_str(&project.read("s.sarif")).unwrap();
    let run = &log["runs"][0];
    assert_eq!((&log["version"], &run["tool"]["driver"]["name"]), (&json!("2.1.0"), &json!("mcp-ui")));
    let results = run["results"].as_array().unwrap();
    let claim = results.iter().find(|result| result["ruleId"] == "not-read-only").unwrap();
    assert_eq!(claim["level"], "warning");
    let location = &claim["locations"][0];
    assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "mcp-ui.lock/tools/wipe.json");
    assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "tools/wipe");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(results.iter().all(|result| rules.iter().any(|rule| rule["id"] == result["ruleId"])));
    // Some file names have characters that URIs escape.
    let hidden = results.iter().find(|result| result["ruleId"] == "hidden-characters").unwrap();
    let uri = hidden["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("mcp-ui.lock/tools/evil%251B"), "{uri}");
}

#[test]
fn the_doctor_reports_what_clients_refuse() {
    let project = Project::new("tests: []\n");
    let words = ["--report", "r.md", "--", "python3", "server.py"];
    assert_eq!(project.command("doctor", &words, &[]).code, Some(0));
    let report = project.read("r.md");
    for part in [
        "# server.py\n",
        "| tools | ok | ",
        "\n### Errors\n\n- tools/evil\\\\u\\{1b\\}",
        "Arguments without a description",
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    assert!(!report.contains(['\u{1b}', '\u{202e}']), "{report}");
}
