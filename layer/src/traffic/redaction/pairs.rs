//! Secrets whose name and value are side by side, in two members of an object or two items in an array.

use super::decoded::decoded;
use super::names::{is_secret, may_be_secret};
use crate::model::{RawJson, RawObject};

/// The members whose text is the name for the value in another member, one of [`PAIR_VALUES`]: `{"name": "API_KEY",
/// "value": "…"}`.
const PAIR_NAMES: [&str; 8] = ["name", "key", "header", "variable", "parameterkey", "selector", "element", "path"];
const PAIR_VALUES: [&str; 3] = ["value", "parametervalue", "text"];

/// Single-word headers whose values are secrets, recognized in pairs of name and value.
const HEADERS: [&str; 2] = ["authorization", "cookie"];

/// Returns whether a member of an object is a secret's name, so that another member contains the secret.
pub(super) fn names_secret(object: &RawObject) -> bool {
    object.members().any(|(key, value)| {
        let is_name = value.get().starts_with('"') && {
            let key = decoded(key);
            PAIR_NAMES.iter().any(|name| key.eq_ignore_ascii_case(name))
        };
        is_name && is_secret(&decoded(value))
    })
}

/// Returns whether a member contains the secret, in an object where [`names_secret`] returns `true`.
pub(super) fn is_pair_value(name: &str, value: &RawJson) -> bool {
    PAIR_VALUES.iter().any(|other| name.eq_ignore_ascii_case(other)) && may_be_secret(name, value)
}

/// Returns whether an array item is the name of the secret after it: a command option (`["--token", "…"]`), or a header
/// in a pair (`["X-Auth-Token", "…"]`). Other words can be the name of anything, as in a list of required members.
pub(super) fn names_next(item: &RawJson, is_first_of_pair: bool) -> bool {
    let name = decoded(item);
    let is_header = || name.contains('-') || HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header));
    is_secret(&name) && (name.starts_with('-') || is_first_of_pair && is_header())
}
