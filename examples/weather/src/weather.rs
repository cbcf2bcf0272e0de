//! Invented weather.

use std::f64::consts::TAU;

pub(crate) struct City {
    pub(crate) name: &'static str,
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
    /// The usual afternoon temperature.
    warmth: i32,
    /// The temperature difference between afternoon and night.
    swing: i32,
    /// The percentage of rainy days.
    wetness: i32,
}

const fn city(name: &'static str, latitude: f64, longitude: f64, warmth: i32, swing: i32, wetness: i32) -> City {
    City { name, latitude, longitude, warmth, swing, wetness }
}

pub(crate) const CITIES: [City; 5] = [
    city("Oslo", 59.91, 10.75, 11, 6, 45),
    city("Lisbon", 38.72, -9.14, 22, 7, 25),
    city("Nairobi", -1.29, 36.82, 25, 10, 35),
    city("São Paulo", -23.55, -46.63, 26, 8, 50),
    city("Reykjavík", 64.15, -21.94, 2, 4, 60),
];

pub(crate) struct Day {
    pub(crate) number: u64,
    pub(crate) high: i32,
    pub(crate) low: i32,
    /// The rainfall in millimeters.
    pub(crate) rain: i32,
    /// The wind speed in kilometers per hour.
    pub(crate) wind: i32,
    clouds: i32,
}

impl Day {
    pub(crate) fn sky(&self) -> &'static str {
        match self {
            Self { rain: 1.., high: ..=2, .. } => "snow",
            Self { rain: 1.., .. } => "rain",
            Self { clouds: 50.., .. } => "cloudy",
            _ => "clear",
        }
    }
}

pub(crate) fn day(city: &City, number: u64) -> Day {
    let chance = |of: &str, limit: i32| chance(&format!("{} {number} {of}", city.name), limit);
    let high = city.warmth + chance("high", 9) - 4;
    let wet = chance("rain", 100) < city.wetness;
    Day {
        number,
        high,
        low: high - city.swing - chance("low", 4),
        rain: if wet { 1 + chance("amount", 14) } else { 0 },
        wind: 4 + chance("wind", 28),
        clouds: chance("clouds", 100),
    }
}

/// Returns the temperature for each hour: lowest at night, highest in the afternoon.
pub(crate) fn hours(day: &Day) -> Vec<f64> {
    let between = |share: f64| {
        let (low, high) = (f64::from(day.low), f64::from(day.high));
        ((low + (high - low) * share) * 10.0).round() / 10.0
    };
    (0..24).map(|hour| between(0.5 + 0.5 * (TAU * f64::from(hour - 15) / 24.0).cos())).collect()
}

/// Returns a pseudo-random number below `limit` that depends only on the text (FNV-1a).
fn chance(text: &str, limit: i32) -> i32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    i32::try_from(hash >> 8).map_or(0, |hash| hash % limit)
}
