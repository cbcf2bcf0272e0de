//! Checks that `docs/settings.md` lists the environment variables that the layer reads.

use std::collections::BTreeSet;
use std::fs;

use crate::shell::{TaskResult, root};

const CODE: &str = "layer/src/config/env.rs";
const TABLE: &str = "docs/settings.md";

/// Fails with the variables that only one of both has.
pub(crate) fn check() -> TaskResult {
    let read = |path| fs::read_to_string(root().join(path)).map_err(|error| format!("{path} cannot be read: {error}"));
    let (code, table) = (read(CODE)?, read(TABLE)?);
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let (code, table) = (variables(code, '"'), variables(&table, '`'));
    let missing: Vec<_> = code.symmetric_difference(&table).copied().collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("{CODE} and {TABLE} must have the same variables; only one of both has {}", missing.join(", ")))
}

/// The names of variables between quotation marks of this kind.
fn variables(text: &str, mark: char) -> BTreeSet<&str> {
    let names = text.split(mark).filter(|name| name.starts_with("MCP_UI_") && name.len() > "MCP_UI_".len());
    names
        .filter(|name| {
            name.chars().all(|character| character.is_ascii_uppercase() || "_0123456789".contains(character))
        })
        .collect()
}
