//! Timers and background tasks, behind a trait, so that the layer depends on no async runtime.
//!
//! Every wait for a client, a backend or a hook is wrapped in `Background::timeout`, which drops the future when its
//! time has passed. So all of these futures must be safe to drop.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future;
use pin_project_lite::pin_project;

use crate::box_future::BoxFuture;

/// The parts of an async runtime needed by the layer: timers and background tasks.
///
/// The default is [`TokioRuntime`], with the feature `tokio` (on by default). Set another runtime with
/// [`McpUiConfig::runtime`](crate::McpUiConfig::runtime). Without a runtime, nothing times out and sessions are not
/// closed.
///
/// ```
/// use std::time::Duration;
/// use tower_mcp_ui::BoxFuture;
/// use tower_mcp_ui::runtime::Runtime;
///
/// struct Threads;
///
/// impl Runtime for Threads {
///     fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
///         let (wake, woken) = tokio::sync::oneshot::channel();
///         std::thread::spawn(move || { std::thread::sleep(duration); drop(wake) });
///         Box::pin(async move { let _: Result<(), _> = woken.await; })
///     }
///     fn spawn(&self, task: BoxFuture<'static, ()>) {
///         tokio::spawn(task);
///     }
/// }
/// let config = tower_mcp_ui::McpUiConfig::new().runtime(Threads);
/// ```
///
/// The layer uses timers for [`Timeouts`](crate::config::Timeouts), and background tasks for work after a request, such
/// as closing a session with an MCP server, or telling it that a call was cancelled. A test can use its own clock:
///
/// ```
/// use std::time::Duration;
/// use tower_mcp_ui::{BoxFuture, Execution, McpUiConfig, McpUiLayer, Tool, embedding};
/// use tower_mcp_ui::runtime::Runtime;
/// use tower_mcp_ui::tools::{Arguments, ToolList};
///
/// /// A clock on which every timeout has passed already.
/// struct Impatient;
///
/// impl Runtime for Impatient {
///     fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
///         Box::pin(async {})
///     }
///     fn spawn(&self, _: BoxFuture<'static, ()>) {}
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let config = McpUiConfig::new().execution(Execution::all()).runtime(Impatient);
/// let slow = |_: String, _: Arguments| std::future::pending::<&str>();
/// let layer = McpUiLayer::new(config).tools_with(ToolList::new([Tool::new("slow", "")])?, slow);
/// let call = http::Request::post("/explorer/tools/slow/call").body(String::new())?;
/// assert_eq!(embedding::respond(&layer, call).await.unwrap().status(), 504);
/// # Ok(()) }
/// ```
pub trait Runtime: Send + Sync + 'static {
    /// Completes after `duration`, counted from this call.
    ///
    /// Most timers are dropped before they complete, because the work was done in time. An implementation should then
    /// release them. The future may be polled on any thread.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// Runs a task to completion in the background, independent of any request.
    ///
    /// Must not block. Dropping a task, as at shutdown, does not harm the layer.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Returns whether a background task may outlive the request that spawned it. Default `true`.
    ///
    /// If `false`, an idle session is closed only when its caller returns, and concurrent requests do not share probes
    /// and handshakes with an MCP server, because they cannot wake one another.
    fn outlives_requests(&self) -> bool {
        true
    }
}

/// Tokio's timers and tasks. Outside a tokio runtime, nothing times out and tasks are dropped.
///
/// The current runtime is looked up for each request, so the layer can be created before the runtime starts:
///
/// ```
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::runtime::{Runtime, TokioRuntime};
///
/// let config = McpUiConfig::new().runtime(TokioRuntime);
/// assert!(TokioRuntime.outlives_requests());
/// ```
///
/// # Panics
///
/// Timers panic on a tokio runtime that was built without `enable_time`.
#[cfg(feature = "tokio")]
#[derive(Clone, Copy, Debug, Default)]
pub struct TokioRuntime;

#[cfg(feature = "tokio")]
impl Runtime for TokioRuntime {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        match tokio::runtime::Handle::try_current() {
            Ok(_) => Box::pin(tokio::time::sleep(duration)),
            Err(_) => Box::pin(future::pending()),
        }
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(task);
        }
    }
}

/// The configured runtime, if any. Without one, timers never fire and tasks are dropped.
#[derive(Clone)]
pub(crate) struct Background(Option<Arc<dyn Runtime>>);

impl Background {
    pub(crate) fn new(runtime: impl Runtime) -> Self {
        Self(Some(Arc::new(runtime)))
    }

    /// Waits for `task`, at most for `limit`. The timer starts only if the task is not ready immediately.
    ///
    /// When the time has passed, the task is dropped, which cancels it. A task that never yields cannot be interrupted.
    pub(crate) fn timeout<F: Future>(&self, limit: Duration, task: F) -> Timeout<'_, F> {
        Timeout { task, runtime: self.0.as_deref(), limit, timer: None }
    }

    /// Waits for `duration`, or forever if there is no runtime.
    pub(crate) async fn sleep(&self, duration: Duration) {
        match &self.0 {
            Some(runtime) => runtime.sleep(duration).await,
            None => future::pending().await,
        }
    }

    /// Returns whether [`sleep`](Self::sleep) ever completes.
    pub(crate) fn has_clock(&self) -> bool {
        self.0.is_some()
    }

    /// Returns [`Runtime::outlives_requests`], or `false` without a runtime.
    pub(crate) fn outlives_requests(&self) -> bool {
        self.0.as_ref().is_some_and(|runtime| runtime.outlives_requests())
    }

    /// Runs a task in the background. Without a runtime, the task is dropped and never runs.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.0 {
            runtime.spawn(Box::pin(task));
        }
    }
}

impl Default for Background {
    #[cfg(feature = "tokio")]
    fn default() -> Self {
        Self::new(TokioRuntime)
    }

    #[cfg(not(feature = "tokio"))]
    fn default() -> Self {
        Self(None)
    }
}

impl fmt::Debug for Background {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Background" } else { "no runtime" })
    }
}

pin_project! {
    /// The future returned by [`Background::timeout`]. It is a struct because an async function would store the task
    /// twice.
    pub(crate) struct Timeout<'a, F> {
        #[pin]
        task: F,
        runtime: Option<&'a dyn Runtime>,
        limit: Duration,
        timer: Option<BoxFuture<'static, ()>>,
    }
}

impl<F: Future> Future for Timeout<'_, F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if let Poll::Ready(output) = this.task.poll(cx) {
            return Poll::Ready(Ok(output));
        }
        let Some(runtime) = this.runtime else { return Poll::Pending };
        let timer = this.timer.get_or_insert_with(|| runtime.sleep(*this.limit));
        timer.as_mut().poll(cx).map(|()| Err(Elapsed(*this.limit)))
    }
}

/// The error when a timeout has passed, with its duration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elapsed(pub(crate) Duration);
