use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{self, Either};

use crate::future::BoxFuture;

/// The parts of an async runtime that the layer needs: timers and background tasks.
///
/// The default is [`TokioRuntime`], with the feature `tokio` (on by default). Set another runtime with
/// [`McpUiConfig::runtime`](crate::McpUiConfig::runtime). Without a runtime, nothing times out and sessions are not
/// ended.
///
/// ```
/// use std::time::Duration;
/// use tower_mcp_ui::{BoxFuture, Runtime};
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
pub trait Runtime: Send + Sync + 'static {
    /// Completes after `duration`.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// Runs a task to completion in the background, independently of any request.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Returns whether a background task may outlive the request that spawned it. If not, an idle session ends only
    /// when its caller returns. Default `true`.
    fn outlives_requests(&self) -> bool {
        true
    }
}

/// Tokio's timers and tasks. Outside a tokio runtime, nothing times out and tasks are dropped.
///
/// It is the default. A runtime of one's own can delegate to it:
///
/// ```
/// use std::time::Duration;
/// use tower_mcp_ui::{BoxFuture, Runtime, TokioRuntime};
///
/// struct WithoutTasks;
///
/// impl Runtime for WithoutTasks {
///     fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
///         TokioRuntime.sleep(duration)
///     }
///     fn spawn(&self, _: BoxFuture<'static, ()>) {}
/// }
/// ```
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

/// The configured runtime, if any.
#[derive(Clone)]
pub(crate) struct Background(Option<Arc<dyn Runtime>>);

impl Background {
    pub(crate) fn new(runtime: impl Runtime) -> Self {
        Self(Some(Arc::new(runtime)))
    }

    /// Waits for `task`, at most for `limit`. The timer starts only if the task is not ready immediately.
    pub(crate) async fn timeout<F: Future>(&self, limit: Duration, task: F) -> Result<F::Output, Elapsed> {
        let mut task = pin!(task);
        if let Some(output) = future::poll_immediate(&mut task).await {
            return Ok(output);
        }
        let Some(runtime) = &self.0 else { return Ok(task.await) };
        match future::select(task, runtime.sleep(limit)).await {
            Either::Left((output, _)) => Ok(output),
            Either::Right(((), _)) => Err(Elapsed(limit)),
        }
    }

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

    pub(crate) fn outlives_requests(&self) -> bool {
        self.0.as_ref().is_some_and(|runtime| runtime.outlives_requests())
    }

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

/// The error of a timeout, with its duration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elapsed(pub(crate) Duration);
