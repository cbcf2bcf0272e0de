//! A command's name, which others may see: it contains no secrets.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

use super::options::StdioCommand;

/// Programs that run the script or package named by their first argument.
const LAUNCHERS: [&str; 6] = ["bunx", "node", "npx", "python", "python3", "uvx"];

/// Returns true if a launcher's argument is an option with code. All words after the code are its arguments.
fn has_code(launcher: &str, word: &str) -> bool {
    // Python reads `-uc` as `-u -c`, and Node.js `-pe` as `-p -e`.
    let is_one_of = |letters: &[char]| word.starts_with('-') && !word.starts_with("--") && word.ends_with(letters);
    let is_long = |name: &str| word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='));
    match launcher {
        "python" | "python3" => is_one_of(&['c']),
        "node" => is_one_of(&['e', 'p']) || is_long("--eval") || is_long("--print"),
        _ => word == "-c" || is_long("--call"),
    }
}

impl StdioCommand {
    /// Returns the server's name: the program, or the script or package that a launcher runs. Other arguments are
    /// omitted, since they may be secrets.
    pub fn name(&self) -> String {
        let program = file_name(&self.program);
        if !LAUNCHERS.contains(&&*program) {
            return program;
        }
        let words = self.args.iter().map(|word| word.to_string_lossy());
        let mut words = words.take_while(|word| !has_code(&program, word));
        // A URL, such as a package source, may contain credentials.
        let launched = words.find(|word| !word.starts_with('-') && !word.contains("://"));
        launched.map_or(program, Cow::into_owned)
    }
}

fn file_name(program: &OsStr) -> String {
    Path::new(program).file_name().unwrap_or(program).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_command_has_no_arguments() {
        let name = |words: &[&str]| {
            let [program, arguments @ ..] = words else { panic!("no program") };
            StdioCommand::new(program).args(arguments).name()
        };
        assert_eq!(name(&["npx", "-y", "@scope/server", "secret"]), "@scope/server");
        assert_eq!(name(&["/usr/bin/python3", "server.py", "--key", "secret"]), "server.py");
        assert_eq!(name(&["./my-server", "secret"]), "my-server");
        for words in [
            &["python3", "-c", "key = 'secret'", "secret"][..],
            &["python3", "-uc", "key = 'secret'"],
            &["node", "-e", "secret()"],
            &["node", "--eval=run()", "secret"],
            &["node", "--print", "secret()"],
            &["npx", "-c", "server --key secret"],
        ] {
            assert_eq!(name(words), words[0]);
        }
        assert_eq!(name(&["npx", "-p", "@scope/server", "server"]), "@scope/server");
        assert_eq!(name(&["uvx", "--from", "git+https://secret@example.com/it", "tool"]), "tool");
    }
}
