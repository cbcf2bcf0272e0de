//! Secrets whose name and value stand beside each other, in two members of an object or two items of an array.

use super::names::is_secret;
use super::{decoded, may_be_secret};
use crate::model::{RawJson, RawObject};

/// The members that name what another member, [`PAIR_VALUES`], holds: `{"name": "API_KEY", "value": "…"}`.
const PAIR_NAMES: [&str; 8] = ["name", "key", "header", "variable", "parameterkey", "selector", "element", "path"];
const PAIR_VALUES: [&str; 3] = ["value", "parametervalue", "text"];

/// Headers of one word whose values are secrets, in pairs of name and value.
const HEADERS: [&str; 2] = ["authorization", "cookie"];

/// Returns whether an object names a secret, whose value is in another member.
pub(super) fn names_secret(object: &RawObject) -> bool {
    object.members().any(|(key, value)| {
        let is_name = value.get().starts_with('"') && {
            let key = decoded(key);
            PAIR_NAMES.iter().any(|name| key.eq_ignore_ascii_case(name))
        };
        is_name && is_secret(&decoded(value))
    })
}

/// Returns whether a member of an object that names a secret has its value.
pub(super) fn is_pair_value(name: &str, value: &RawJson) -> bool {
    PAIR_VALUES.iter().any(|other| name.eq_ignore_ascii_case(other)) && may_be_secret(name, value)
}

/// Returns whether an item of an array names the secret after it: the option of a command (`["--token", "…"]`), or the
/// header in a pair (`["X-Auth-Token", "…"]`). Other words can be the names of anything, as in a list of required
/// members.
pub(super) fn names_next(item: &RawJson, is_first_of_pair: bool) -> bool {
    let name = decoded(item);
    let is_header = || name.contains('-') || HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header));
    is_secret(&name) && (name.starts_with('-') || is_first_of_pair && is_header())
}
