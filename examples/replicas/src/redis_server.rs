//! A Redis server owned by this program.

use std::net::{Ipv4Addr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};

/// The arguments besides the port. They make the server reachable from this machine only, and bound its memory; it
/// writes nothing to disk.
const ARGUMENTS: [&str; 10] =
    ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--maxmemory", "256mb", "--daemonize", "no"];

/// A Redis server on a free port on this machine. It is killed on drop.
pub(crate) struct RedisServer {
    process: Child,
    url: String,
}

impl RedisServer {
    /// Starts `redis-server`, and waits until it answers.
    pub(crate) async fn start() -> Result<Self, String> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
        let port = free.map_err(|error| format!("There is no free port: {error}."))?.port();
        let mut command = Command::new("redis-server");
        command.arg("--port").arg(port.to_string()).args(ARGUMENTS);
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true).spawn();
        let process = process.map_err(|error| {
            format!(
                "redis-server cannot be started: {error}. Install it (on Debian: apt-get install redis-server), or \
                 give the URL of a running server with --redis."
            )
        })?;
        let mut server = Self { process, url: format!("redis://127.0.0.1:{port}") };
        server.wait_until_ready().await?;
        Ok(server)
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Stops the server, and waits until it has exited.
    pub(crate) async fn stop(mut self) {
        if let Err(error) = self.process.kill().await {
            tracing::warn!(%error, "redis-server cannot be stopped");
        }
    }

    async fn wait_until_ready(&mut self) -> Result<(), String> {
        let client = redis::Client::open(&*self.url).map_err(|error| error.to_string())?;
        for _ in 0..100 {
            if client.get_multiplexed_async_connection().await.is_ok() {
                return Ok(());
            }
            if let Ok(Some(status)) = self.process.try_wait() {
                return Err(format!("redis-server has ended ({status})."));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Err("redis-server does not answer.".to_owned())
    }
}
