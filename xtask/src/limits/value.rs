//! The values of constants, formatted for readers.

use super::constants::Constant;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Returns whether a constant is a number or a duration.
pub(super) fn is_number(constant: &Constant) -> bool {
    milliseconds(&constant.value).is_some() || evaluate(&constant.value).is_some()
}

/// Returns a value such as `16 MiB`, `30 s` or `10,000`. Any other expression stays unchanged.
pub(super) fn for_people(constant: &Constant) -> String {
    let Constant { name, value, comment } = constant;
    if let Some(milliseconds) = milliseconds(value) {
        return time(milliseconds);
    }
    let Some(number) = evaluate(value) else { return format!("`{value}`") };
    if name.ends_with("_MS") {
        return time(number);
    }
    let is_size = value.contains("<< 20") || value.contains("<< 10") || value.contains("* 1024");
    let is_bytes = is_size || name.split('_').any(|word| word == "BYTES") || comment.contains("byte");
    match number {
        _ if !is_bytes || !number.is_multiple_of(KIB) || number == 0 => separated(number),
        _ if number.is_multiple_of(MIB) => format!("{} MiB", separated(number / MIB)),
        _ => format!("{} KiB", separated(number / KIB)),
    }
}

fn time(milliseconds: u64) -> String {
    match milliseconds {
        _ if milliseconds.is_multiple_of(60_000) && milliseconds > 120_000 => format!("{} min", milliseconds / 60_000),
        _ if milliseconds.is_multiple_of(1_000) => format!("{} s", separated(milliseconds / 1_000)),
        _ => format!("{} ms", separated(milliseconds)),
    }
}

/// Returns the milliseconds of an expression such as `Duration::from_secs(5 * 60)`.
fn milliseconds(value: &str) -> Option<u64> {
    let (_, unit) = value.split_once("Duration::from_")?;
    let (unit, count) = unit.strip_suffix(')')?.split_once('(')?;
    let factor = match unit {
        "millis" => 1,
        "secs" => 1_000,
        "mins" => 60_000,
        "hours" => 3_600_000,
        _ => return None,
    };
    Some(evaluate(count)? * factor)
}

/// Evaluates numbers, sums, products and shifts, in their order of precedence.
fn evaluate(value: &str) -> Option<u64> {
    let all = |separator: &str| value.split(separator).map(|part| evaluate(part.trim())).collect::<Option<Vec<_>>>();
    if let Some((number, shift)) = value.split_once("<<") {
        return evaluate(number.trim())?.checked_shl(evaluate(shift.trim())?.try_into().ok()?);
    }
    if value.contains('+') {
        return all("+")?.into_iter().try_fold(0, u64::checked_add);
    }
    if value.contains('*') {
        return all("*")?.into_iter().try_fold(1, u64::checked_mul);
    }
    let digits = value.replace('_', "");
    if let Some((digits, exponent)) = digits.split_once('e') {
        return digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(exponent.parse().ok()?)?);
    }
    digits.parse().ok()
}

/// Separates the thousands by commas.
fn separated(number: u64) -> String {
    let digits = number.to_string();
    let pieces: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    pieces.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, value: &str, comment: &str) -> String {
        let [name, value, comment] = [name, value, comment].map(str::to_owned);
        for_people(&Constant { name, value, comment })
    }

    #[test]
    fn values_have_the_unit_that_people_expect() {
        for (name, value, comment, expected) in [
            ("ROWS", "10_000", "", "10,000"),
            ("MAX", "32 << 20", "", "32 MiB"),
            ("MAX", "64 * 1024", "", "64 KiB"),
            ("MAX", "4096", "The maximum size in bytes.", "4 KiB"),
            ("WAIT_MS", "5 * 60_000", "", "5 min"),
            ("WAIT", "Duration::from_secs(30)", "", "30 s"),
            ("WAIT", "Duration::from_millis(500)", "", "500 ms"),
            ("MOST", "4e6", "", "4,000,000"),
            ("MOST", "OTHER - 1", "", "`OTHER - 1`"),
        ] {
            assert_eq!(shown(name, value, comment), expected, "{value}");
        }
    }
}
