//! CRC-32 checksums that can be combined, so that the page's checksum is computed from its parts' checksums. A CRC over
//! a few bytes needs no library, whose tables would add 16 kB to every component.

/// The generator polynomial for CRC-32 (ISO-HDLC), reflected: the highest bit is x⁰.
const GENERATOR: u32 = 0xedb8_8320;
const ONE: u32 = 1 << 31;
/// The polynomial x⁸. Multiplying a checksum by it moves the checksum past one more byte.
const BYTE: u32 = 1 << 23;

/// A string's CRC-32, and its length in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checksum {
    pub(super) crc: u32,
    pub(super) length: u32,
}

impl Checksum {
    /// Computes the checksum bit by bit. That is slow, but the strings are short: checksums of long strings are
    /// computed at build time.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let step = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| times_x(crc));
        let crc = !bytes.iter().fold(!0, step);
        Self { crc, length: u32::try_from(bytes.len()).expect("a page is smaller than 4 GiB") }
    }

    /// Returns the checksum for this text followed by `next`.
    ///
    /// To account for `n` bytes after a string, its CRC is multiplied by x⁸ⁿ, in a number of steps logarithmic in `n`.
    pub(super) fn followed_by(self, next: Self) -> Self {
        let (mut moved, mut power, mut bytes) = (self.crc, BYTE, next.length);
        while bytes > 0 {
            if bytes % 2 == 1 {
                moved = product(moved, power);
            }
            power = product(power, power);
            bytes /= 2;
        }
        Self { crc: moved ^ next.crc, length: self.length + next.length }
    }
}

/// Multiplies two polynomials modulo the generator.
fn product(a: u32, b: u32) -> u32 {
    let add = |(sum, b): (u32, u32), at: u32| (if a & (ONE >> at) == 0 { sum } else { sum ^ b }, times_x(b));
    (0..32).fold((0, b), add).0
}

/// Multiplies a polynomial by x, modulo the generator.
fn times_x(a: u32) -> u32 {
    (a >> 1) ^ if a & 1 == 0 { 0 } else { GENERATOR }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_matches_the_check_value() {
        // The check value for this CRC in the standard catalogs.
        assert_eq!(Checksum::of(b"123456789"), Checksum { crc: 0xcbf4_3926, length: 9 });
        assert_eq!(Checksum::of(b""), Checksum::default());
    }

    #[test]
    fn checksums_of_parts_combine_to_that_of_the_whole() {
        let text = b"The quick brown fox jumps over the lazy dog".repeat(50);
        for at in [0, 1, 7, 8, 1_000, text.len()] {
            let (left, right) = text.split_at(at);
            assert_eq!(Checksum::of(left).followed_by(Checksum::of(right)), Checksum::of(&text), "{at}");
        }
    }
}
