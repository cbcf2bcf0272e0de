use std::sync::Arc;

use wasmtime::component::ResourceTable;
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};
use wasmtime_wasi_http::{WasiHttpCtx, WasiHttpCtxView, WasiHttpView};

use super::guest_log::Lines;
use super::memory::{InstanceMemory, Limiter};
use super::options::Options;
use super::outbound::Outbound;

/// The host's data in an instance's store: its view of WASI, and its memory limit.
pub(crate) struct State {
    wasi: WasiCtx,
    http: WasiHttpCtx,
    hooks: Outbound,
    table: ResourceTable,
    pub(crate) memory: Limiter,
}

impl State {
    pub(crate) fn new(instance: u64, options: &Options, memory: Arc<InstanceMemory>) -> Self {
        let mut wasi = WasiCtx::builder();
        wasi.envs(&options.env).stdout(Lines::new("stdout", instance)).stderr(Lines::new("stderr", instance));
        Self {
            wasi: wasi.build(),
            http: WasiHttpCtx::new(),
            hooks: Outbound(Arc::clone(&options.outbound)),
            table: ResourceTable::new(),
            memory: Limiter(memory),
        }
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
