use std::thread;
use std::time::Duration;

use wasmtime::component::Component;
use wasmtime::{
    CacheConfig, Config, Engine, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig, RegallocAlgorithm,
};

use super::binary::Binary;
use super::error::Error;
use super::options::{Cache, Options};

/// The interval at which running code yields, so that other tasks run, and endless loops can be terminated.
const TICK: Duration = Duration::from_millis(10);

/// The number of memories reserved per instance, unless its component declares more.
const MEMORIES: u32 = 4;

/// Maximum number of memories in all instances. Each memory reserves over 4 GiB of a process's 128 TiB address space. A
/// component that needs more is refused at the start.
const MAX_MEMORIES: usize = MEMORIES as usize * Options::MAX_CONCURRENT_REQUESTS;

/// Maximum number of core instances per component instance, shared by all components in a composition. Components in
/// interpreted languages come closest to this number. A component with more is refused at the start.
const CORE_INSTANCES: u32 = 64;

/// Maximum number of tables per instance, shared by all components in a composition. A component with more is refused
/// at the start.
const TABLES: u32 = 32;

/// Maximum number of elements in a table. A component with a larger table is refused at the start, and no table grows
/// beyond this number.
const TABLE_ELEMENTS: usize = 200_000;

/// Maximum size of an instance's data in the runtime, besides memories and tables, in bytes. A component that needs
/// more is refused at the start.
const INSTANCE_BYTES: usize = 1 << 20;

/// The WebAssembly page size in bytes.
const PAGE: u64 = 64 << 10;

/// Maximum number of bytes that stay resident in finished instances' memories, so that the next instances start without
/// page faults. The rest returns to the system.
const KEPT_RESIDENT: usize = 32 << 20;

/// Compiles a component, or loads it from the cache, with an engine that has room for the component's instances.
pub(crate) fn compile(binary: &Binary, options: &Options) -> Result<Component, Error> {
    let compile = |memories| {
        let invalid = |error: wasmtime::Error| Error::new(format!("{} is not valid: {error:#}", binary.name()));
        Component::from_binary(&engine(options, memories)?, binary.bytes()).map_err(invalid)
    };
    let component = compile(MEMORIES)?;
    let Some(resources) = component.resources_required() else { return Ok(component) };
    let initial = resources.max_initial_memory_size.unwrap_or(0) * PAGE;
    check_initial_memory(binary.name(), initial, options)?;
    let memories = resources.num_memories;
    if memories <= MEMORIES {
        return Ok(component);
    }
    check_memories(binary.name(), memories as usize, options.concurrent_requests)?;
    drop(component);
    compile(memories)
}

/// Checks that the memory limits allow the component's largest initial memory, in bytes.
fn check_initial_memory(name: &str, initial: u64, options: &Options) -> Result<(), Error> {
    for (limit, setting) in [(options.memory_bytes, "--memory"), (options.total_memory(), "--total-memory")] {
        if usize::try_from(initial).map_or(true, |initial| initial > limit) {
            let mebibytes = initial.div_ceil(1 << 20);
            return Err(Error::new(format!(
                "{name} needs {mebibytes} MiB of memory to start; set `{setting} {mebibytes}` or more"
            )));
        }
    }
    Ok(())
}

/// Checks that the address space has room for all instances' memories.
fn check_memories(name: &str, memories: usize, concurrent_requests: usize) -> Result<(), Error> {
    let max = MAX_MEMORIES / memories;
    if concurrent_requests <= max {
        return Ok(());
    }
    Err(Error::new(format!(
        "{name} has {memories} memories, so the address space has room for {max} concurrent requests, not for \
         {concurrent_requests}; set `--concurrent-requests {max}`"
    )))
}

fn engine(options: &Options, memories: u32) -> Result<Engine, Error> {
    let setup_error = |error: wasmtime::Error| Error::new(format!("wasmtime cannot be set up: {error:#}"));
    let mut config = Config::new();
    config.wasm_component_model_async(true).epoch_interruption(true);
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(options, memories)));
    let cache = match &options.cache {
        Cache::Default => Some(wasmtime::Cache::from_file(None).map_err(setup_error)?),
        Cache::Directory(directory) => {
            let mut cache = CacheConfig::new();
            cache.with_directory(directory);
            Some(wasmtime::Cache::new(cache).map_err(setup_error)?)
        }
        Cache::Off => None,
    };
    config.cache(cache);
    if cfg!(debug_assertions) {
        // Tests start many components, each of which would take seconds to optimize.
        config.cranelift_opt_level(OptLevel::None).cranelift_regalloc_algorithm(RegallocAlgorithm::SinglePass);
    }
    let engine = Engine::new(&config).map_err(|error| {
        let requests = options.concurrent_requests;
        Error::new(format!("wasmtime cannot be set up for {requests} requests at once: {error:#}"))
    })?;
    tick(&engine);
    Ok(engine)
}

fn pool(options: &Options, memories: u32) -> PoolingAllocationConfig {
    let instances = u32::try_from(options.concurrent_requests).unwrap_or(u32::MAX);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances)
        .total_core_instances(instances.saturating_mul(CORE_INSTANCES))
        .total_memories(instances.saturating_mul(memories))
        .total_tables(instances.saturating_mul(TABLES))
        .total_stacks(instances.saturating_mul(2))
        .max_core_instances_per_component(CORE_INSTANCES)
        .max_tables_per_component(TABLES)
        .max_component_instance_size(INSTANCE_BYTES)
        .max_core_instance_size(INSTANCE_BYTES)
        .table_elements(TABLE_ELEMENTS)
        .linear_memory_keep_resident(KEPT_RESIDENT / (options.concurrent_requests * memories as usize));
    pool
}

/// Interrupts running code at every [`TICK`] until the engine is dropped.
fn tick(engine: &Engine) {
    let engine = engine.weak();
    thread::spawn(move || {
        while let Some(engine) = engine.upgrade() {
            engine.increment_epoch();
            drop(engine);
            thread::sleep(TICK);
        }
    });
}
