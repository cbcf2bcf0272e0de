//! The constants in a file of Rust or TypeScript.

/// A constant, as written in the source.
pub(super) struct Constant {
    pub(super) name: String,
    pub(super) value: String,
    /// The lines of the comment directly above it, joined.
    pub(super) comment: String,
}

/// Returns the constants outside of test modules.
pub(super) fn constants(code: &str) -> Vec<Constant> {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut comment = Vec::new();
    let mut rest = code;
    while let Some((line, after)) = rest.split_once('\n') {
        let trimmed = line.trim();
        if let Some(text) = trimmed.strip_prefix("///").or_else(|| trimmed.strip_prefix("//")) {
            comment.push(text.trim());
        } else if !trimmed.starts_with("#[") {
            found.extend(constant(rest, &comment.join(" ")));
            comment.clear();
        }
        rest = after;
    }
    found
}

/// Parses the constant that `text` starts with.
fn constant(text: &str, comment: &str) -> Option<Constant> {
    let line = text.lines().next()?.trim_start();
    let is_declared = line.starts_with("const ") || line.starts_with("pub") || line.starts_with("export const ");
    let (_, declared) = text.split_once("const ").filter(|(before, _)| is_declared && !before.contains('\n'))?;
    let (head, value) = declared.split_once(" = ")?;
    let name = head.split_once(": ").map_or(head, |(name, _)| name);
    let is_name = name.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_');
    let value = value.split(';').next()?.split_whitespace().collect::<Vec<_>>().join(" ");
    is_name.then(|| Constant { name: name.to_owned(), value, comment: comment.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_comment_directly_above_them() {
        let code = "/// The most rows.\n/// Others leave.\n#[rustfmt::skip]\npub(super) const ROWS: usize = 1_000;\nconst X: u8 = 1;\n";
        let found = constants(code);
        let [rows, x] = &found[..] else { panic!("{}", found.len()) };
        assert_eq!([&*rows.name, &*rows.value, &*rows.comment], ["ROWS", "1_000", "The most rows. Others leave."]);
        assert_eq!([&*x.name, &*x.comment], ["X", ""]);
    }

    #[test]
    fn constants_of_typescript_are_found_and_functions_are_not() {
        let code = "// The most rows.\nexport const MOST_ROWS = 4 << 20;\nconst rows = 1;\nconst fn f() -> u8 { 1 }\n";
        let found: Vec<_> = constants(code).into_iter().map(|constant| (constant.name, constant.value)).collect();
        assert_eq!(found, [("MOST_ROWS".to_owned(), "4 << 20".to_owned())]);
    }
}
