//! The middleware on wasmtime in front of a native service, with a fresh instance for every request.
//!
//! The runner composes a middleware with another component, and component instances share nothing. A server whose
//! sessions outlive an instance must therefore be native.

use std::convert::Infallible;
use std::future;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use tokio::sync::oneshot;
use tower::ServiceExt as _;
use tower::util::BoxCloneSyncService;
use wasmtime::component::{Accessor, Component, HasSelf, Linker, Resource, ResourceTable};
use wasmtime::{Config, Engine, Store};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};
use wasmtime_wasi_http::p3::bindings::ServicePre;
use wasmtime_wasi_http::p3::bindings::http::client::HostWithStore;
use wasmtime_wasi_http::p3::{self, bindings::http::types::ErrorCode};
use wasmtime_wasi_http::{
    Error, RequestOptions, WasiBody, WasiHttp, WasiHttpCtx, WasiHttpCtxView, WasiHttpHooks, WasiHttpView,
};

use mcp_ui_host::{Binary, Composition};
use mcp_ui_host_e2e::component;
use tower_mcp_ui::uis::UiCatalog;

/// The service behind the middleware.
pub(crate) type Native = BoxCloneSyncService<Request<WasiBody>, Response<WasiBody>, Infallible>;

/// The middleware, compiled once for all its instances.
pub(crate) struct Middleware {
    engine: Engine,
    service: ServicePre<State>,
    env: Vec<(String, String)>,
    native: Native,
}

/// A response that is being read. Its instance runs until the response is dropped.
pub(crate) struct Running {
    body: WasiBody,
    read: String,
    _instance: oneshot::Sender<Infallible>,
}

impl Middleware {
    pub(crate) fn new(env: &[(&str, &str)], native: Native) -> Self {
        Self::of(&Binary::read(component("middleware")).unwrap(), env, native)
    }

    pub(crate) fn with_uis(uis: &UiCatalog, native: Native) -> Self {
        let middleware = Composition::read(component("middleware-with-uis")).unwrap();
        Self::of(&middleware.uis(uis).unwrap().into_binary(), &[], native)
    }

    fn of(middleware: &Binary, env: &[(&str, &str)], native: Native) -> Self {
        let mut config = Config::new();
        config.wasm_component_model_async(true);
        let engine = Engine::new(&config).unwrap();
        let middleware = Component::new(&engine, middleware.bytes()).unwrap();
        let mut linker = Linker::new(&engine);
        wasmtime_wasi::p2::add_to_linker_async(&mut linker).unwrap();
        wasmtime_wasi::p3::add_to_linker(&mut linker).unwrap();
        p3::add_to_linker(&mut linker).unwrap();
        let mut handler = linker.instance("wasi:http/handler@0.3.0").unwrap();
        handler.func_wrap_concurrent("handle", |store, (request,)| Box::pin(handle(store, request))).unwrap();
        let service = ServicePre::new(linker.instantiate_pre(&middleware).unwrap()).unwrap();
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { engine, service, env, native }
    }

    /// Sends a request to a fresh instance. Returns the status and the response with its body still unread.
    pub(crate) async fn post(&self, path: &str, body: &str) -> (u16, Running) {
        let request = Request::post(format!("http://localhost{path}"));
        let body = Full::new(Bytes::copy_from_slice(body.as_bytes()));
        let mut store = Store::new(&self.engine, State::new(&self.env, self.native.clone()));
        let service = self.service.instantiate_async(&mut store).await.unwrap();
        let request = request.body(body).unwrap();
        let (request, request_sent) = p3::Request::from_http(&mut store.data_mut().hooks, request);
        let (sender, response) = oneshot::channel();
        let (instance, dropped) = oneshot::channel();
        tokio::spawn(async move {
            let running = store.run_concurrent(async |accessor| {
                let response = service.handle(accessor, request).await.unwrap().unwrap();
                sender.send(accessor.with(|store| response.into_http(store, request_sent)).unwrap()).unwrap();
                // The body is written after the function has returned.
                let _read: Result<Infallible, _> = dropped.await;
            });
            running.await.unwrap();
        });
        let response = response.await.unwrap();
        let status = response.status().as_u16();
        (status, Running { body: response.into_body(), read: String::new(), _instance: instance })
    }
}

impl Running {
    /// Reads until the body contains this text, and returns everything read so far.
    pub(crate) async fn read_until(&mut self, text: &str) -> &str {
        while !self.read.contains(text) {
            let frame = self.body.frame().await;
            let data = frame.unwrap_or_else(|| panic!("the response ends: {}", self.read)).unwrap().into_data();
            self.read.push_str(std::str::from_utf8(&data.unwrap()).unwrap());
        }
        &self.read
    }

    /// Reads the rest of the body, and returns all of it.
    pub(crate) async fn read(self) -> String {
        let rest = self.body.collect().await.unwrap().to_bytes();
        self.read + std::str::from_utf8(&rest).unwrap()
    }
}

/// Sends a middleware request to the native service, as the host does for `wasi:http/client`.
async fn handle(
    store: &Accessor<State, HasSelf<State>>,
    request: Resource<p3::Request>,
) -> wasmtime::Result<(Result<Resource<p3::Response>, ErrorCode>,)> {
    let response = WasiHttp::send(&store.with_getter::<WasiHttp>(State::http), request).await;
    Ok((response.map(Ok).or_else(|error| error.downcast().map(Err))?,))
}

pub(crate) struct State {
    wasi: WasiCtx,
    http: WasiHttpCtx,
    hooks: ToNative,
    table: ResourceTable,
}

impl State {
    fn new(env: &[(String, String)], native: Native) -> Self {
        let wasi = WasiCtx::builder().envs(env).inherit_stderr().build();
        Self { wasi, http: WasiHttpCtx::new(), hooks: ToNative(native), table: ResourceTable::new() }
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

impl WasiHttpView for State {
    fn http(&mut self) -> WasiHttpCtxView<'_> {
        WasiHttpCtxView { hooks: &mut self.hooks, table: &mut self.table, ctx: &mut self.http }
    }
}

/// Passes outgoing requests to the native service.
struct ToNative(Native);

type Io = Box<dyn Future<Output = Result<(), Error>> + Send>;

impl WasiHttpHooks for ToNative {
    fn send_request(
        &mut self,
        request: Request<WasiBody>,
        _: Option<RequestOptions>,
        _: Io,
    ) -> Box<dyn Future<Output = Result<(Response<WasiBody>, Io), Error>> + Send> {
        let responding = self.0.clone().oneshot(request);
        Box::new(async move {
            let Ok(response) = responding.await;
            Ok((response, Box::new(future::ready(Ok(()))) as Io))
        })
    }
}
