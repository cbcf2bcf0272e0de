//! Checks the language of comments: each opens with its subject, as the rest of Rust's documentation does.

use std::fs;

use crate::shell::{TaskResult, program, root};

/// The opening words of nominal clauses, which hide the subject.
const OPENINGS: [&str; 5] = ["What", "Whether", "Where", "Who", "How"];

/// Folders with third-party or generated files.
const IGNORED: [&str; 2] = ["wit/deps/", "layer/ui/dist/"];

/// Fails with the positions of the comments that open with a nominal clause.
pub(crate) fn check() -> TaskResult {
    let listed = program("git", &["ls-files", "*.rs", "*.js", "*.ts", "*.tsx", "*.wit"]).output();
    let listed = listed.map_err(|error| format!("`git ls-files` cannot be started: {error}"))?;
    let mut found = Vec::new();
    let is_ours = |path: &&str| !IGNORED.iter().any(|folder| path.starts_with(folder));
    for path in String::from_utf8_lossy(&listed.stdout).lines().filter(is_ours) {
        let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{path} cannot be read: {error}"))?;
        found.extend(nominal_openings(&text).map(|(line, comment)| format!("{path}:{line}: {comment}")));
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(format!("comments must open with a noun phrase or a verb, not with a nominal clause:\n{}", found.join("\n")))
}

/// Returns the line numbers and first lines of comments that open with a nominal clause.
fn nominal_openings(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comments = std::iter::once(None).chain(text.lines().map(comment)).zip(text.lines().map(comment));
    comments.enumerate().filter_map(|(index, (previous, comment))| {
        let opens = previous.is_none_or(str::is_empty);
        let comment = comment.filter(|_| opens)?;
        let first = comment.split(|character: char| !character.is_alphanumeric()).next()?;
        let is_clause = OPENINGS.contains(&first) && !comment.ends_with('?');
        is_clause.then_some((index + 1, comment))
    })
}

/// Returns the text if a line is a comment.
fn comment(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//")?;
    Some(comment.trim_start_matches(['/', '!']).trim())
}

#[cfg(test)]
mod tests {
    use super::nominal_openings;

    #[test]
    fn only_the_opening_of_a_comment_counts() {
        let text = "//! Whether it is.\n\nfn f() {} // What\n    // The place\n    // Where it is.\n/// A.\n///\n/// How it goes.\n// Why?\n";
        let lines: Vec<_> = nominal_openings(text).map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 8]);
    }
}
