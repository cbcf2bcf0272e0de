//! The machine's or container's memory.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Default maximum memory of all instances together, in bytes, on systems that do not report their memory. Requests
/// that need more get 503.
const FALLBACK: usize = 1 << 30;

/// Returns half the memory available to this process: the machine's memory, or the container's limit (cgroup v1 or v2)
/// if that is lower.
pub(crate) fn half_of_memory() -> usize {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory));
    // `cgroup_limits` works only if the machine's memory is known.
    let machine = Some(system.total_memory()).filter(|bytes| *bytes > 0);
    let container = machine.and_then(|_| system.cgroup_limits()).map(|limits| limits.total_memory);
    half(machine, container)
}

fn half(machine: Option<u64>, container: Option<u64>) -> usize {
    let available = machine.into_iter().chain(container).filter(|bytes| *bytes > 0).min();
    available.map_or(FALLBACK, |bytes| usize::try_from(bytes / 2).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_of_machine_and_container_counts() {
        assert_eq!(half(Some(8 << 30), Some(512 << 20)), 256 << 20);
        assert_eq!(half(Some(8 << 30), Some(u64::MAX)), 4 << 30);
        assert_eq!(half(Some(8 << 30), None), 4 << 30);
    }

    #[test]
    fn an_unknown_size_falls_back_to_a_constant() {
        assert_eq!(half(None, None), FALLBACK);
        assert_eq!(half(Some(0), None), FALLBACK);
    }

    #[test]
    fn this_machine_has_memory() {
        assert_ne!(half_of_memory(), 0);
    }
}
