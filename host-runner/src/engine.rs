use std::thread;
use std::time::Duration;

use wasmtime::component::Component;
use wasmtime::{CacheConfig, Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::compose::Binary;
use crate::diagnostics;
use crate::error::Error;
use crate::options::{Cache, Options};

/// How often running code is interrupted, so that other work gets its turn and time limits hold.
const TICK: Duration = Duration::from_millis(10);

/// Memories for each instance, where the component does not turn out to have more.
const MEMORIES: u32 = 4;

/// Memories of all instances together. Each reserves more than 4 GiB of the 128 TiB of addresses that a process has.
pub(crate) const MOST_MEMORIES: usize = MEMORIES as usize * Options::MOST_CONCURRENT_REQUESTS;

/// What a composition may consist of. Components of interpreted languages have the most parts and the largest tables.
const CORE_INSTANCES: u32 = 64;
const TABLES: u32 = 32;
const TABLE_ELEMENTS: usize = 200_000;
const INSTANCE_BYTES: usize = 1 << 20;

/// Bytes of a page of memory.
const PAGE: u64 = 64 << 10;

/// Memory of finished instances that stays with their slots, of all slots together, so that the next instances start
/// without page faults.
const KEPT_RESIDENT: usize = 32 << 20;

/// Compiles a component, or takes it from the cache of compiled code, for an engine that has room for its instances.
pub(crate) fn compile(binary: &Binary, options: &Options) -> Result<Component, Error> {
    let compile = |memories| {
        let invalid = |error: wasmtime::Error| Error::new(format!("{} is not valid: {error:#}", binary.name()));
        Component::from_binary(&engine(options, memories)?, binary.bytes()).map_err(invalid)
    };
    let component = compile(MEMORIES)?;
    let Some(resources) = component.resources_required() else { return Ok(component) };
    let least = resources.max_initial_memory_size.unwrap_or(0) * PAGE;
    diagnostics::begins(binary.name(), least, options)?;
    let memories = resources.num_memories;
    if memories <= MEMORIES {
        return Ok(component);
    }
    diagnostics::fits(binary.name(), memories as usize, options.concurrent_requests)?;
    drop(component);
    compile(memories)
}

fn engine(options: &Options, memories: u32) -> Result<Engine, Error> {
    let wrong = |error: wasmtime::Error| Error::new(format!("wasmtime cannot be set up: {error:#}"));
    let mut config = Config::new();
    config.wasm_component_model_async(true).epoch_interruption(true);
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(options, memories)));
    let cache = match &options.cache {
        Cache::Default => Some(wasmtime::Cache::from_file(None).map_err(wrong)?),
        Cache::Directory(directory) => {
            let mut cache = CacheConfig::new();
            cache.with_directory(directory);
            Some(wasmtime::Cache::new(cache).map_err(wrong)?)
        }
        Cache::Off => None,
    };
    config.cache(cache);
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

/// Interrupts running code for as long as there is an engine.
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
