//! The traffic records in a Redis stream, which every replica appends to and reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt as _};
use redis::aio::MultiplexedConnection;
use redis::streams::{StreamMaxlen, StreamRangeReply, StreamReadOptions, StreamReadReply};
use redis::{AsyncCommands as _, AsyncConnectionConfig, Client, RedisResult};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tower_mcp_ui::traffic::TrafficBus;

/// The stream's key.
const KEY: &str = "mcp-ui:traffic";

/// The field in an entry that holds the record.
const FIELD: &str = "record";

/// The approximate number of entries kept in the stream, so that slow replicas can catch up.
const ENTRIES: StreamMaxlen = StreamMaxlen::Approx(1_000);

/// The maximum number of records waiting to be sent. Additional records are dropped.
const WAITING: usize = 256;

/// The maximum number of entries to read at once.
const ENTRIES_AT_ONCE: usize = 16;

/// The time in milliseconds after which Redis answers that there are no new entries.
const BLOCK: u16 = 5_000;

/// The timeout for an answer from Redis, apart from the time that Redis waits for new entries.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The pause after a failed attempt to send a record.
const PAUSE: Duration = Duration::from_secs(1);

/// A [`TrafficBus`] on a Redis stream.
pub(crate) struct RedisBus {
    client: Client,
    waiting: Sender<Bytes>,
    /// The number of records dropped since the last record that was sent.
    dropped: Arc<AtomicU64>,
}

impl RedisBus {
    /// Creates a bus, which connects in the background. Must be called within a tokio runtime.
    pub(crate) fn new(url: &str) -> RedisResult<Self> {
        let client = Client::open(url)?;
        let (waiting, records) = channel(WAITING);
        let dropped = Arc::default();
        tokio::spawn(send(client.clone(), records, Arc::clone(&dropped)));
        Ok(Self { client, waiting, dropped })
    }
}

impl TrafficBus for RedisBus {
    fn publish(&self, record: Bytes) {
        if self.waiting.try_send(record).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn subscribe(&self) -> BoxStream<'static, Bytes> {
        let client = self.client.clone();
        // The first error ends the stream.
        let reader = stream::once(async move { logged(Reader::begin(&client).await) });
        let batches = reader.filter_map(std::future::ready).flat_map(|reader| {
            stream::unfold(reader, async |mut reader| logged(reader.next().await).map(|batch| (batch, reader)))
        });
        batches.flat_map(stream::iter).boxed()
    }
}

/// Sends records until the bus is dropped, reconnecting when the connection is lost.
async fn send(client: Client, mut records: Receiver<Bytes>, dropped: Arc<AtomicU64>) {
    let mut connection = None;
    while let Some(record) = records.recv().await {
        if let Err(error) = add(&client, &mut connection, &record).await {
            tracing::debug!(%error, "record not sent");
            dropped.fetch_add(1, Ordering::Relaxed);
            connection = None;
            tokio::time::sleep(PAUSE).await;
            continue;
        }
        let dropped = dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            tracing::warn!(dropped, "records not sent to the other replicas");
        }
    }
}

async fn add(client: &Client, connection: &mut Option<MultiplexedConnection>, record: &[u8]) -> RedisResult<()> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(connect(client, TIMEOUT).await?),
    };
    connection.xadd_maxlen(KEY, ENTRIES, "*", &[(FIELD, record)]).await
}

async fn connect(client: &Client, timeout: Duration) -> RedisResult<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new().set_connection_timeout(Some(TIMEOUT)).set_response_timeout(Some(timeout));
    client.get_multiplexed_async_connection_with_config(&config).await
}

fn logged<T>(result: RedisResult<T>) -> Option<T> {
    result.inspect_err(|error| tracing::debug!(%error, "records not read")).ok()
}

/// A stream reader.
struct Reader {
    connection: MultiplexedConnection,
    /// The id of the last entry read.
    last: String,
}

impl Reader {
    /// Connects, and starts after the newest entry.
    async fn begin(client: &Client) -> RedisResult<Self> {
        let mut connection = connect(client, Duration::from_millis(BLOCK.into()) + TIMEOUT).await?;
        let newest: StreamRangeReply = connection.xrevrange_count(KEY, "+", "-", 1).await?;
        let last = newest.ids.into_iter().next().map_or_else(|| "0".to_owned(), |entry| entry.id);
        Ok(Self { connection, last })
    }

    /// Waits for the next records.
    async fn next(&mut self) -> RedisResult<Vec<Bytes>> {
        let options = StreamReadOptions::default().block(BLOCK.into()).count(ENTRIES_AT_ONCE);
        loop {
            let reply: Option<StreamReadReply> = self.connection.xread_options(&[KEY], &[&self.last], &options).await?;
            let entries: Vec<_> = reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids).collect();
            if let Some(last) = entries.last() {
                self.last.clone_from(&last.id);
                return Ok(entries.iter().filter_map(|entry| entry.get(FIELD)).collect());
            }
        }
    }
}
