use crate::error::ConfigError;
use crate::origin::Origin;
use crate::setting::Setting;

/// Parses an origin list. Errors mention the setting.
pub(crate) fn parse_origins<O: AsRef<str>>(
    setting: Setting,
    origins: impl IntoIterator<Item = O>,
) -> Result<Vec<Origin>, ConfigError> {
    let parse = |origin: O| {
        let origin = origin.as_ref();
        let wrong =
            || ConfigError::invalid(setting, origin, "origins such as \"https://tools.example.com\", without a path");
        Origin::parse(origin).ok_or_else(wrong)
    };
    origins.into_iter().map(parse).collect()
}

/// Parses and joins the sources for a `frame-ancestors` directive (CSP Level 3). Errors mention the setting.
pub(crate) fn parse_frame_ancestors<S: AsRef<str>>(
    setting: Setting,
    sources: impl IntoIterator<Item = S>,
) -> Result<String, ConfigError> {
    let mut joined = Vec::new();
    for source in sources {
        let source = source.as_ref();
        if source != "'self'" && source != "'none'" && Origin::parse(&source.replacen("://*.", "://", 1)).is_none() {
            return Err(ConfigError::invalid(
                setting,
                source,
                "\"'self'\", \"'none'\" or origins such as \"https://*.example.com\"",
            ));
        }
        if source.contains([';', ',', ' ']) {
            return Err(ConfigError::invalid(setting, source, "a single source, without \";\", \",\" or spaces"));
        }
        joined.push(source.to_owned());
    }
    if joined.is_empty() {
        joined.push("'none'".to_owned());
    }
    if joined.len() > 1 && joined.iter().any(|source| source == "'none'") {
        return Err(ConfigError::invalid(setting, joined.join(" "), "\"'none'\" alone, or sources without it"));
    }
    Ok(joined.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame_ancestors<S: AsRef<str>>(sources: impl IntoIterator<Item = S>) -> Result<String, ConfigError> {
        parse_frame_ancestors(Setting::FRAME_ANCESTORS, sources)
    }

    #[test]
    fn frame_ancestors_cannot_break_out_of_the_directive() {
        assert_eq!(frame_ancestors(["'self'", "https://*.a.example"]).unwrap(), "'self' https://*.a.example");
        assert_eq!(frame_ancestors([""; 0]).unwrap(), "'none'");
        for wrong in ["https://a; script-src *", "https://a,b", "*", "a b", "'unsafe-inline'", ""] {
            assert!(frame_ancestors([wrong]).is_err(), "{wrong:?}");
        }
        assert!(frame_ancestors(["'none'", "'self'"]).is_err());
    }
}
