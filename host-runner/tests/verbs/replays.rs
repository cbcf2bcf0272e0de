//! `mcp-ui test`: recorded traffic, saved calls and completion.

use serde_json::{Value, json};

use crate::verbs::project::Project;

/// Returns traffic records: each pair's request, and the server's response.
fn traffic(pairs: &[(Value, Value)]) -> String {
    let record = |from: &str, at: usize, raw: &Value| {
        let at = 1_764_000_000_000_usize + at;
        format!("{}\n", json!({ "at": at, "from": from, "transport": "stdio", "session": "s", "raw": raw }))
    };
    let lines = pairs.iter().enumerate().flat_map(|(id, (request, response))| {
        let message = |more: &Value| {
            let mut message = json!({ "jsonrpc": "2.0", "id": id });
            message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            message
        };
        [record("client", 2 * id, &message(request)), record("server", 2 * id + 1, &message(response))]
    });
    lines.collect()
}

fn call(tool: &str, arguments: &Value) -> Value {
    json!({ "method": "tools/call", "params": { "name": tool, "arguments": arguments, "_meta": { "progressToken": 1 } } })
}

fn text(text: &str) -> Value {
    json!({ "result": { "content": [{ "type": "text", "text": text }], "_meta": { "at": 1 } } })
}

#[test]
fn recorded_requests_are_sent_again_and_compared() {
    let project = Project::new("tests:\n- {name: as recorded, replay: t.jsonl, ignore: ['$..time']}\n");
    let refused = json!({ "error": { "code": -32602, "message": "in other words" } });
    let echoed = (call("echo", &json!({ "text": "a" })), text("{\"text\": \"a\"}"));
    project.write("t.jsonl", &traffic(&[echoed.clone(), (call("refuse", &json!({})), refused)]));
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let other = (call("echo", &json!({ "text": "b" })), text("{\"text\": \"c\"}"));
    project.write("t.jsonl", &traffic(&[echoed, other]));
    let ran = project.run(&[]);
    let line = r#"2. tools/call echo: result.content[0].text: expected "{\"text\": \"c\"}", got "{\"text\": \"b\"}""#;
    assert!(ran.code == Some(1) && ran.stdout.contains(line), "{ran:?}");
}

#[test]
fn questions_get_the_recorded_answers() {
    let project = Project::new("tests:\n- {replay: t.jsonl}\n");
    let record = |from: &str, raw: Value| {
        format!("{}\n", json!({ "at": 1, "from": from, "transport": "stdio", "session": "s", "raw": raw }))
    };
    let asked = json!({ "jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": { "message": "Who?" } });
    let answer = json!({ "jsonrpc": "2.0", "id": "q", "result": { "action": "accept", "content": { "name": "Ada" } } });
    let id = json!({ "jsonrpc": "2.0", "id": 1 });
    let with = |more: Value| {
        let mut message = id.clone();
        message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        message
    };
    let first = project.run_with(&["--report", "json"], &[]);
    assert!(first.stdout.contains("t.jsonl: No such file"), "{first:?}");
    let text = json!({ "type": "text", "text": "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}" });
    let lines = [
        record("client", with(call("form", &json!({})))),
        record("server", asked),
        record("client", answer),
        record("server", with(json!({ "result": { "content": [text] } }))),
    ];
    project.write("t.jsonl", &lines.concat());
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn what_cannot_be_sent_again_is_said() {
    let project = Project::new(
        "tests:\n- {name: a, replay: a.jsonl}\n- {name: b, replay: b.jsonl}\n- {name: c, replay: c.jsonl}\n",
    );
    let pair = (call("echo", &json!({ "text": "a" })), text("{\"text\": \"a\"}"));
    let whole = traffic(&[pair.clone(), pair]);
    let lines: Vec<_> = whole.lines().collect();
    project.write("a.jsonl", &format!("{}\n", lines[..3].join("\n")));
    project.write("b.jsonl", &format!("{}\n{{\"at\":", lines[0]));
    project.write("c.jsonl", lines[0]);
    let ran = project.run(&[]);
    for line in [
        "  ok     a ",
        "a.jsonl: requests left out (1): no response was recorded",
        "c.jsonl has no requests to replay",
        "1 passed, 2 errors",
    ] {
        assert!(ran.stdout.contains(line), "{line}\n{}", ran.stdout);
    }
    assert!(ran.stdout.contains("  ERROR  b "), "{ran:?}");
    project.write("a.mcp-ui.yaml", "server: {command: [a]}\ntests:\n- {replay: a.jsonl, expect: {ok: true}}\n");
    project.run(&[]).failed(64, "a.mcp-ui.yaml:3: `replay` expects what was recorded.");
}

#[test]
fn saved_calls_pass_unless_they_are_errors() {
    let project = Project::new("tests: []\n");
    let calls = json!([
        { "tool": "echo", "name": "big", "arguments": "{\"text\":\"12345678901234567890123\",\"count\":1}" },
        { "tool": "fail", "name": "broken", "arguments": "{}" },
    ]);
    let file =
        |version: u32| json!({ "format": "mcp-explorer saved calls", "version": version, "calls": calls }).to_string();
    project.write("saved.json", &file(1));
    let words = ["saved.json", "--", "python3", "server.py"];
    let ran = project.run(&words);
    for line in ["  ok     echo: big ", "  FAILED fail: broken ", "The tool reports an error: it broke"] {
        assert!(ran.code == Some(1) && ran.stdout.contains(line), "{line}\n{}", ran.stdout);
    }
    project.write("saved.json", &file(2));
    project.run(&words).failed(64, "saved.json: The file is from another version of the page.");
}

#[test]
fn values_of_arguments_are_completed() {
    let project = Project::new(
        "tests:\n\
         - {name: cities, complete: {prompt: trip, argument: {city: O}}, expect: {structured: {completion: {values: [Oslo]}}}}\n\
         - name: streets\n  complete: {template: 'test://{x}', argument: {x: a}, context: {y: b}}\n  expect: {where: ['$.completion.values[0] == \"ab\"']}\n",
    );
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    project.write("a.mcp-ui.yaml", "server: {command: [a]}\ntests:\n- {complete: {argument: {a: b}}}\n");
    project.run(&[]).failed(64, "`complete` takes a `prompt` or a `template`, and one `argument`.");
}
