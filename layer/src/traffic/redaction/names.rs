//! Names of members, headers and parameters whose values are secrets.
//!
//! A short word such as `pin` makes a name secret only as a whole word (`card_pin`, `userPIN`, but not `shipping`), but
//! a long word such as `password` does so anywhere (`dbpasswordhash`). The last word can indicate that the value only
//! describes a secret (`auth_type`, `pin_count`), or is the secret itself (`tokenValue`).

use percent_encoding::percent_decode_str;

use crate::model::RawJson;

/// Parts that mark a name as secret at any position, normalized by [`normal`].
const PARTS: [&str; 18] = [
    "accountkey",
    "encryptionkey",
    "masterkey",
    "password",
    "dbpass",
    "userpass",
    "adminpass",
    "passwd",
    "passphrase",
    "passcode",
    "credential",
    "apikey",
    "accesskey",
    "privatekey",
    "sshkey",
    "signingkey",
    "sessionid",
    "connectionstring",
];

/// Words that mark a name as secret only as whole words, also in the plural.
const WORDS: [&str; 10] = ["pwd", "pass", "auth", "bearer", "jwt", "cookie", "pin", "otp", "dsn", "secret"];

/// Word endings that mark a name as secret: `refresh_token`, `csrftoken`, `GITHUB_TOKEN_PROD`, but not `token_type`.
const ENDINGS: [&str; 5] = ["token", "secret", "authorization", "pwd", "sessid"];

/// Last words in names whose values only describe a secret.
const DESCRIPTIONS: [&str; 23] = [
    "name", "path", "file", "id", "limit", "min", "max", "size", "enabled", "required", "type", "rate", "method",
    "mode", "scheme", "status", "count", "length", "policy", "url", "uri", "endpoint", "provider",
];

/// A name that is secret only as a URL parameter.
const SIGNATURE: &str = "sig";

/// Harmless names: from MCP, from paginated lists, and for things other than secrets.
const HARMLESS: [&str; 15] = [
    "nexttoken",
    "synctoken",
    "eostoken",
    "bostoken",
    "padtoken",
    "designtokens",
    "gpiopin",
    "oldpwd",
    "progresstoken",
    "progresstokens",
    "pagetoken",
    "nextpagetoken",
    "continuationtoken",
    "boardingpass",
    "seasonpass",
];

/// Converts a name to lower case, and keeps only its letters and digits.
pub(super) fn normal(name: &str) -> String {
    name.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns whether values with this name are secrets.
pub(super) fn is_secret(name: &str) -> bool {
    let whole = normal(name);
    // Most names are decided here, without being split.
    let has_part = PARTS.iter().any(|part| whole.contains(part));
    if !has_part && !WORDS.iter().chain(&ENDINGS).any(|word| whole.contains(word)) {
        return false;
    }
    let words = words(name);
    let describes = words.len() > 1 && words.last().is_some_and(|last| DESCRIPTIONS.contains(&last.as_str()));
    // A session id or access key id grants access, but a token id does not.
    let is_id = words.last().is_some_and(|last| last == "id") && has_part;
    if HARMLESS.contains(&whole.as_str()) || describes && !is_id {
        return false;
    }
    let is_word = |word: &String| forms(word).any(|form| WORDS.contains(&form));
    let is_ending = |word: &String| forms(word).any(|form| ENDINGS.iter().any(|ending| form.ends_with(ending)));
    has_part || words.iter().any(|word| is_word(word) || is_ending(word))
}

/// Returns whether a URL parameter with this name is a secret. The name may contain `%`-escapes.
pub(super) fn is_secret_parameter(name: &str) -> bool {
    let name = percent_decode_str(name).decode_utf8_lossy();
    is_secret(&name) || words(&name).last().is_some_and(|last| last.ends_with("signature")) || name == SIGNATURE
}

/// Returns whether a number with this name counts something: `tokens`, `max_tokens`.
pub(super) fn is_count(name: &str) -> bool {
    words(name).last().is_some_and(|last| last.ends_with("tokens"))
}

/// A word and its possible singular.
fn forms(word: &str) -> impl Iterator<Item = &str> {
    [Some(word), word.strip_suffix('s')].into_iter().flatten()
}

/// Splits a name where lower case changes to upper case, at digits, and at every other character that is not a letter:
/// `awsSecretKey2` and `AWS_SECRET-KEY` are `aws`, `secret`, `key`.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, &char) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let is_lower = |at: usize| chars.get(at).is_some_and(|char| char.is_lowercase());
        // `PINs` is one word, `APIKey` two.
        let is_plural = chars.get(at + 1) == Some(&'s') && !is_lower(at + 2);
        let begins_word = before.is_some_and(|before| {
            char.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && is_lower(at + 1) && !is_plural)
        });
        if begins_word || !char.is_alphabetic() {
            words.push(String::new());
        }
        if char.is_alphabetic() {
            words.last_mut().expect("there is a word").extend(char.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns whether a value can be a secret, judging also by its member's name.
pub(super) fn may_be_secret(name: &str, value: &RawJson) -> bool {
    match value.as_bytes() {
        [b'n' | b't' | b'f', ..] => false,
        [b'-' | b'0'..=b'9', ..] => !is_count(name),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of secrets, separated by spaces.
    const SECRET: &str = "\
        password dbPassword PASSWORD_HASH passwd1 pwd PWD userPwd userpwd pass db_pass passcode passphrase \
        auth proxyAuth basic-auth AUTH2 bearer Bearer jwt jwts idJWT cookie cookies set-cookie \
        session_cookies session_id sessionId SESSIONID ssh_key sshKeys api_key x-api-key APIKeys pin \
        card_pin userPIN PINs otp otpCode dsn SENTRY_DSN connection_string ConnectionStrings secret secrets \
        clientsecret client_secret aws_secret_access_key accessKeyId private-key token tokens accessToken \
        csrftoken refresh_tokens authorization Proxy-Authorization credentials db_credential signing_key \
        dbpass tokenValue accessTokenValue secretString authHeader GITHUB_TOKEN_PROD access_token_v2 encryptionKey \
        AccountKey PHPSESSID";
    const HARMLESS: &str = "\
        shipping_address author authors compass hotpink spin pinned passenger bypass surpass option otpional \
        dsname secretary token_type tokenizer cookiecutter authority oauth key keys keyboard session id \
        progressToken bearing p _ passing passes api connection pass_rate boarding_pass auth_type otp_length value \
        password_policy credential_type api_key_count password_min private_key_path secretName nextToken eos_token \
        design_tokens gpio_pin password_required";

    #[test]
    fn names_of_secrets_are_told_from_others() {
        for name in SECRET.split(' ') {
            assert!(is_secret(name), "{name}");
        }
        for name in HARMLESS.split(' ').chain([""]) {
            assert!(!is_secret(name), "{name}");
        }
        for name in ["api_key", "sig", "X-Amz-Signature", "access_token", "password", "%74oken", "%70%61ss"] {
            assert!(is_secret_parameter(name), "{name}");
        }
        assert!(["key", "keyword", "sort_key", "%"].iter().all(|name| !is_secret_parameter(name)));
    }

    #[test]
    fn names_are_split_into_words() {
        for (name, expected) in [
            ("awsSecretKey2", vec!["aws", "secret", "key"]),
            ("AWS_SECRET-KEY", vec!["aws", "secret", "key"]),
            ("HTTPSProxy", vec!["https", "proxy"]),
            ("userPINs", vec!["user", "pins"]),
            ("größeÄnderung", vec!["größe", "änderung"]),
            ("__", vec![]),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
    }
}
