//! The file with stored grants: `authorization.json` in the user's state folder.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use tower_mcp_ui::authorization::{Client, Grant};
use url::Url;

/// Timeout for waiting for another program to write the file, after which the change fails.
const LOCK: Duration = Duration::from_secs(5);

/// Timeout for waiting for another program to refresh, keep or forget a grant, after which a refresh fails.
const TURN: Duration = Duration::from_secs(30);

/// The pause between two attempts to lock a file.
const LOOK: Duration = Duration::from_millis(50);

/// Maximum number of replaced grants that are revoked along with their successor. Older grants are forgotten.
const MAX_EARLIER: usize = 8;

/// Creates a folder that only its owner can use.
fn private_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// A stored grant.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Kept {
    /// The grant.
    pub grant: Grant,
    /// The redirect URI registered for the grant's client.
    pub redirect_uri: Url,
    /// Grants that this grant has replaced, the oldest first. All of them are revoked together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Grant>,
}

impl Kept {
    pub(super) fn new(grant: Grant, redirect_uri: Url) -> Self {
        Self { grant, redirect_uri, earlier: Vec::new() }
    }

    /// This grant, preceded by the earlier grants to be revoked with it.
    pub(super) fn into_grants(self) -> impl Iterator<Item = Grant> {
        self.earlier.into_iter().chain([self.grant])
    }

    /// Adds grants that this one replaces.
    pub(super) fn replace(&mut self, replaced: impl Iterator<Item = Grant>) {
        let revocable = replaced.filter(|grant| grant.revocation().is_some());
        let all: Vec<Grant> = std::mem::take(&mut self.earlier).into_iter().chain(revocable).collect();
        for grant in all {
            if !is_same_token(&grant, &self.grant) && !self.earlier.iter().any(|other| is_same_token(other, &grant)) {
                self.earlier.push(grant);
            }
        }
        self.earlier.drain(..self.earlier.len().saturating_sub(MAX_EARLIER));
    }
}

/// Returns true if both grants hold the same tokens, so that revoking one revokes the other.
pub(super) fn is_same_token(one: &Grant, other: &Grant) -> bool {
    (&one.access_token, &one.refresh_token) == (&other.access_token, &other.refresh_token)
}

/// Stored grants, in a file that only its owner can read.
#[derive(Clone, Debug)]
pub struct Store {
    path: PathBuf,
}

#[derive(Default, Serialize, Deserialize)]
struct Content {
    grants: Vec<Kept>,
}

impl Store {
    /// The user's file.
    ///
    /// # Errors
    ///
    /// If the user has no home folder.
    pub fn of_user() -> io::Result<Self> {
        let folders = etcetera::choose_base_strategy().map_err(io::Error::other)?;
        let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
        Ok(Self { path: folder.join("mcp-ui").join("authorization.json") })
    }

    /// A file at another path.
    pub fn at(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned() }
    }

    /// All stored grants.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not in this program's format.
    pub fn all(&self) -> io::Result<Vec<Kept>> {
        match fs::read(&self.path) {
            Ok(bytes) => serde_json::from_slice::<Content>(&bytes).map(|content| content.grants).map_err(|error| {
                let text = format!("{} cannot be read: {error}. Remove it to start over.", self.path.display());
                io::Error::new(io::ErrorKind::InvalidData, text)
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Returns the stored grant for an MCP endpoint.
    ///
    /// # Errors
    ///
    /// As for [`all`](Self::all).
    pub fn find(&self, endpoint: &Url) -> io::Result<Option<Kept>> {
        Ok(self.all()?.into_iter().find(|kept| kept.grant.endpoint == *endpoint))
    }

    /// Keeps a grant in place of an earlier grant for the same endpoint. Both are revoked together.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn keep(&self, mut kept: Kept) -> io::Result<()> {
        self.change(|grants| {
            let is_replaced = |other: &mut Kept| other.grant.endpoint == kept.grant.endpoint;
            let replaced: Vec<Kept> = grants.extract_if(.., is_replaced).collect();
            kept.replace(replaced.into_iter().flat_map(Kept::into_grants));
            grants.push(kept);
        })
    }

    /// Replaces the earlier grant, unless it is no longer there. Returns true if the new grant was stored.
    pub(super) fn replace(&self, earlier: &Kept, grant: Grant) -> io::Result<bool> {
        let is_earlier = |other: &&mut Kept| other.grant == earlier.grant;
        self.change(|grants| grants.iter_mut().find(is_earlier).map(|found| found.grant = grant).is_some())
    }

    /// Forgets all grants for a client.
    pub(super) fn forget_client(&self, client: &Client) -> io::Result<()> {
        self.change(|grants| grants.retain(|kept| kept.grant.client != *client))
    }

    /// Forgets the grant for an endpoint, and returns it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn forget(&self, endpoint: &Url) -> io::Result<Option<Kept>> {
        self.change(|grants| {
            let at = grants.iter().position(|kept| kept.grant.endpoint == *endpoint);
            at.map(|at| grants.remove(at))
        })
    }

    /// Waits for the turn to refresh, keep or forget a grant. If two programs used one refresh token, the server would
    /// revoke the grant.
    pub(super) async fn turn(&self) -> io::Result<File> {
        private_folder(self.path.parent().unwrap_or(Path::new(".")))?;
        let file = self.lock_file("turn")?;
        for _ in 0..TURN.as_millis() / LOOK.as_millis() {
            if file.try_lock().is_ok() {
                return Ok(file);
            }
            tokio::time::sleep(LOOK).await;
        }
        Err(self.is_locked("turn"))
    }

    /// Opens a lock file beside the store.
    fn lock_file(&self, extension: &str) -> io::Result<File> {
        let mut options = File::options();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(self.path.with_extension(extension))
    }

    fn is_locked(&self, extension: &str) -> io::Error {
        let text = format!("{} is locked by another program.", self.path.with_extension(extension).display());
        io::Error::new(io::ErrorKind::TimedOut, text)
    }

    /// Changes the content under a lock, and replaces the file atomically.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<Kept>) -> T) -> io::Result<T> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        private_folder(folder)?;
        let lock = self.lock_file("lock")?;
        // Every program holds this lock only for a moment, so the thread may block.
        let is_free = (0..LOCK.as_millis() / LOOK.as_millis()).any(|_| {
            let is_free = lock.try_lock().is_ok();
            if !is_free {
                std::thread::sleep(LOOK);
            }
            is_free
        });
        if !is_free {
            return Err(self.is_locked("lock"));
        }
        let mut grants = self.all()?;
        let result = change(&mut grants);
        // On Unix, temporary files have mode 0600.
        let mut file = NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, &Content { grants })?;
        file.flush()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::time::Instant;

    use super::*;

    fn kept(token: usize) -> Kept {
        let client = json!({ "issuer": "https://issuer.example", "id": "client", "method": "none" });
        let grant = json!({ "endpoint": "https://server.example/mcp", "client": client,
            "token_endpoint": "https://issuer.example/token", "revocation_endpoint": "https://issuer.example/revoke",
            "access_token": format!("token {token}"), "issued_at": 0 });
        Kept::new(serde_json::from_value(grant).unwrap(), Url::parse("http://127.0.0.1/callback").unwrap())
    }

    #[test]
    fn the_oldest_of_many_replaced_grants_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("authorization.json"));
        for token in 0..=9 {
            store.keep(kept(token)).unwrap();
        }
        let forgotten = store.forget(&kept(0).grant.endpoint).unwrap().unwrap();
        let tokens: Vec<_> = forgotten.into_grants().map(|grant| grant.access_token.reveal().to_owned()).collect();
        assert_eq!(tokens, (1..=9).map(|token| format!("token {token}")).collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_that_another_program_keeps_is_waited_for_half_a_minute() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("authorization.json"));
        let _turn = store.turn().await.unwrap();
        let begin = Instant::now();
        let refused = store.turn().await.unwrap_err();
        assert_eq!((refused.kind(), begin.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
    }
}
