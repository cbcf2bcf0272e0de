use std::thread;
use std::time::Duration;

use wasmtime::{CacheConfig, Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::error::Error;
use crate::options::{Cache, Options};

/// How often running code is interrupted, so that other work gets its turn and time limits hold.
const TICK: Duration = Duration::from_millis(10);

/// Memories of all instances together. Each reserves more than 4 GiB of the 128 TiB of addresses that a process has.
pub(crate) const MOST_MEMORIES: u32 = 16_384;

/// What a composition may consist of. Components of interpreted languages have the most parts and the largest tables.
const CORE_INSTANCES: u32 = 64;
const MEMORIES: u32 = 8;
const TABLES: u32 = 32;
const TABLE_ELEMENTS: usize = 200_000;
const INSTANCE_BYTES: usize = 1 << 20;

/// Memory of a finished instance that stays with its slot, so that the next one starts without page faults.
const KEPT_RESIDENT: usize = 1 << 20;

pub(crate) fn engine(options: &Options) -> Result<Engine, Error> {
    let wrong = |error: wasmtime::Error| Error::new(format!("wasmtime cannot be set up: {error:#}"));
    let mut config = Config::new();
    config.wasm_component_model_async(true).epoch_interruption(true);
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(options)));
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
    let engine = Engine::new(&config).map_err(wrong)?;
    tick(&engine);
    Ok(engine)
}

fn pool(options: &Options) -> PoolingAllocationConfig {
    let instances = u32::try_from(options.concurrent_requests).unwrap_or(u32::MAX);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances)
        .total_core_instances(instances.saturating_mul(CORE_INSTANCES))
        .total_memories(instances.saturating_mul(MEMORIES).min(MOST_MEMORIES))
        .total_tables(instances.saturating_mul(TABLES))
        .total_stacks(instances.saturating_mul(2))
        .max_core_instances_per_component(CORE_INSTANCES)
        .max_memories_per_component(MEMORIES)
        .max_tables_per_component(TABLES)
        .max_component_instance_size(INSTANCE_BYTES)
        .max_core_instance_size(INSTANCE_BYTES)
        .table_elements(TABLE_ELEMENTS)
        .max_memory_size(options.memory_bytes.min(4 << 30))
        .linear_memory_keep_resident(KEPT_RESIDENT)
        .table_keep_resident(KEPT_RESIDENT);
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
