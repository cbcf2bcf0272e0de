//! Checks the language of comments, and the width of documents.

use std::path::Path;

use crate::settings;
use crate::shell::TaskResult;

/// The opening words of nominal clauses, which hide the subject.
const OPENINGS: [&str; 5] = ["What", "Whether", "Where", "Who", "How"];

/// Phrases where "none" stands for a missing thing that the reader has to find in an earlier sentence.
const RIDDLES: [&str; 4] = ["is none", "are none", "has none", "have none"];

/// The maximum number of "of" in 1,000 words of Rust comments: genitive chains are hard to read.
const MOST_OF: usize = 25;

/// Folders with third-party or generated files.
const IGNORED: [&str; 2] = ["wit/deps/", "layer/ui/dist/"];

/// The maximum width of a document's lines in characters, outside of code, tables and HTML.
const WIDTH: usize = 120;

/// Fails with the positions of wide lines in documents, or of comments that open with a nominal clause or contain a
/// riddle, and if there are too many genitives.
pub(crate) fn check() -> TaskResult {
    check_width()?;
    let mut found = Vec::new();
    let mut genitives = Genitives::default();
    for (path, text) in settings::files(&["*.rs", "*.js", "*.ts", "*.tsx", "*.wit"])? {
        if IGNORED.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        found.extend(nominal_openings(&text).map(|(line, comment)| format!("{path}:{line}: {comment}")));
        if Path::new(&path).extension().is_some_and(|extension| extension == "rs") {
            found.extend(riddles(&text).map(|(line, comment)| format!("{path}:{line}: {comment}")));
            genitives.count(&text);
        }
    }
    if !found.is_empty() {
        let advice =
            "comments must open with a noun phrase or a verb, and name what is missing instead of saying \"is none\"";
        return Err(format!("{advice}:\n{}", found.join("\n")));
    }
    genitives.check()
}

/// Fails with the positions of wide lines in documents.
fn check_width() -> TaskResult {
    let mut found = Vec::new();
    for (path, text) in settings::files(&["*.md"])? {
        found.extend(wide_lines(&text).map(|line| format!("{path}:{line}")));
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(format!("documents must be wrapped at {WIDTH} columns:\n{}", found.join("\n")))
}

/// Returns the numbers of a document's wide lines.
fn wide_lines(text: &str) -> impl Iterator<Item = usize> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        is_code ^= start.starts_with("```");
        let may_be_wide = is_code || start.starts_with(['|', '<']);
        (!may_be_wide && line.chars().count() > WIDTH).then_some(index + 1)
    })
}

/// The share of "of" in comments.
#[derive(Default)]
struct Genitives {
    words: usize,
    of: usize,
}

impl Genitives {
    fn count(&mut self, text: &str) {
        for word in text.lines().filter_map(comment).flat_map(str::split_whitespace) {
            self.words += 1;
            self.of += usize::from(word == "of");
        }
    }

    fn check(&self) -> TaskResult {
        let share = self.of * 1000 / self.words.max(1);
        if share <= MOST_OF {
            return Ok(());
        }
        Err(format!(
            "{share} of 1,000 words in the comments are \"of\", more than {MOST_OF}: \"total size\" reads better than \
             \"the size of all records\""
        ))
    }
}

/// Returns the line numbers and contents of comment lines with a riddle.
fn riddles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comments = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, comment(line)?)));
    comments.filter(|(_, comment)| RIDDLES.iter().any(|riddle| comment.contains(riddle)))
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
    use super::{Genitives, nominal_openings, riddles, wide_lines};

    #[test]
    fn only_the_opening_of_a_comment_counts() {
        let text = "//! Whether it is.\n\nfn f() {} // What\n    // The place\n    // Where it is.\n/// A.\n///\n/// How it goes.\n// Why?\n";
        let lines: Vec<_> = nominal_openings(text).map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 8]);
    }

    #[test]
    fn riddles_are_found_in_comments_alone() {
        let text = "// Ends if there is none.\nlet text = \"it has none\";\n/// `None` if no line is left.\n";
        assert_eq!(riddles(text).map(|(line, _)| line).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn code_tables_and_html_may_be_wide() {
        let wide = "é".repeat(121);
        let text = format!("{wide}\n| {wide} |\n<b>{wide}</b>\n```\n{wide}\n```\n{}\n{wide}", &wide[2..]);
        assert_eq!(wide_lines(&text).collect::<Vec<_>>(), [1, 8]);
    }

    #[test]
    fn genitives_are_counted_in_comments_alone() {
        let mut genitives = Genitives::default();
        genitives.count("/// The size of the list of records.\nlet of = \"of of\";\n");
        assert_eq!((genitives.of, genitives.words), (2, 7));
        assert!(genitives.check().is_err());
    }
}
