use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A duration in seconds, possibly with a fraction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(pub(crate) Duration);

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let duration = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        duration.filter(|duration| !duration.is_zero()).map(Self).ok_or("expected a number of seconds greater than 0")
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_secs_f64().fmt(f)
    }
}
