//! A server's text does not control the terminal.

use crate::verbs::servers::Server;

fn is_harmless(text: &str) -> bool {
    !text.contains(|character: char| {
        (character.is_control() && character != '\n') || ('\u{202a}'..='\u{202e}').contains(&character)
    })
}

#[test]
fn control_characters_are_escaped_in_all_output() {
    for server in Server::all() {
        for (verb, words) in [
            ("tools", &[][..]),
            ("tools", &["--json"]),
            ("call", &["echo", "text=\u{9b}31m\u{202e}"]),
            ("call", &["contents"]),
            ("call", &["contents", "--json"]),
            ("call", &["refuse"]),
            ("call", &["refuse", "--json"]),
            ("call", &["form"]),
            ("call", &["visit", "--accept"]),
            ("call", &["evil\u{1b}[31m"]),
            ("doctor", &[]),
            ("doctor", &["--json"]),
        ] {
            let ran = server.run(verb, words);
            assert!(is_harmless(&ran.stdout) && is_harmless(&ran.stderr), "{verb} {words:?}: {ran:?}");
        }
    }
}

#[test]
fn a_hostile_name_stays_on_its_line() {
    let ran = Server::stdio("2025-11-25").run("tools", &[]);
    assert!(ran.stdout.contains("\nevil\\u{1b}[31m\\u{7}\\u{202e}\\nname  "), "{ran:?}");
}
