//! What matching a pattern may take. Most patterns go over the text once, with all of their states at hand; those with
//! lookarounds or backreferences try one way after the other, up to the limit on steps back.

/// States and bytes of text that are gone over as fast as two values are compared.
const STATES: usize = 8;

/// What matching takes, in comparisons.
pub(super) struct Matching {
    pub(super) comparisons: usize,
    /// Whether the limit on steps back may end a match; the validator then tries what would follow from either outcome.
    pub(super) unfinished: bool,
}

impl Matching {
    /// Every pattern is matched with every text.
    pub(super) fn of<'a>(
        patterns: impl Iterator<Item = &'a str>,
        texts: impl Iterator<Item = &'a str>,
        steps_back: usize,
    ) -> Self {
        let (mut all_states, mut going_back) = (0_usize, 0_usize);
        for pattern in patterns {
            all_states = all_states.saturating_add(states(pattern));
            going_back += usize::from(goes_back(pattern));
        }
        let (mut length, mut back, mut unfinished) = (0, 0, false);
        for text in texts {
            length += 1 + text.len();
            let ways = u32::try_from(text.len()).ok().and_then(|length| 2_usize.checked_pow(length));
            unfinished |= ways.is_none_or(|ways| ways > steps_back);
            back += ways.map_or(steps_back, |ways| ways.min(steps_back));
        }
        let comparisons = all_states.saturating_mul(length).saturating_add(going_back.saturating_mul(back)) / STATES;
        Self { comparisons: 1 + comparisons, unfinished: unfinished && going_back > 0 }
    }
}

/// Returns whether `fancy_regex` matches a pattern by backtracking rather than by handing it to the linear engine: it has
/// look-around, backreferences, possessive quantifiers, or word boundaries. Some linear ones with inline flags are
/// taken for backtracking ones, never the other way round.
pub(super) fn goes_back(pattern: &str) -> bool {
    const ESCAPES: &str = "bBZkKgGRX<>";
    let mut characters = pattern.chars().peekable();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(escaped)) if escaped.is_ascii_digit() || ESCAPES.contains(*escaped) => return true,
            ('\\', _) => _ = characters.next(),
            ('[', _) => {
                while let Some(inner) = characters.next().filter(|&inner| inner != ']') {
                    if inner == '\\' {
                        characters.next();
                    }
                }
            }
            ('(', Some('*')) => return true,
            ('(', Some('?')) => {
                let mut group = characters.clone().skip(1).skip_while(|&character| character == 'P');
                let named = group.next() == Some('<') && group.next().is_some_and(|first| !"=!".contains(first));
                characters.next();
                if !named && characters.peek() != Some(&':') {
                    return true;
                }
            }
            ('+', _) if "*+?}".contains(previous) => return true,
            _ => {}
        }
        // An escaped character is not a quantifier.
        previous = if character == '\\' { ' ' } else { character };
    }
    false
}

/// The states of the automaton that a pattern becomes, roughly: its characters, repetitions counted as often as they
/// are written out.
pub(super) fn states(pattern: &str) -> usize {
    const CLASS_OF_UNICODE: usize = 256;
    let mut groups = vec![0_usize];
    let mut last = 0;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        last = match character {
            '(' => {
                groups.push(0);
                continue;
            }
            ')' if groups.len() > 1 => groups.pop().unwrap_or_default(),
            '{' => {
                let counts: String = characters.by_ref().take_while(|&character| character != '}').collect();
                let most = counts.split(',').filter_map(|count| count.trim().parse().ok()).max().unwrap_or(1_usize);
                last.saturating_mul(most)
            }
            '[' => {
                let mut states = 1;
                while let Some(character) = characters.next().filter(|&character| character != ']') {
                    if character == '\\' && characters.next().is_some_and(|escaped| "pP".contains(escaped)) {
                        states = CLASS_OF_UNICODE;
                    }
                }
                states
            }
            '\\' if characters.next().is_some_and(|escaped| "pP".contains(escaped)) => CLASS_OF_UNICODE,
            _ => 1,
        };
        if let Some(group) = groups.last_mut() {
            *group = group.saturating_add(last);
        }
    }
    groups.into_iter().fold(1, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_count_as_often_as_they_may_happen() {
        assert_eq!(states("abc"), 4);
        assert!((100..150).contains(&states("^[a-z]{1,100}$")));
        assert!((10_000..11_000).contains(&states("(a{100}b){1,100}")));
        assert_eq!(states(&"(a{1000}){1000}".replace('a', "(a{1000000}){1000000000000}")), usize::MAX);
    }

    #[test]
    fn only_some_patterns_go_back() {
        for pattern in
            [r"^[a-z]+\d{3}$", r"(?:a|b)*", r"\.\+?", r"\(\?=", r"^[\w.*+-]+@[^(?=)]+$", r"(?<n>a)", r"\*+a", r"[\]*+]"]
        {
            assert!(!goes_back(pattern), "{pattern}");
        }
        for pattern in
            [r"(?=a)", r"(?!a)b", r"(?<=a)", r"(a)\1", r"a*+", r"(?<n>a)\k<n>", r"\ba", r"[](?=a)]", r"a{2}+"]
        {
            assert!(goes_back(pattern), "{pattern}");
        }
        let matching = |text: &str| Matching::of(["(?=a)a*", "b"].into_iter(), [text].into_iter(), 100_000);
        let short = matching("aaaa");
        assert!(short.comparisons < 20 && !short.unfinished);
        let long = matching(&"a".repeat(100));
        assert!(long.comparisons > 10_000 && long.unfinished);
    }
}
