use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::future::{self, BoxFuture};
use http::{HeaderValue, Method, Request, Response, Uri};
use http_body::Body;
use http_body_util::BodyExt as _;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tower_service::Service;
use wasmtime::PoolConcurrencyLimitError;
use wasmtime::component::Linker;
use wasmtime_wasi_http::handler::{ExpirationError, InstantiationError, ProxyHandler};
use wasmtime_wasi_http::p3::bindings::ServicePre;
use wasmtime_wasi_http::{Error as HttpError, WasiBody};

use super::admission::{Admission, Admitted};
use super::binary::Binary;
use super::body::ResponseBody;
use super::error::Error;
use super::memory::Shortage;
use super::options::Options;
use super::pool::Pool;
use super::store::State;
use super::{diagnostics, engine, response, target};

/// A WASI HTTP component as a tower service. Clones share its instances.
///
/// The service is always ready and never fails. A request beyond the service's limits gets 503, a request whose
/// instance fails gets 500, and a request that times out while it runs gets 504. The futures need the tokio runtime,
/// which also runs the instances.
///
/// A component can be used like any other service, for example under the explorer's layer:
///
/// ```no_run
/// use mcp_ui_host::{Binary, ComponentService, Options};
/// use tower::ServiceBuilder;
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
///
/// let server = ComponentService::new(&Binary::read("mcp-server.wasm")?, Options::new())?;
/// let app = ServiceBuilder::new().layer(McpUiLayer::new(McpUiConfig::new())).service(server);
/// # fn is_service<S: tower::Service<http::Request<http_body_util::Full<bytes::Bytes>>>>(_: S) {}
/// # is_service(app);
/// # Ok::<(), mcp_ui_host::Error>(())
/// ```
#[derive(Clone)]
pub struct ComponentService {
    handler: ProxyHandler<Pool>,
    admission: Admission,
}

impl ComponentService {
    /// Compiles the component, or loads it from the cache. Instances start with the first requests.
    ///
    /// # Errors
    ///
    /// Fails if the component is not a WASI HTTP 0.3 service, imports an interface that the host does not supply, or
    /// needs more memory to start than `options` allow; or if the cache or wasmtime cannot be set up.
    pub fn new(binary: &Binary, options: Options) -> Result<Self, Error> {
        let component = engine::compile(binary, &options)?;
        let engine = component.engine();
        let linker = linker(engine).map_err(|error| Error::new(format!("WASI cannot be set up: {error:#}")))?;
        let resolved = linker
            .instantiate_pre(&component)
            .map_err(|error| diagnostics::unlinkable(engine, binary.name(), &component, &error))?;
        let service =
            ServicePre::new(resolved).map_err(|_| diagnostics::unservable(engine, binary.name(), &component))?;
        let admission = Admission::new(options.concurrent_requests, options.queued_requests);
        Ok(Self { handler: ProxyHandler::new(Pool::new(engine.clone(), service, options)), admission })
    }

    async fn respond(self, request: Request<WasiBody>) -> Response<ResponseBody> {
        let limit = self.handler.state().options.timeout;
        let asked = Asked::of(&request);
        let Ok(Ok(admitted)) = timeout(limit, self.admission.enter()).await else {
            return response::busy().map(Into::into);
        };
        let handled = self.handler.handle(Arc::clone(&admitted), request);
        let error = match timeout(limit, handled).await {
            Ok(Ok(response)) => return response.map(|body| ResponseBody::running(body, admitted)),
            Ok(Err(error)) => error,
            Err(_) => ExpirationError.into(),
        };
        let instantiation = error.downcast_ref::<InstantiationError<Arc<Admitted>>>();
        let cause = instantiation.map_or(&error, |instantiation| &instantiation.error);
        let reason = format!("{cause:#}");
        if cause.is::<ExpirationError>() {
            tracing::warn!(?limit, "request timed out");
            response::timed_out().map(Into::into)
        } else if cause.is::<Shortage>() || admitted.is_short_of_memory() {
            tracing::warn!(reason, "not enough memory for a request");
            response::short_of_memory().map(Into::into)
        } else if cause.is::<PoolConcurrencyLimitError>() || cause.is::<Elapsed>() {
            tracing::warn!(reason, "instance limit reached");
            response::busy().map(Into::into)
        } else {
            let Asked { method, uri, name } = asked;
            let name = name.as_ref().and_then(|name| name.to_str().ok());
            tracing::error!(%method, path = uri.path(), name, error = reason, "component failed");
            response::failed().map(Into::into)
        }
    }
}

/// The request parts that the log shows when the request fails.
struct Asked {
    method: Method,
    uri: Uri,
    /// The tool, prompt or resource name, if the request carries it in a header (MCP 2026-07-28).
    name: Option<HeaderValue>,
}

impl Asked {
    fn of(request: &Request<WasiBody>) -> Self {
        let name = request.headers().get("mcp-name").cloned();
        Self { method: request.method().clone(), uri: request.uri().clone(), name }
    }
}

fn linker(engine: &wasmtime::Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    // Rust's standard library imports WASI 0.2, even in components for WASI 0.3.
    wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
    wasmtime_wasi::p3::add_to_linker(&mut linker)?;
    wasmtime_wasi_http::p3::add_to_linker(&mut linker)?;
    Ok(linker)
}

impl<B> Service<Request<B>> for ComponentService
where
    B: Body<Data = Bytes, Error: fmt::Display> + Send + 'static,
{
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let Ok(request) = target::absolute(request) else {
            return Box::pin(future::ready(Ok(response::malformed().map(Into::into))));
        };
        let broken = |error: B::Error| HttpError::InternalError(Some(error.to_string()));
        let request = request.map(|body| body.map_err(broken).boxed_unsync());
        let service = self.clone();
        Box::pin(async move { Ok(service.respond(request).await) })
    }
}

impl fmt::Debug for ComponentService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComponentService").field("options", &self.handler.state().options).finish_non_exhaustive()
    }
}
