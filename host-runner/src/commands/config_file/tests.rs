use std::io;

use mcp_ui_host::StdioCommand;

use super::variables::Variables;
use super::*;

fn read(text: &str) -> Result<ConfigFile, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mcp.json");
    std::fs::write(&path, text).unwrap();
    ConfigFile::read(&path).map_err(|failure| failure.to_string().replace(path.to_str().unwrap(), "FILE"))
}

/// Answers from a list, and records each prompt and whether it was secret.
struct Script(Vec<&'static str>, Vec<(String, bool)>);

impl Asker for Script {
    fn ask(&mut self, prompt: &str, is_secret: bool) -> io::Result<Option<String>> {
        self.1.push((prompt.to_owned(), is_secret));
        Ok((!self.0.is_empty()).then(|| self.0.remove(0).to_owned()))
    }
}

fn resolve(file: &ConfigFile, name: &str, answers: &Answers) -> Result<Resolved, String> {
    let server = file.servers.iter().find(|server| server.name == name).unwrap();
    let environment = |name: &str| (name == "KEY").then(|| "sesame".to_owned());
    let variables = Variables {
        syntax: file.syntax,
        workspace: Path::new("/project"),
        answers,
        environment: &environment,
        home: Some("/home/ada".into()),
    };
    resolve::resolve(server, &variables)
}

fn command(resolved: Result<Resolved, String>) -> StdioCommand {
    match resolved.unwrap() {
        Resolved::Command(command) => command,
        Resolved::Url { .. } => panic!("not a command"),
    }
}

fn words(command: &StdioCommand) -> Vec<String> {
    command.words().map(|word| word.to_str().unwrap().to_owned()).collect()
}

#[test]
fn a_file_of_claude_is_read() {
    let file = read(
        r#"{
            "mcpServers": {
                "files": { "command": "npx", "args": ["-y", "server", 8], "env": { "A": "${KEY}", "N": 1, "X": null } },
                "old": { "command": "x", "disabled": true, "autoApprove": ["a"] },
                "web": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer ${KEY}" } },
                "wind": { "serverUrl": "https://example.com/${OTHER:-sse}" }
            },
            "theme": "dark"
        }"#,
    )
    .unwrap();
    assert_eq!(file.servers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["files", "old", "web", "wind"]);
    assert_eq!(file.servers.iter().map(|it| it.is_disabled).collect::<Vec<_>>(), [false, true, false, false]);
    assert_eq!(
        (file.unused.clone(), file.servers[1].unused.clone()),
        (vec!["theme".into()], vec!["autoApprove".into()])
    );

    let answers = Answers::default();
    assert_eq!(words(&command(resolve(&file, "files", &answers))), ["npx", "-y", "server", "8"]);
    let Ok(Resolved::Url { url, headers, .. }) = resolve(&file, "web", &answers) else { panic!() };
    assert_eq!(url, "https://example.com/mcp");
    assert_eq!(headers["authorization"], "Bearer sesame");
    assert!(headers["authorization"].is_sensitive());
    let Ok(Resolved::Url { url, .. }) = resolve(&file, "wind", &answers) else { panic!() };
    assert_eq!(url, "https://example.com/sse");
}

#[test]
fn a_file_of_vs_code_is_read() {
    let file = read(
        r#"{
            // Comments, and trailing commas.
            "inputs": [
                { "type": "promptString", "id": "key", "description": "API key", "password": true },
                { "type": "pickString", "id": "level", "options": ["low", { "label": "High", "value": "high" }], "default": "low" },
                { "type": "promptString", "id": "unneeded" },
            ],
            "servers": {
                "a": {
                    "type": "stdio",
                    "command": "${workspaceFolder}/server",
                    "args": ["--key", "${input:key}", "--level=${input:level}", "${input:key}", "${HOME}", "${userHome}"],
                    "envFile": "${workspaceFolder}/.env",
                },
            },
        }"#,
    )
    .unwrap();
    let mut script = Script(vec!["sesame", "3", "2"], Vec::new());
    let answers = file.ask(&mut script).unwrap();
    let questions: Vec<_> = script.1.iter().map(|(prompt, is_secret)| (prompt.as_str(), *is_secret)).collect();
    let choice = "level\n  1 low\n  2 high [low]: ";
    assert_eq!(questions, [("API key: ", true), (choice, false), ("Expected a number from 1 to 2: ", false)]);

    let command = command(resolve(&file, "a", &answers));
    let expected = ["/project/server", "--key", "sesame", "--level=high", "sesame", "${HOME}", "/home/ada"];
    assert_eq!(words(&command), expected);
    let shown = "/project/server --key ${input:key} --level=${input:level} ${input:key} ${HOME} /home/ada";
    assert_eq!(command.to_string(), shown);
    assert_eq!(file.servers[0].unused, ["envFile"]);
}

#[test]
fn a_broken_file_says_where_and_what_to_do() {
    for (text, expected) in [
        ("", "FILE, line 1, column 1: the file is empty. Add"),
        ("{\n  \"mcpServers\": {\n", "FILE, line 2, column 17: this is not valid JSON: unterminated object."),
        ("{\"mcpServers\": {\"a\": 'x'}}", "FILE, line 1, column 22: this is not valid JSON: single-quoted strings"),
        ("[]", "FILE, line 1, column 1: The file must be an object"),
        ("{\"context_servers\": {}}", "neither `mcpServers` (Claude, Cursor, Windsurf) nor"),
        ("{\"context_servers\": {}}", "It has `context_servers`."),
        ("{\"mcpServers\": {}, \"servers\": {}}", "both `mcpServers` and `servers`"),
        ("{\"servers\": []}", "FILE, line 1, column 13: `servers` must be an object"),
        ("{\"servers\": {}}", "`servers` has no servers. Add one."),
        (
            "{\"mcpServers\": {\"a\": {},\n \"a\": {}}}",
            "FILE, line 2, column 2: there are two servers with the name \"a\"",
        ),
        ("{\"mcpServers\": {\"..\": {}}}", "the name \"..\" cannot be part of a URL"),
        ("{\"servers\": {\"a\": {}}, \"inputs\": [{}]}", "column 35: `inputs` must be a list of objects with an `id`"),
        ("{\"servers\": {\"a\": {}}, \"inputs\": [{\"id\": \"x\"}, {\"id\": \"x\"}]}", "two inputs with the id \"x\""),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let missing = ConfigFile::read(Path::new("/no/such/file.json")).unwrap_err().to_string();
    assert!(missing.starts_with("/no/such/file.json cannot be read: "), "{missing}");
}

#[test]
fn a_server_that_cannot_be_started_says_why() {
    for (entry, expected) in [
        (r#""npx""#, "FILE, line 1, column 22: a server must be an object"),
        ("{}", "neither a `command` nor a `url`"),
        (r#"{"command": "x", "url": "http://localhost"}"#, "both a `command` and a URL"),
        (r#"{"url": "x", "serverUrl": "y"}"#, "both `url` and `serverUrl`"),
        (r#"{"command": ["npx"]}"#, "FILE, line 1, column 34: `command` must be a string."),
        (r#"{"command": "x", "args": "-y"}"#, "`args` must be a list of strings."),
        (r#"{"command": "x", "args": [{}]}"#, "`args` must be a list of strings."),
        (r#"{"command": "x", "env": ["A=1"]}"#, "`env` must be an object with strings"),
        (r#"{"url": "x", "type": "ws"}"#, "has a URL and the type \"ws\". Expected: `http`, `sse`"),
        (r#"{"command": "x", "type": "sse"}"#, "has a `command` and the type \"sse\". Expected: `stdio`."),
        (r#"{"command": "${env:NONE}"}"#, "`${env:NONE}` needs the environment variable NONE, which is not set."),
        (r#"{"command": "${NONE}"}"#, "`${NONE}` needs the environment variable NONE, which is not set."),
        (r#"{"command": "${input:x}"}"#, "`${input:x}` needs an entry in `inputs`"),
        (r#"{"command": "${config:x}"}"#, "`${config:x}` is not supported. Use `${env:NAME}`"),
        (r#"{"url": "x", "headers": {"a b": "x"}}"#, "The name of the header \"a b\" contains characters"),
        (r#"{"url": "x", "headers": {"a": "x\ny"}}"#, "The value of the header \"a\" contains characters"),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {entry}}}}}"#);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        std::fs::write(&path, text).unwrap();
        let file = ConfigFile::read(&path).unwrap();
        let Err(error) = resolve(&file, "a", &Answers::default()) else { panic!("{entry}") };
        assert!(error.replace(path.to_str().unwrap(), "FILE").contains(expected), "{entry}: {error}");
    }
}

#[test]
fn servers_are_selected_by_name() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "${input:x}"}, "c": {"command": "x"}}}"#;
    let mut file = read(text).unwrap();
    let error = file.select(&["d".to_owned()]).unwrap_err().to_string();
    assert!(
        error.contains(r#"has no server "d". Its servers are "a", "b", "c". Choose one of them with --server."#),
        "{error}"
    );
    file.select(&["c".to_owned(), "a".to_owned(), "a".to_owned()]).unwrap();
    assert_eq!(file.servers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["a", "c"]);
}

#[test]
fn an_input_without_an_answer_is_an_error() {
    let text = r#"{"servers": {"a": {"command": "${input:x}"}}, "inputs": [{"id": "x", "options": ["y"]}]}"#;
    let file = read(text).unwrap();
    let ask = |answers| file.ask(&mut Script(answers, Vec::new())).map(drop).map_err(|failure| failure.to_string());
    let ended = ask(vec![]).unwrap_err();
    assert!(ended.contains("the input \"x\" is missing, because stdin ended"), "{ended}");
    let wrong = ask(vec!["z", "0", "2"]).unwrap_err();
    assert!(wrong.contains("no option was chosen for the input \"x\""), "{wrong}");
    assert_eq!(ask(vec!["z", "y"]), Ok(()));
}

#[test]
fn the_workspace_is_the_folder_of_the_project() {
    for (path, expected) in [
        ("/a/.vscode/mcp.json", "/a"),
        ("/a/.cursor/mcp.json", "/a"),
        ("/a/.mcp.json", "/a"),
        ("/a/b/mcp.json", "/a/b"),
    ] {
        assert_eq!(workspace(Path::new(path)).unwrap(), Path::new(expected), "{path}");
    }
}

#[test]
fn nothing_that_may_be_secret_is_in_debug_output() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": ["sesame"], "env": {"A": "sesame"}}}}"#;
    let file = read(text).unwrap();
    assert!(!format!("{file:?}").contains("sesame"));
}

#[test]
fn failures_do_not_have_the_values_of_variables() {
    for (entry, expected) in [
        (r#"{"command": "nope-${KEY}"}"#, "nope-${KEY} cannot be started: it is not in PATH."),
        (r#"{"command": "./nope-${KEY}"}"#, "./nope-${KEY} cannot be started: there is no such program"),
        (r#"{"command": "sh", "cwd": "${KEY}"}"#, "sh cannot be started: its working directory is not a folder."),
    ] {
        let file = read(&format!(r#"{{"mcpServers": {{"a": {entry}}}}}"#)).unwrap();
        let command = command(resolve(&file, "a", &Answers::default()));
        let command = if entry.contains("cwd") { command } else { command.cwd("/") };
        let error = command.locate().unwrap_err();
        assert!(error.contains(expected) && !error.contains("sesame"), "{error}");
    }
}
