//! Instances: how they are made, how many requests they take, and when they end.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

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

use crate::admission::Admitted;
use crate::memory::{InstanceMemory, Shortage, TotalMemory};
use crate::options::Options;
use crate::store::State;

/// Makes instances of one component.
pub(crate) struct Pool {
    engine: Engine,
    component: ServicePre<State>,
    pub(crate) options: Options,
    made: AtomicU64,
    memory: Arc<TotalMemory>,
    places: Arc<Semaphore>,
}

impl Pool {
    pub(crate) fn new(engine: Engine, component: ServicePre<State>, options: Options) -> Self {
        let places = Arc::new(Semaphore::new(options.concurrent_requests));
        let memory = TotalMemory::new(options.total_memory());
        Self { engine, component, options, made: AtomicU64::new(0), memory, places }
    }

    async fn store(&self, instance: u64, memory: Arc<InstanceMemory>) -> wasmtime::Result<(Store<State>, Service)> {
        let mut store = Store::new(&self.engine, State::new(instance, &self.options, memory));
        store.limiter(|state| &mut state.memory);
        // An endless loop is interrupted again and again, and ended when its time is up.
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
        let instance = self.made.fetch_add(1, Ordering::Relaxed);
        let limit = self.options.timeout;
        // Wasmtime has so many places for instances, and one that has answered may still be at work.
        let place = timeout(limit, Arc::clone(&self.places).acquire_owned()).await??;
        self.memory.admit()?;
        let memory = InstanceMemory::new(&self.memory, self.options.memory_bytes);
        let store = self.store(instance, Arc::clone(&memory));
        let (store, service) = timeout(limit, store).await.map_err(|_| ExpirationError)??;
        tracing::debug!(instance, "an instance begins");
        Ok(Instance {
            store,
            proxy: Proxy::P3(service),
            view: State::http,
            expiration: Expiration::new(&self.options, &self.memory),
            state: Worker { instance, options: self.options.clone(), answers: Mutex::default(), memory, _place: place },
        })
    }
}

/// One instance and the requests it takes.
pub(crate) struct Worker {
    instance: u64,
    options: Options,
    answers: Mutex<Answers>,
    /// Counted until the instance is gone.
    memory: Arc<InstanceMemory>,
    /// Given back after the instance is gone.
    _place: OwnedSemaphorePermit,
}

impl Worker {
    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers of an instance that may not be taken yet, and when their requests came.
#[derive(Default)]
struct Answers(Vec<(Instant, Weak<Admitted>)>);

impl Answers {
    fn begin(&mut self, admitted: Weak<Admitted>) {
        self.0.retain(|(_, admitted)| admitted.strong_count() > 0);
        self.0.push((Instant::now(), admitted));
    }

    /// An instance that never got to rest would keep the place of a client that reads nothing.
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
        if total >= self.options.requests_per_instance || self.answers().are_overdue(self.options.timeout) {
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
        admitted.given_to(self.memory.is_short());
        self.answers().begin(Arc::downgrade(&admitted));
        let time_is_up = sleep(self.options.timeout);
        // Until there is an answer, the request is worked on whether or not its caller waits for it.
        Box::pin(async move {
            time_is_up.await;
            drop(admitted);
        })
    }

    fn drop(&self, store: Store<State>, result: wasmtime::Result<()>) {
        drop(store);
        self.answers().end();
        match result {
            Ok(()) => tracing::debug!(instance = self.instance, "an instance ends"),
            // Wasmtime says so of whatever drops a worker at work or idle, the end of the whole server too.
            Err(error) if error.to_string() == "worker panicked" && !thread::panicking() => {
                tracing::debug!(instance = self.instance, "an instance ends with the server");
            }
            // What wasmtime says of an expiration that was not for want of requests.
            Err(error) if error.to_string() == "guest timed out" => {
                tracing::warn!(instance = self.instance, "an instance is ended: its last answer has taken too long");
            }
            Err(error) if error.is::<Shortage>() => {
                let reason = error.root_cause();
                tracing::warn!(instance = self.instance, reason, "an instance is ended");
            }
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(instance = self.instance, error, "an instance has failed");
            }
        }
    }
}

pin_project! {
    /// Ends an instance that is idle, at once if others are short of memory, or whose last request has had its time, also while the instance is too busy to
    /// look at the clock itself.
    pub(crate) struct Expiration {
        idle: Duration,
        request: Duration,
        #[pin]
        sleep: Sleep,
        memory: Arc<TotalMemory>,
        #[pin]
        shortage: OwnedNotified,
    }
}

impl Expiration {
    fn new(options: &Options, memory: &Arc<TotalMemory>) -> Self {
        let (idle, request) = (options.idle, options.timeout);
        Self { idle, request, sleep: sleep(Duration::MAX), memory: Arc::clone(memory), shortage: memory.shortage() }
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
        this.sleep.poll(cx)
    }
}
