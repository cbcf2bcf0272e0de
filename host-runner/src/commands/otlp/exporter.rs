//! The export's tasks: one per recording reads records, and one sends spans. Traffic never waits for them.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use http::{HeaderMap, Uri};
use prost::Message as _;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower_mcp_ui::Traffic;
use tower_mcp_ui::traffic::TrafficEvent;

use super::delivery::{Collector, Outcome};
use super::operations::{Ended, Operations};
use super::queue::{Queue, SPANS};
use crate::commands::Failure;
use crate::commands::harmless::harmless;

/// The time to collect spans before they are sent.
const BATCH_DELAY: Duration = Duration::from_millis(500);

/// The pause after the first failure. It doubles with each additional failure.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Maximum pause after a failure, at which the doubling stops.
const LAST_PAUSE: Duration = Duration::from_secs(30);

/// Time at program end for recent messages to become records, because messages are read in the background. Later
/// messages are not exported.
const LAST_RECORDS: Duration = Duration::from_millis(50);

/// Timeout for sending the last spans at program end, after which the rest is lost.
const LAST_SPANS: Duration = Duration::from_secs(2);

/// The export to one collector.
pub(crate) struct Exporter {
    queue: Arc<Queue>,
    /// The service name, if the environment sets it.
    service: Option<String>,
    with_content: bool,
    /// Tells the readers that no more records will come.
    stop_reading: watch::Sender<bool>,
    /// Tells the sender that no more spans will come, once the readers have ended.
    stop_sending: watch::Sender<bool>,
    readers: Vec<JoinHandle<()>>,
    sender: JoinHandle<()>,
}

impl Exporter {
    pub(super) fn start(
        url: &Uri,
        headers: HeaderMap,
        service: Option<String>,
        with_content: bool,
    ) -> Result<Self, Failure> {
        let (queue, collector) = (Arc::new(Queue::default()), Collector::new(url, headers)?);
        let (stop_reading, _) = watch::channel(false);
        let (stop_sending, stopped) = watch::channel(false);
        let sender = Sender { queue: Arc::clone(&queue), collector, stopped, trouble: Trouble::None };
        let sender = tokio::spawn(sender.run());
        Ok(Self { queue, service, with_content, stop_reading, stop_sending, readers: Vec::new(), sender })
    }

    /// Exports everything recorded from now on.
    pub(crate) fn follow(&mut self, traffic: &Traffic) {
        let given: Option<Arc<str>> = self.service.as_deref().map(Into::into);
        let (queue, mut operations) = (Arc::clone(&self.queue), Operations::new(self.with_content));
        let (mut records, stopped) = (traffic.subscribe(), self.stop_reading.subscribe());
        self.readers.push(tokio::spawn(async move {
            let mut end = pin!(end_of_records(stopped));
            let send = |ended: Vec<Ended>| {
                for (name, span) in ended {
                    queue.push(given.as_ref().unwrap_or(&name), span);
                }
            };
            loop {
                let event = tokio::select! {
                    // Stops only when no more records are waiting.
                    biased;
                    event = records.next() => event,
                    () = &mut end => None,
                };
                match event {
                    Some(TrafficEvent::Record { record, .. }) => send(operations.read(record.get())),
                    Some(TrafficEvent::Missed { from, to, .. }) => queue.lose(to + 1 - from),
                    Some(_) => {}
                    None => break,
                }
            }
            send(operations.finish());
        }));
    }

    /// Sends the last spans, within a time limit.
    pub(crate) async fn shut_down(self) {
        let _ = self.stop_reading.send(true);
        join_all(self.readers).await;
        let _ = self.stop_sending.send(true);
        if tokio::time::timeout(LAST_SPANS, self.sender).await.is_err() {
            tracing::debug!("the last spans were not sent in time");
        }
    }
}

/// Waits until the program ends, and then until earlier messages have become records.
async fn end_of_records(mut stopped: watch::Receiver<bool>) {
    let _ = stopped.wait_for(|is_stopped| *is_stopped).await;
    tokio::time::sleep(LAST_RECORDS).await;
}

/// The task that sends spans.
struct Sender {
    queue: Arc<Queue>,
    collector: Collector,
    stopped: watch::Receiver<bool>,
    trouble: Trouble,
}

/// The trouble with the collector that the user has been told about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    None,
    Away,
    Refuses,
}

impl Sender {
    async fn run(mut self) {
        while self.batch_is_due().await {
            while let Some((request, count)) = self.queue.take() {
                self.deliver(request.encode_to_vec().into(), count).await;
            }
        }
    }

    /// Waits for spans, and briefly for more. Returns `false` when no more will come.
    async fn batch_is_due(&mut self) -> bool {
        tokio::select! {
            biased;
            () = self.queue.filled() => {}
            _ = self.stopped.wait_for(|is_stopped| *is_stopped) => return false,
        }
        self.pause(BATCH_DELAY).await;
        true
    }

    /// Sends spans until the collector takes or refuses them, or the program ends.
    async fn deliver(&mut self, spans: Bytes, count: u64) {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.collector.send(spans.clone()).await {
                Outcome::Taken { rejected } => {
                    self.queue.lose(rejected);
                    return self.recover();
                }
                Outcome::Refused(reason) => {
                    self.queue.lose(count);
                    return self.report(Trouble::Refuses, &reason);
                }
                Outcome::Later(reason, asked) => {
                    self.report(Trouble::Away, &reason);
                    if *self.stopped.borrow() {
                        return;
                    }
                    self.pause(asked.unwrap_or_else(|| jittered(pause))).await;
                    pause = longer(pause);
                }
            }
        }
    }

    /// Waits, but not beyond the program's end.
    async fn pause(&mut self, duration: Duration) {
        let _ = tokio::time::timeout(duration, self.stopped.wait_for(|is_stopped| *is_stopped)).await;
    }

    /// Reports trouble with the collector, once.
    fn report(&mut self, trouble: Trouble, reason: &str) {
        if std::mem::replace(&mut self.trouble, trouble) == trouble {
            return;
        }
        let url = self.collector.url();
        let text = match trouble {
            Trouble::Refuses => format!("The collector at {url} refuses the spans, so they are lost. {reason}"),
            _ => format!(
                "The collector at {url} cannot be used. {reason} Up to {SPANS} spans wait until it is back; nothing else \
                 is affected."
            ),
        };
        say(&text);
    }

    /// Reports that the collector is back, once.
    fn recover(&mut self) {
        if std::mem::replace(&mut self.trouble, Trouble::None) == Trouble::None {
            return;
        }
        let lost = match self.queue.take_lost() {
            0 => String::new(),
            1 => " One span was lost.".to_owned(),
            lost => format!(" {lost} spans were lost."),
        };
        say(&format!("The collector at {} accepts spans again.{lost}", self.collector.url()));
    }
}

fn say(text: &str) {
    eprintln!("{}", harmless(text));
}

/// Shortens a pause randomly by up to half, so that several programs do not return at the same time.
fn jittered(pause: Duration) -> Duration {
    let mut random = [0];
    getrandom::fill(&mut random).expect("the system has a source of random numbers");
    pause.mul_f64(1.0 - f64::from(random[0]) / 512.0)
}

/// Returns the pause after another failure.
fn longer(pause: Duration) -> Duration {
    (pause * 2).min(LAST_PAUSE)
}

#[cfg(test)]
mod tests {
    use opentelemetry_proto::tonic::trace::v1::Span;
    use tokio::net::TcpListener;
    use tokio::time::Instant;
    use tower_mcp_ui::TrafficSettings;

    use super::*;

    /// Starts an export to a collector that never responds.
    async fn start() -> (TcpListener, Exporter) {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1/traces", silent.local_addr().unwrap()).parse().unwrap();
        (silent, Exporter::start(&url, HeaderMap::new(), None, false).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_spans_delay_the_end_by_two_seconds() {
        let (_silent, exporter) = start().await;
        exporter.queue.push(&"server".into(), Span::default());
        let begin = Instant::now();
        exporter.shut_down().await;
        assert_eq!(begin.elapsed().as_secs(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_records_are_waited_for_briefly() {
        let (_silent, mut exporter) = start().await;
        let traffic = Traffic::new(TrafficSettings::new());
        exporter.follow(&traffic);
        let begin = Instant::now();
        exporter.shut_down().await;
        assert!((50..60).contains(&begin.elapsed().as_millis()), "{:?}", begin.elapsed());
    }

    #[test]
    fn pauses_become_longer_up_to_half_a_minute() {
        let pauses = std::iter::successors(Some(FIRST_PAUSE), |pause| Some(longer(*pause)));
        let seconds: Vec<_> = pauses.take(7).map(|pause| pause.as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 30, 30]);
    }
}
