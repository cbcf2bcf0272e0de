//! Checks that `docs/settings.md` has the settings and constants of the layer, with the same names and values.

use std::collections::BTreeSet;
use std::fs;

use crate::shell::{TaskResult, root};

const SETTINGS: &str = "layer/src/setting.rs";
const CONSTANTS: &str = "layer/src/config/constants.rs";
const TABLES: &str = "docs/settings.md";

/// Fails with a list of the settings and constants that are only in the code or only in the documentation.
pub(crate) fn check() -> TaskResult {
    let read = |path| fs::read_to_string(root().join(path)).map_err(|error| format!("{path} cannot be read: {error}"));
    let (settings, constants, tables) = (read(SETTINGS)?, read(CONSTANTS)?, read(TABLES)?);
    let code: BTreeSet<_> = settings_in_code(&settings).chain(constants_in_code(&constants)).collect();
    let differences = differences(&code, &rows(&tables).collect());
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("{TABLES} differs from {SETTINGS} and {CONSTANTS}:\n{}", differences.join("\n")))
}

fn differences(code: &BTreeSet<Row>, tables: &BTreeSet<Row>) -> Vec<String> {
    let undocumented = |(name, detail): &Row| format!("{name}: {detail} in the code, which is not documented");
    let unknown = |(name, detail): &Row| format!("{name}: documented as {detail}, which is not in the code");
    code.difference(tables).map(undocumented).chain(tables.difference(code).map(unknown)).collect()
}

/// A setting with its variable, or a constant with its value.
type Row = (String, String);

/// The settings, which are lines such as `HOSTS = "hosts", "MCP_UI_HOSTS";`.
fn settings_in_code(code: &str) -> impl Iterator<Item = Row> {
    code.lines().filter_map(|line| {
        let names = line.trim().split_once(" = \"")?.1.strip_suffix("\";")?;
        let (setter, variable) = names.split_once("\", \"")?;
        Some((setter.to_owned(), variable.to_owned()))
    })
}

/// The constants, which are lines such as `pub(crate) const SESSIONS: usize = 256;`.
fn constants_in_code(code: &str) -> impl Iterator<Item = Row> {
    code.lines().filter_map(|line| {
        let (name, value) = line.strip_prefix("pub(crate) const ")?.strip_suffix(';')?.split_once(": ")?;
        Some((name.to_owned(), for_people(value.split_once(" = ")?.1)))
    })
}

/// A value as the documentation writes it: `10,000`, `32 MiB`, and `30` for seconds.
fn for_people(value: &str) -> String {
    let seconds = value.strip_prefix("Duration::from_secs(").and_then(|value| value.strip_suffix(')'));
    seconds.unwrap_or(value).replace('_', ",").replace(" << 20", " MiB")
}

/// The rows of the tables of settings and constants. A row that names several setters counts for the first of them.
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
    fn the_same_names_and_values_are_no_difference() {
        assert_eq!(compare(SETTING, CONSTANT, DOCUMENTED), [""; 0]);
        let features = "| `tokio` | yes | clock |\n";
        assert_eq!(compare(SETTING, CONSTANT, &format!("{DOCUMENTED}{features}")), [""; 0]);
    }

    #[test]
    fn other_names_and_values_are_differences() {
        let renamed = compare(&SETTING.replace("MCP_UI_HOSTS", "MCP_UI_HOST"), CONSTANT, DOCUMENTED);
        let [in_code, documented] = [
            "hosts: MCP_UI_HOST in the code, which is not documented",
            "hosts: documented as MCP_UI_HOSTS, which is not in the code",
        ];
        assert_eq!(renamed, [in_code, documented]);
        let raised = compare(SETTING, &CONSTANT.replace("32", "64"), DOCUMENTED);
        let expected = [
            "CACHED_BYTES: 64 MiB in the code, which is not documented",
            "CACHED_BYTES: documented as 32 MiB, which is not in the code",
        ];
        assert_eq!(raised, expected);
        assert_eq!(compare("", CONSTANT, DOCUMENTED), [documented]);
        assert_eq!(compare(SETTING, CONSTANT, "").len(), 2);
    }
}
