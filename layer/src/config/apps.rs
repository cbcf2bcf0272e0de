use crate::error::ConfigError;
use crate::setting::Setting;

/// The settings for MCP Apps (`io.modelcontextprotocol/ui`), the tools' apps. The page enforces
/// [`frames`](Self::frames), and the server enforces the hash lists.
///
/// ```
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::config::Apps;
///
/// // Two apps at once, and none that is known to be bad.
/// let bad = "0a8ad0d5d7fee409f2b09bb8c8902d23c740da58d623b1a4b7c8e71879898970";
/// let config = McpUiConfig::new().apps(Apps::new().frames(2).block([bad])?);
/// # Ok::<(), tower_mcp_ui::config::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Apps {
    pub(crate) frames: usize,
    pub(crate) allow: Vec<String>,
    pub(crate) block: Vec<String>,
}

impl Apps {
    /// Creates the default settings, which are documented at each setter.
    pub const fn new() -> Self {
        Self { frames: 10, allow: Vec::new(), block: Vec::new() }
    }

    /// Sets the number of apps that may run at once on a page. Above that number, an app is shown only once the user
    /// closes another app, or lets the new app replace all others. Default 10.
    pub const fn frames(mut self, count: usize) -> Self {
        self.frames = count;
        self
    }

    /// Sets the only apps that may be shown, by their HTML's SHA-256 hash in hexadecimal. Reading any other app results
    /// in 403. Default: empty, which allows all apps.
    ///
    /// # Errors
    ///
    /// If an item is not a SHA-256 hash.
    pub fn allow<H: AsRef<str>>(self, hashes: impl IntoIterator<Item = H>) -> Result<Self, ConfigError> {
        Ok(Self { allow: parse_hashes(Setting::APPS_ALLOW, hashes)?, ..self })
    }

    /// Sets apps that may not be shown, by their HTML's SHA-256 hash in hexadecimal. Reading a blocked app results in
    /// 403, even if it is also in [`allow`](Self::allow). Default: no apps.
    ///
    /// # Errors
    ///
    /// If an item is not a SHA-256 hash.
    pub fn block<H: AsRef<str>>(self, hashes: impl IntoIterator<Item = H>) -> Result<Self, ConfigError> {
        Ok(Self { block: parse_hashes(Setting::APPS_BLOCK, hashes)?, ..self })
    }
}

fn parse_hashes<H: AsRef<str>>(
    setting: Setting,
    hashes: impl IntoIterator<Item = H>,
) -> Result<Vec<String>, ConfigError> {
    let parse = |hash: H| {
        let hash = hash.as_ref();
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let wrong = || ConfigError::invalid(setting, hash, "SHA-256 hashes of 64 hexadecimal digits each");
        is_hash.then(|| hash.to_ascii_lowercase()).ok_or_else(wrong)
    };
    hashes.into_iter().map(parse).collect()
}

impl Default for Apps {
    fn default() -> Self {
        Self::new()
    }
}
