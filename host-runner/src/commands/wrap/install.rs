//! `mcp-ui wrap --install`: the change to an agent's configuration file, which keeps comments and layout.

use std::io::Write as _;
use std::path::Path;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use similar::TextDiff;

use crate::commands::{Failure, config_file};

/// The members that hold the servers: for Claude, Cursor and Windsurf, and for VS Code.
const MEMBERS: [&str; 2] = ["mcpServers", "servers"];

/// Prints the change as a unified diff, and on stderr the servers that it skips.
pub(super) fn print(file: &Path, only: &[String]) -> Result<(), Failure> {
    let text = config_file::text(file)?;
    let change =
        change(&text, only, &program()).map_err(|problem| Failure::new(format!("{}: {problem}", file.display())))?;
    for note in &change.notes {
        eprintln!("{note}");
    }
    if change.text == text {
        eprintln!("There is nothing to change.");
        return Ok(());
    }
    let name = file.display().to_string();
    let diff = TextDiff::from_lines(&text, &change.text).unified_diff().header(&name, &name).to_string();
    std::io::stdout().write_all(diff.as_bytes())?;
    eprintln!("Nothing has been written. To make the change, pipe this output into: patch {name}");
    eprintln!("Then restart the agent.");
    Ok(())
}

/// This program's name if it is in `PATH`, or else its path.
fn program() -> String {
    let name = "mcp-ui".to_owned();
    let Ok(path) = std::env::current_exe() else { return name };
    let found = which::which(&name).ok().and_then(|found| found.canonicalize().ok());
    let is_found = found.is_some() && found == path.canonicalize().ok();
    if is_found { name } else { path.to_string_lossy().into_owned() }
}

#[derive(Debug)]
struct Change {
    text: String,
    /// Lines about servers that stay unchanged.
    notes: Vec<String>,
}

/// Changes the servers named in `only`, or all servers if it is empty. The error is a sentence for the user.
fn change(text: &str, only: &[String], program: &str) -> Result<Change, String> {
    let (mark, json) = config_file::split_mark(text);
    let root = CstRootNode::parse(json, &ParseOptions::default())
        .map_err(|error| format!("it is not valid JSON: {error}."))?;
    let object = root.object_value();
    let servers = MEMBERS.iter().find_map(|member| object.as_ref()?.object_value(member));
    let servers = servers.ok_or_else(|| format!("it has no servers: no object {}.", MEMBERS.join(" or ")))?;
    let mut notes = Vec::new();
    let mut names = Vec::new();
    for server in servers.properties() {
        let name = server.decoded_name().unwrap_or_default();
        if only.is_empty() || only.contains(&name) {
            let reason = match server.object_value() {
                Some(entry) => wrap(&entry, program).err(),
                None => Some("it is not an object"),
            };
            notes.extend(reason.map(|reason| format!("{name} is left as it is: {reason}.")));
        }
        names.push(name);
    }
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        return Err(format!("it has no server {unknown}. Its servers are: {}.", names.join(", ")));
    }
    Ok(Change { text: format!("{mark}{root}"), notes })
}

/// Puts this program before a server's command. The error is the reason the server stays unchanged.
fn wrap(entry: &CstObject, program: &str) -> Result<(), &'static str> {
    let Some(command) = entry.get("command") else {
        let is_remote = ["url", "serverUrl"].iter().any(|member| entry.get(member).is_some());
        return Err(if is_remote { "it is a URL, which `mcp-ui open` opens directly" } else { "it has no command" });
    };
    let text = command.value().and_then(|value| value.as_string_lit()?.decoded_value().ok());
    let text = text.ok_or("its command is not a string")?;
    let arguments = match entry.get("args") {
        None => None,
        Some(args) => Some(args.array_value().ok_or("its args are not an array")?),
    };
    let first = arguments.as_ref().and_then(|arguments| arguments.elements().into_iter().next());
    let first = first.and_then(|first| first.as_string_lit()?.decoded_value().ok());
    let stem = Path::new(&text).file_stem().is_some_and(|stem| stem == "mcp-ui");
    if first.as_deref() == Some("wrap") && (stem || text == program) {
        return Err("it is wrapped already");
    }
    let words = ["wrap", "--", text.as_str()].map(|word| CstInputValue::String(word.to_owned()));
    match arguments {
        Some(arguments) => {
            for word in words.into_iter().rev() {
                arguments.insert(0, word);
            }
        }
        None => {
            entry.insert(command.property_index() + 1, "args", CstInputValue::Array(words.into()));
        }
    }
    command.set_value(CstInputValue::String(program.to_owned()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str) -> (String, Vec<String>) {
        let change = change(text, &[], "mcp-ui").unwrap();
        (change.text, change.notes)
    }

    #[test]
    fn comments_and_layout_are_kept() {
        let text = r#"{
  // All servers
  "mcpServers": {
    "everything": {
      "command": "npx", // from npm
      "args": ["-y", "@modelcontextprotocol/server-everything"], /* latest */
      "env": { "KEY": "secret" },
    },
    "plain": { "command": "./server" },
    "many": {
      "args": [
        "a",
        "b"
      ],
      "command": "C:\\tools\\server.exe"
    }
  },
  "other": [1,2,   3]
}
"#;
        let expected = r#"{
  // All servers
  "mcpServers": {
    "everything": {
      "command": "mcp-ui", // from npm
      "args": ["wrap", "--", "npx", "-y", "@modelcontextprotocol/server-everything"], /* latest */
      "env": { "KEY": "secret" },
    },
    "plain": {
      "command": "mcp-ui",
      "args": ["wrap", "--", "./server"]
    },
    "many": {
      "args": [
        "wrap",
        "--",
        "C:\\tools\\server.exe",
        "a",
        "b"
      ],
      "command": "mcp-ui"
    }
  },
  "other": [1,2,   3]
}
"#;
        assert_eq!(changed(text), (expected.to_owned(), vec![]));
        // Servers that are already wrapped stay unchanged.
        let (again, notes) = changed(expected);
        assert_eq!(again, expected);
        assert_eq!(notes.len(), 3);
        assert!(notes.iter().all(|note| note.ends_with("it is wrapped already.")), "{notes:?}");
    }

    #[test]
    fn line_ends_and_the_byte_order_mark_are_kept() {
        let text = "\u{feff}{\r\n\t\"servers\": {\r\n\t\t\"a\": {\r\n\t\t\t\"command\": \"x\"\r\n\t\t}\r\n\t}\r\n}\r\n";
        let (changed, _) = changed(text);
        assert!(changed.starts_with("\u{feff}{\r\n\t\"servers\""), "{changed:?}");
        assert_eq!(changed.matches('\n').count(), changed.matches("\r\n").count(), "{changed:?}");
        assert!(changed.contains("\"wrap\""), "{changed:?}");
    }

    #[test]
    fn other_servers_are_left_as_they_are() {
        let text = r#"{"servers":{"remote":{"url":"https://example.com/mcp"},"odd":{"command":["x"]},"none":{},"no":1,
            "bad":{"command":"x","args":"y"}}}"#;
        let (same, notes) = changed(text);
        assert_eq!(same, text);
        let reasons = ["URL", "not a string", "no command", "not an object", "not an array"];
        assert!(notes.iter().zip(reasons).all(|(note, reason)| note.contains(reason)), "{notes:?}");
        assert_eq!(notes.len(), reasons.len());
    }

    #[test]
    fn one_server_can_be_chosen() {
        let text = r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"x","args":[]}}}"#;
        let only = change(text, &["b".to_owned()], "mcp-ui").unwrap().text;
        assert_eq!(only, r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"mcp-ui","args":["wrap", "--", "x"]}}}"#);
        assert!(change(text, &["c".to_owned()], "mcp-ui").unwrap_err().contains("a, b"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_an_end_is_refused() {
        assert!(print(Path::new("/dev/zero"), &[]).unwrap_err().to_string().contains("16 MiB"));
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "{", "[]", "{\"a\":{}}", "{\"servers\":[]}", &"[".repeat(100_000)] {
            assert!(change(text, &[], "mcp-ui").is_err());
        }
    }
}
