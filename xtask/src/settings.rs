//! Checks that `docs/settings.md` has the layer's settings and constants, with the same names and values.

use std::collections::BTreeSet;
use std::fs;

use crate::shell::{TaskResult, program, root};

const SETTINGS: &str = "layer/src/setting.rs";
const CONSTANTS: &str = "layer/src/constants.rs";
const TABLES: &str = "docs/settings.md";

/// Fails with a list if settings or constants are only in the code or only in the documentation.
pub(crate) fn check() -> TaskResult {
    let read = |path| fs::read_to_string(root().join(path)).map_err(|error| format!("{path} cannot be read: {error}"));
    let (settings, constants, tables) = (read(SETTINGS)?, read(CONSTANTS)?, read(TABLES)?);
    let code: BTreeSet<_> = settings_in_code(&settings).chain(constants_in_code(&constants)).collect();
    let differences = differences(&code, &rows(&tables).collect());
    if differences.is_empty() {
        return check_variables();
    }
    Err(format!("{TABLES} differs from {SETTINGS} and {CONSTANTS}:\n{}", differences.join("\n")))
}

/// Fails if documents or examples mention environment variables that no program reads.
fn check_variables() -> TaskResult {
    let read: BTreeSet<_> = files(&["layer/src/*.rs", "host-runner/src/*.rs", "component/*.rs"])?
        .iter()
        .flat_map(|(_, code)| code.split('"').filter(|text| text.starts_with(VARIABLE)))
        .map(str::to_owned)
        .collect();
    let mut unknown = Vec::new();
    for (path, text) in files(&["README.md", "docs/*.md", "examples/*"])? {
        unknown.extend(variables(&text).filter(|name| !read.contains(*name)).map(|name| format!("{path}: {name}")));
    }
    if unknown.is_empty() {
        return Ok(());
    }
    Err(format!("environment variables that no program reads:\n{}", unknown.join("\n")))
}

/// The prefix for environment variable names.
const VARIABLE: &str = "MCP_UI_";

/// Returns the environment variables in a string. A name ending in `_` is a prefix for other names, and is skipped.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_');
    words.filter(|word| word.starts_with(VARIABLE) && !word.ends_with('_'))
}

/// Returns the paths and contents of the text files that match these patterns.
pub(crate) fn files(patterns: &[&str]) -> TaskResult<Vec<(String, String)>> {
    let listed = program("git", &[&["ls-files"], patterns].concat()).output();
    let listed = listed.map_err(|error| format!("`git ls-files` cannot be started: {error}"))?;
    let paths = String::from_utf8_lossy(&listed.stdout).into_owned();
    let read = |path: &str| Some((path.to_owned(), fs::read_to_string(root().join(path)).ok()?));
    Ok(paths.lines().filter_map(read).collect())
}

fn differences(code: &BTreeSet<Row>, tables: &BTreeSet<Row>) -> Vec<String> {
    let undocumented = |(name, detail): &Row| format!("{name}: {detail} is in the code, but not in the documentation");
    let unknown = |(name, detail): &Row| format!("{name}: {detail} is in the documentation, but not in the code");
    code.difference(tables).map(undocumented).chain(tables.difference(code).map(unknown)).collect()
}

/// A setting with its variable, or a constant with its value.
type Row = (String, String);

/// Returns the settings, which are lines such as `HOSTS = "hosts", "MCP_UI_HOSTS";`.
fn settings_in_code(code: &str) -> impl Iterator<Item = Row> {
    code.lines().filter_map(|line| {
        let names = line.trim().split_once(" = \"")?.1.strip_suffix("\";")?;
        let (setter, variable) = names.split_once("\", \"")?;
        Some((setter.to_owned(), variable.to_owned()))
    })
}

/// Returns the constants, which are lines such as `pub(crate) const SESSIONS: usize = 256;`.
fn constants_in_code(code: &str) -> impl Iterator<Item = Row> {
    code.lines().filter_map(|line| {
        let (name, value) = line.strip_prefix("pub(crate) const ")?.strip_suffix(';')?.split_once(": ")?;
        Some((name.to_owned(), for_people(value.split_once(" = ")?.1)))
    })
}

/// Returns a value as the documentation writes it: `10,000`, `32 MiB`, and `30` for seconds.
fn for_people(value: &str) -> String {
    let seconds = value.strip_prefix("Duration::from_secs(").and_then(|value| value.strip_suffix(')'));
    seconds.unwrap_or(value).replace('_', ",").replace(" << 20", " MiB")
}

/// Returns the rows in the settings and constants tables. A row with several setters belongs to the first one.
fn rows(tables: &str) -> impl Iterator<Item = Row> {
    tables.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let (name, detail) = (cells.next()?, cells.next()?);
        let is_feature = matches!(detail, "yes" | "no");
        let unquoted = |cell: &str| cell.trim_matches('`').to_owned();
        (!is_feature).then(|| (unquoted(name.split('`').next().unwrap_or(name)), unquoted(detail)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTING: &str = "    HOSTS = \"hosts\", \"MCP_UI_HOSTS\";\n";
    const CONSTANT: &str = "pub(crate) const CACHED_BYTES: usize = 32 << 20;\n";
    const DOCUMENTED: &str = "| `hosts`, `any_host` | `MCP_UI_HOSTS` | none |\n| `CACHED_BYTES` | 32 MiB | bytes |\n";

    fn compare(setting: &str, constant: &str, tables: &str) -> Vec<String> {
        let code = settings_in_code(setting).chain(constants_in_code(constant)).collect();
        differences(&code, &rows(tables).collect())
    }

    #[test]
    fn variables_are_found_in_texts() {
        let found: Vec<_> = variables("`MCP_UI_A`=1, $MCP_UI_B; MCP_UI_SERVICE_… and NOT_MCP_UI_C").collect();
        assert_eq!(found, ["MCP_UI_A", "MCP_UI_B"]);
    }

    #[test]
    fn the_same_names_and_values_are_no_difference() {
        assert_eq!(compare(SETTING, CONSTANT, DOCUMENTED), [""; 0]);
        let features = "| `tokio` | yes | clock |\n";
        assert_eq!(compare(SETTING, CONSTANT, &format!("{DOCUMENTED}{features}")), [""; 0]);
    }

    #[test]
    fn other_names_and_values_are_differences() {
        let renamed = compare(&SETTING.replace("MCP_UI_HOSTS", "MCP_UI_HOST"), CONSTANT, DOCUMENTED);
        let [in_code, documented] = [
            "hosts: MCP_UI_HOST is in the code, but not in the documentation",
            "hosts: MCP_UI_HOSTS is in the documentation, but not in the code",
        ];
        assert_eq!(renamed, [in_code, documented]);
        let raised = compare(SETTING, &CONSTANT.replace("32", "64"), DOCUMENTED);
        let expected = [
            "CACHED_BYTES: 64 MiB is in the code, but not in the documentation",
            "CACHED_BYTES: 32 MiB is in the documentation, but not in the code",
        ];
        assert_eq!(raised, expected);
        assert_eq!(compare("", CONSTANT, DOCUMENTED), [documented]);
        assert_eq!(compare(SETTING, CONSTANT, "").len(), 2);
    }
}
