//! Secrets within strings: user info and parameters in URLs, assignments such as `PASSWORD=…` and `--token=…`, tokens
//! in well-known formats, and private keys.
//!
//! A password in a sentence, or an encoded password, cannot be distinguished from other words.

use std::ops::Range;

use super::REDACTED;
use super::escapes::ends_in_escape;
use super::names::{is_count, is_secret, is_secret_parameter};

/// Maximum number of bytes searched in a string. A secret that starts before this limit is removed as a whole. A secret
/// that starts later stays.
const SEARCHED: usize = 64 * 1024;

/// Maximum length of a parameter name in bytes. A value with a longer name does not count as a secret.
const NAME_BYTES: usize = 128;

/// Token prefixes, with the minimum number of bytes after each.
const TOKENS: [(&str, usize); 38] = [
    ("gsk_", 16),
    ("shpat_", 16),
    ("hvs.", 16),
    ("GOCSPX-", 16),
    ("dop_v1_", 16),
    ("glsa_", 16),
    ("dckr_pat_", 16),
    ("xoxc-", 8),
    ("xoxd-", 8),
    ("figd_", 16),
    ("sk-", 16),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("rk_test_", 16),
    ("whsec_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxa-", 8),
    ("xoxb-", 8),
    ("xoxe-", 8),
    ("xoxp-", 8),
    ("xoxr-", 8),
    ("xoxs-", 8),
    ("xapp-", 8),
    ("npm_", 30),
    ("pypi-", 30),
    ("hf_", 20),
    ("AIza", 30),
    ("AKIA", 16),
    ("ASIA", 16),
    ("ya29.", 16),
    ("SG.", 16),
];

/// The minimum length in bytes for a URL parameter `key` to count as a secret.
const KEY: usize = 16;

/// The `Authorization` schemes that are followed by credentials.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

/// The minimum length in bytes of credentials after a scheme. Words in a sentence are mostly shorter.
const CREDENTIALS: usize = 12;

/// The beginning and end of a private key in PEM (RFC 7468).
const PEM: &str = "-----BEGIN ";
const PEM_END: &str = "-----END ";

/// Returns the text without its secrets, or `None` if it contains no secrets.
pub(super) fn redact(text: &str) -> Option<String> {
    let mut search = Search { text, bytes: text.as_bytes(), searched: 0, without_digit: 0 };
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < text.len().min(SEARCHED) {
        match search.secret_at(at) {
            Some(secret) => {
                out.push_str(&text[copied..secret.start]);
                out.push_str(REDACTED);
                copied = secret.end;
                at = secret.end;
            }
            None => at += 1,
        }
    }
    (copied > 0).then(|| out + &text[copied..])
}

/// A search in one text.
struct Search<'t> {
    text: &'t str,
    bytes: &'t [u8],
    /// The position up to which the text was searched for the end of a web token, so that no byte is searched twice.
    searched: usize,
    /// The end of the last text that looked like a token but has no digit.
    without_digit: usize,
}

impl Search<'_> {
    /// Returns the position of the secret announced by the byte at this position.
    fn secret_at(&mut self, at: usize) -> Option<Range<usize>> {
        let byte = self.bytes[at];
        let found = match byte {
            b':' => self.user_info(at),
            b'?' | b'&' | b'#' => self.value(at + 1, Ends::Parameter),
            b'-' => self.private_key(at),
            _ if byte.is_ascii_alphabetic() && self.begins_word(at) => {
                self.web_token(at).or_else(|| self.credentials(at)).or_else(|| self.token(at, |_| true))
            }
            _ if byte.is_ascii_lowercase() => self.token(at, is_distinctive),
            _ => None,
        };
        // A name is examined once, from its start.
        let begins_name =
            is_of_name(byte) && (at == 0 || !is_of_name(self.bytes[at - 1]) || ends_in_escape(&self.bytes[..at]));
        found.or_else(|| if begins_name { self.value(at, Ends::Word).or_else(|| self.member(at)) } else { None })
    }

    /// Returns the value of a JSON member within a longer text, such as `HTTP 401: {"token":"…"}`, given its name's
    /// position. Quotes may be single, as Python writes them, or escaped.
    fn member(&self, start: usize) -> Option<Range<usize>> {
        let quote = *self.bytes[..start].last().filter(|byte| matches!(byte, b'"' | b'\''))?;
        let length = self.bytes[start..].iter().take(NAME_BYTES + 1).take_while(|byte| is_of_name(**byte)).count();
        let name = &self.text[start..start + length];
        if length > NAME_BYTES || !is_secret(name) {
            return None;
        }
        let is_escaped = self.bytes[..start - 1].ends_with(b"\\");
        let after_quote = |at: usize| {
            let at = at + usize::from(is_escaped && self.bytes.get(at) == Some(&b'\\'));
            (self.bytes.get(at) == Some(&quote)).then_some(at + 1)
        };
        let skip = |at: usize| {
            at + self.bytes[at..].iter().take(NAME_BYTES).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
        };
        let colon = skip(after_quote(start + length)?);
        let value = after_quote(skip(self.bytes.get(colon).filter(|byte| **byte == b':').map(|_| colon + 1)?))?;
        let rest = &self.bytes[value..];
        let is_end = |at: &usize| rest[*at] == quote && (is_escaped || *at == 0 || rest[at - 1] != b'\\');
        let length = (0..rest.len()).find(is_end).unwrap_or(rest.len());
        let length = length - usize::from(is_escaped && rest[..length].ends_with(b"\\"));
        (length > 0).then_some(value..value + length)
    }

    /// `user:password@` after `://`.
    fn user_info(&self, at: usize) -> Option<Range<usize>> {
        let start = at + 3;
        let authority = self.bytes[at..].strip_prefix(b"://")?;
        let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b'\\') || ends_url(*byte);
        let length = authority.iter().position(is_end).unwrap_or(authority.len());
        let at = authority[..length].iter().rposition(|&byte| byte == b'@')?;
        (at > 0).then_some(start..start + at)
    }

    /// The value after `name=`, given the name's position.
    fn value(&self, start: usize, ends: Ends) -> Option<Range<usize>> {
        let length = self.bytes[start..].iter().take(NAME_BYTES + 1).take_while(|byte| is_of_name(**byte)).count();
        let equals = start + length;
        if length > NAME_BYTES || self.bytes.get(equals) != Some(&b'=') {
            return None;
        }
        let name = &self.text[start..equals];
        let is_key = ends == Ends::Parameter && name == "key";
        let is_secret = if ends == Ends::Parameter { is_secret_parameter(name) } else { is_secret(name) };
        if !is_secret && !is_key {
            return None;
        }
        let quote = self.bytes.get(equals + 1).copied().filter(|byte| matches!(byte, b'"' | b'\''));
        let value = equals + 1 + usize::from(quote.is_some());
        let is_end = |&byte: &u8| match (quote, ends) {
            (Some(quote), _) => byte == quote,
            (None, Ends::Parameter) => matches!(byte, b'&' | b'#') || ends_url(byte),
            (None, Ends::Word) => byte.is_ascii_whitespace(),
        };
        let rest = &self.bytes[value..];
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        let is_number = || is_count(name) && rest[..length].iter().all(u8::is_ascii_digit);
        // The value of a parameter `key` can be a word, such as a city's name.
        let is_word = || is_key && (length < KEY || !rest[..length].iter().any(u8::is_ascii_digit));
        (length > 0 && !is_number() && !is_word()).then_some(value..value + length)
    }

    /// A private key, up to its end marker or, without one, to the end of the text.
    fn private_key(&self, at: usize) -> Option<Range<usize>> {
        let rest = self.text.get(at..)?.strip_prefix(PEM)?;
        let label = rest.bytes().take_while(|byte| byte.is_ascii_uppercase() || *byte == b' ').take(NAME_BYTES).count();
        if !rest[..label].ends_with("PRIVATE KEY") && !rest[..label].contains("PRIVATE KEY ") {
            return None;
        }
        let end = format!("{PEM_END}{}", &rest[..label]);
        let line = rest.find(&end).map(|at| at + end.len());
        let dashes = |at: usize| at + rest.as_bytes()[at..].iter().take_while(|byte| **byte == b'-').count();
        Some(at..line.map_or(self.text.len(), |line| at + PEM.len() + dashes(line)))
    }

    /// A JSON Web Token: three or more base64url parts, the first one a JSON object (RFC 7519).
    fn web_token(&mut self, at: usize) -> Option<Range<usize>> {
        if at < self.searched || !self.bytes[at..].starts_with(b"eyJ") {
            return None;
        }
        let is_of_token = |byte: &&u8| is_of_token(**byte) || **byte == b'.';
        let length = self.bytes[at..].iter().take_while(is_of_token).count();
        self.searched = at + length;
        (self.text[at..at + length].split('.').count() >= 3).then_some(at..at + length)
    }

    /// Credentials after their scheme.
    fn credentials(&self, at: usize) -> Option<Range<usize>> {
        let is_scheme = |scheme: &&&str| {
            self.bytes.get(at..at + scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme.as_bytes()))
        };
        let scheme = at + SCHEMES.iter().find(is_scheme)?.len();
        let space = self.bytes[scheme..].iter().take(9).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if space == 0 {
            return None;
        }
        let start = scheme + space;
        let is_of_credentials = |byte: &&u8| is_of_token(**byte) || matches!(byte, b'.' | b'~' | b'+' | b'/' | b'=');
        let length = self.bytes[start..].iter().take_while(is_of_credentials).count();
        let credentials = &self.bytes[start..start + length];
        // Words in a sentence have no digits.
        let is_word = !credentials.iter().any(|byte| byte.is_ascii_digit() || *byte == b'=');
        (length >= CREDENTIALS && !is_word).then_some(start..start + length)
    }

    /// A token with a well-known prefix that `counts` accepts.
    fn token(&mut self, at: usize, counts: fn(&str) -> bool) -> Option<Range<usize>> {
        if at < self.without_digit {
            return None;
        }
        let rest = &self.bytes[at..];
        let is_begin = |(begin, _): &&(&str, usize)| {
            begin.as_bytes()[0] == rest[0] && rest.starts_with(begin.as_bytes()) && counts(begin)
        };
        let (begin, minimum) = TOKENS.iter().find(is_begin)?;
        let after = &rest[begin.len()..];
        if after.iter().take(*minimum).take_while(|byte| is_of_token(**byte)).count() < *minimum {
            return None;
        }
        let is_dot = |at: usize| after[at] == b'.' && after.get(at + 1).is_some_and(|byte| is_of_token(*byte));
        let length = (0..after.len()).take_while(|at| is_of_token(after[*at]) || is_dot(*at)).count();
        // Names in a style sheet can start with the same prefix.
        let end = at + begin.len() + length;
        if !after[..length].iter().any(u8::is_ascii_digit) {
            self.without_digit = end;
            return None;
        }
        Some(at..end)
    }

    fn begins_word(&self, at: usize) -> bool {
        let is_inside = |byte: u8| matches!(byte, b'_' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9');
        at == 0 || !is_inside(self.bytes[at - 1]) || ends_in_escape(&self.bytes[..at])
    }
}

/// The characters that end an unquoted value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The end of a URL parameter.
    Parameter,
    /// White space.
    Word,
}

/// Returns whether this prefix also marks a token in the middle of a word, as in `keyghp_…`. Other prefixes would match
/// ordinary words (`task-…`) and base64-encoded images, too.
fn is_distinctive(begin: &str) -> bool {
    begin.len() >= 4 && begin.ends_with(['_', '-'])
}

/// Returns whether a byte can belong to a name before `=`.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'[' | b']' | b'%')
}

/// Returns whether a byte belongs to the base64url alphabet.
fn is_of_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Returns whether a byte ends a URL in a string.
fn ends_url(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'`')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const JWT: &str = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

    #[test]
    fn secrets_in_texts_are_removed() {
        let pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----";
        for (text, expected) in [
            ("postgres://me:hunter2@db/x?sslmode=off".to_owned(), "postgres://[redacted]@db/x?sslmode=off"),
            ("see https://a@b@c.example/x@y.".to_owned(), "see https://[redacted]@c.example/x@y."),
            (
                "https://x.example/?a=1&access_token=hunter2&b=2#c".to_owned(),
                "https://x.example/?a=1&access_token=[redacted]&b=2#c",
            ),
            ("/cb#id_token=hunter2".to_owned(), "/cb#id_token=[redacted]"),
            ("<a href='/x?sig=hunter2'>".to_owned(), "<a href='/x?sig=[redacted]'>"),
            ("key sk-proj-0123456789abcdef_, then".to_owned(), "key [redacted], then"),
            (
                r"GET /\nBearer hunter2hunter2 x\tsk-proj-0123456789abcdef".to_owned(),
                r"GET /\nBearer [redacted] x\t[redacted]",
            ),
            (
                r"a\npin=1234 \u000aauth=hunter2 %20sk-proj-0123456789abcdef".to_owned(),
                r"a\npin=[redacted] \u000aauth=[redacted] %20[redacted]",
            ),
            ("%20sk-proj-0123456789abcdef".to_owned(), "%20[redacted]"),
            ("\x1b[1;31mBearer hunter2hunter2".to_owned(), "\x1b[1;31mBearer [redacted]"),
            ("ghp_0123456789abcdefghij0123456789abcdef".to_owned(), "[redacted]"),
            ("SLACK=xoxb-12345678-abc".to_owned(), "SLACK=[redacted]"),
            ("keyghp_0123456789abcdefghij, 1xapp-1-hunter2".to_owned(), "key[redacted], 1[redacted]"),
            ("SG.0123456789abcdef.hunter2. ASIA0123456789ABCDEF".to_owned(), "[redacted]. [redacted]"),
            ("whsec_0123456789abcdef rk_test_0123456789abcdef".to_owned(), "[redacted] [redacted]"),
            ("/a?%74oken=hunter2&key=0123456789abcdef".to_owned(), "/a?%74oken=[redacted]&key=[redacted]"),
            ("A=1\nDB_PASSWORD=hunter2\nB=2".to_owned(), "A=1\nDB_PASSWORD=[redacted]\nB=2"),
            ("export TOKEN='hunter 2'; run".to_owned(), "export TOKEN='[redacted]'; run"),
            ("run --api-key=hunter2 -v".to_owned(), "run --api-key=[redacted] -v"),
            ("_PASSWORD=a#b&c\n2FA_TOKEN=x".to_owned(), "_PASSWORD=[redacted]\n2FA_TOKEN=[redacted]"),
            ("//registry.example/:_authToken=hunter2".to_owned(), "//registry.example/:_authToken=[redacted]"),
            (
                r#"HTTP 401: {"access_token": "hunter2", "a":"b"}"#.to_owned(),
                r#"HTTP 401: {"access_token": "[redacted]", "a":"b"}"#,
            ),
            ("{'password': 'hunter2'}".to_owned(), "{'password': '[redacted]'}"),
            (r#"got {\"pwd\":\"hunter2\"}"#.to_owned(), r#"got {\"pwd\":\"[redacted]\"}"#),
            (r#"{"password":"a\"hunter2","b":1,}"#.to_owned(), r#"{"password":"[redacted]","b":1,}"#),
            ("Bearer \t hunter2hunter2".to_owned(), "Bearer \t [redacted]"),
            (format!("Bearer {JWT}!"), "Bearer [redacted]!"),
            (format!("a {JWT}, b"), "a [redacted], b"),
            ("authorization: basic dXNlcjpodW50ZXIy".to_owned(), "authorization: basic [redacted]"),
            (format!("{pem}\nrest"), "[redacted]\nrest"),
            (format!("x{}", &pem[..40]), "x[redacted]"),
        ] {
            assert_eq!(redact(&text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "https://example.com/a?b=c&page=2",
            "mailto:me@example.com, ssh://host/a@b",
            "the bearer of this letter, basic authentication",
            "task-sk-ghp_ risk-0123456789abcdef0123",
            "class=\"sk-text-repr-fallback\" Basic Authentication-Methods ?sort_key=name",
            "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
            "eyJhbGciOiJIUzI1NiJ9",
            "tokens: 5; a ? b : c; key=value; ?password=",
            "?=&;#",
            "/search?key=Berlin&max_tokens=100 max_tokens=100 auth_type=basic ?key=not-a-key-but-words",
            r#"say "password" : word, and {"password": 5, "token":"#,
        ] {
            assert_eq!(redact(text), None, "{text}");
        }
    }

    #[test]
    fn a_secret_at_the_end_of_the_searched_part_is_removed_as_a_whole() {
        let before = " ".repeat(SEARCHED - 2);
        let token = "ghp_0123456789abcdefghij";
        assert_eq!(redact(&format!("{before}{token} b")), Some(format!("{before}[redacted] b")));
        assert_eq!(redact(&format!("{before}  {token}")), None);
    }

    #[test]
    fn a_longer_name_names_no_secret() {
        for (length, is_secret) in [(128, true), (129, false)] {
            let name = format!("{:x>length$}", "_token");
            for text in [format!("?{name}=hunter2"), format!("{name}=hunter2"), format!(r#"{{"{name}":"hunter2"}}"#)] {
                assert_eq!(redact(&text).is_some(), is_secret, "{text}");
            }
        }
    }

    #[test]
    fn what_begins_like_tokens_is_searched_once() {
        // If the string were searched again at each prefix, this would take minutes.
        assert_eq!(redact(&("sk-".repeat(21_845) + &"-".repeat(190_000))), None);
    }

    proptest! {
        #[test]
        fn what_is_no_secret_stays_as_it_is(text in "(eyJ|://|[?&#]token=|-----BEGIN |PRIVATE KEY|ghp_[a-z0-9]{18,22}|é|[-. @=a]){0,30}") {
            if let Some(redacted) = redact(&text) {
                let mut rest = text.as_str();
                for part in redacted.split(REDACTED) {
                    let at = rest.find(part);
                    prop_assert!(at.is_some(), "{text:?} became {redacted:?}");
                    rest = &rest[at.unwrap_or_default() + part.len()..];
                }
            }
        }
    }
}
