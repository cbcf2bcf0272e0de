//! The instance lifecycle: creation, requests, expiration and end.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use pin_project_lite::pin_project;
use tokio::sync::futures::OwnedNotified;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep, timeout};
use wasmtime::component::GuestTaskId;
use wasmtime::{Engine, Store, StoreContextMut};
use wasmtime_wasi_http::WasiHttpView as _;
use wasmtime_wasi_http::handler::{
    ExpirationError, HandlerState, Instance, Proxy, ShouldAccept, WorkerExpiration, WorkerState, WorkerStatus,
};
use wasmtime_wasi_http::p3::bindings::{Service, ServicePre};

use super::admission::Admitted;
use super::memory::{InstanceMemory, Shortage, TotalMemory};
use super::options::Options;
use super::store::State;

/// Wasmtime's error message for a worker that is dropped before it has finished. The error has no type.
const DROPPED: &str = "worker panicked";

/// Creates a component's instances.
pub(crate) struct Pool {
    engine: Engine,
    component: ServicePre<State>,
    pub(crate) options: Options,
    next_instance: AtomicU64,
    memory: Arc<TotalMemory>,
    slots: Arc<Semaphore>,
}

impl Pool {
    pub(crate) fn new(engine: Engine, component: ServicePre<State>, options: Options) -> Self {
        let slots = Arc::new(Semaphore::new(options.concurrent_requests));
        let memory = TotalMemory::new(options.total_memory());
        Self { engine, component, options, next_instance: AtomicU64::new(0), memory, slots }
    }

    async fn store(&self, instance: u64, memory: Arc<InstanceMemory>) -> wasmtime::Result<(Store<State>, Service)> {
        let mut store = Store::new(&self.engine, State::new(instance, &self.options, memory));
        store.limiter(|state| &mut state.memory);
        // Code yields at every epoch, so that an endless loop can be terminated at its timeout.
        store.epoch_deadline_async_yield_and_update(1);
        store.set_epoch_deadline(1);
        let service = self.component.instantiate_async(&mut store).await?;
        Ok((store, service))
    }
}

impl HandlerState for Pool {
    type StoreData = State;
    type WorkerExpiration = Expiration;
    type WorkerState = Worker;

    async fn instantiate(&self) -> wasmtime::Result<Instance<State, Expiration, Worker>> {
        let instance = self.next_instance.fetch_add(1, Ordering::Relaxed);
        let limit = self.options.timeout;
        // An instance that still runs after its response keeps its slot in wasmtime's pool.
        let slot = timeout(limit, Arc::clone(&self.slots).acquire_owned()).await??;
        self.memory.admit()?;
        let memory = InstanceMemory::new(&self.memory, self.options.memory_bytes);
        let store = self.store(instance, Arc::clone(&memory));
        let (store, service) = timeout(limit, store).await.map_err(|_| ExpirationError)??;
        tracing::debug!(instance, "instance started");
        let expiration = Expiration::new(&self.options, &self.memory);
        let state = Worker {
            instance,
            options: self.options.clone(),
            responses: Mutex::default(),
            has_timed_out: Arc::clone(&expiration.has_timed_out),
            memory,
            _slot: slot,
        };
        Ok(Instance { store, proxy: Proxy::P3(service), view: State::http, expiration, state })
    }
}

/// An instance and its requests.
pub(crate) struct Worker {
    instance: u64,
    options: Options,
    responses: Mutex<Responses>,
    /// Set to true by this instance's [`Expiration`].
    has_timed_out: Arc<AtomicBool>,
    /// The instance's memory. It counts toward the total limit for all instances until the instance has been dropped.
    memory: Arc<InstanceMemory>,
    /// Released after the instance has been dropped.
    _slot: OwnedSemaphorePermit,
}

/// An instance's responses that may still be in transmission, with their requests' start times.
#[derive(Default)]
struct Responses(Vec<(Instant, Weak<Admitted>)>);

impl Responses {
    fn begin(&mut self, admitted: Weak<Admitted>) {
        self.0.retain(|(_, admitted)| admitted.strong_count() > 0);
        self.0.push((Instant::now(), admitted));
    }

    /// Returns true if a response has exceeded the timeout. [`Expiration`] does not notice an overdue response while
    /// the instance gets new requests, so without this check a client that never reads would keep its slot forever.
    fn are_overdue(&self, limit: Duration) -> bool {
        self.0.iter().any(|(since, admitted)| admitted.strong_count() > 0 && since.elapsed() > limit)
    }

    fn end(&mut self) {
        for admitted in self.0.drain(..).filter_map(|(_, admitted)| admitted.upgrade()) {
            admitted.leave();
        }
    }
}

impl WorkerState for Worker {
    type StoreData = State;
    type RequestData = Arc<Admitted>;

    fn should_accept_request(&self, concurrent: usize, total: usize) -> ShouldAccept {
        if total >= self.options.requests_per_instance || self.responses.lock().are_overdue(self.options.timeout) {
            ShouldAccept::Never
        } else if concurrent >= self.options.concurrent_per_instance {
            ShouldAccept::No
        } else {
            ShouldAccept::Yes
        }
    }

    fn on_request_start(
        &self,
        _: StoreContextMut<'_, State>,
        admitted: Arc<Admitted>,
        _: GuestTaskId,
    ) -> Pin<Box<dyn Future<Output = ()> + 'static + Send + Sync>> {
        admitted.watch_memory(self.memory.is_short());
        self.responses.lock().begin(Arc::downgrade(&admitted));
        let deadline = sleep(self.options.timeout);
        // The request counts as running until its response starts, even if the client has disconnected.
        Box::pin(async move {
            deadline.await;
            drop(admitted);
        })
    }

    fn drop(&self, store: Store<State>, result: wasmtime::Result<()>) {
        drop(store);
        self.responses.lock().end();
        match result {
            Ok(()) => tracing::debug!(instance = self.instance, "instance ended"),
            Err(_) if self.has_timed_out.load(Ordering::Relaxed) => {
                tracing::warn!(instance = self.instance, "instance terminated: its last request timed out");
            }
            // Wasmtime reports the same error for a panic and for a runtime shutdown.
            Err(error) if error.to_string() == DROPPED && !thread::panicking() => {
                tracing::debug!(instance = self.instance, "instance dropped at shutdown");
            }
            Err(error) if error.is::<Shortage>() => {
                let reason = error.root_cause();
                tracing::warn!(instance = self.instance, reason, "instance terminated");
            }
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(instance = self.instance, error, "instance failed");
            }
        }
    }
}

pin_project! {
    /// Ends an instance when its last request has timed out, even if its code never yields to other tasks, or when it
    /// has been idle for too long. On a memory shortage, an idle instance ends at once.
    pub(crate) struct Expiration {
        idle: Duration,
        request: Duration,
        #[pin]
        sleep: Sleep,
        memory: Arc<TotalMemory>,
        #[pin]
        shortage: OwnedNotified,
        // True if the instance ends because a request has timed out, not because the instance is idle.
        has_timed_out: Arc<AtomicBool>,
    }
}

impl Expiration {
    fn new(options: &Options, memory: &Arc<TotalMemory>) -> Self {
        let (idle, request) = (options.idle, options.timeout);
        Self {
            idle,
            request,
            sleep: sleep(Duration::MAX),
            memory: Arc::clone(memory),
            shortage: memory.shortage(),
            has_timed_out: Arc::default(),
        }
    }
}

impl WorkerExpiration for Expiration {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>, status: WorkerStatus, since: Instant) -> Poll<()> {
        let mut this = self.project();
        while this.shortage.as_mut().poll(cx).is_ready() {
            if status == WorkerStatus::Idle {
                return Poll::Ready(());
            }
            this.shortage.set(this.memory.shortage());
        }
        let limit = match status {
            WorkerStatus::Idle => *this.idle,
            WorkerStatus::Requests | WorkerStatus::PostReturn => *this.request,
        };
        let Some(deadline) = since.checked_add(limit) else { return Poll::Pending };
        if this.sleep.deadline() != deadline.into() {
            this.sleep.as_mut().reset(deadline.into());
        }
        ready!(this.sleep.poll(cx));
        this.has_timed_out.store(status != WorkerStatus::Idle, Ordering::Relaxed);
        Poll::Ready(())
    }
}
