//! Error messages for components that cannot be run or composed, each with a remedy.

use wasmtime::Engine;
use wasmtime::component::Component;

use crate::compose::Binary;
use crate::engine::MAX_MEMORIES;
use crate::error::Error;
use crate::options::Options;

/// The first bytes of a component, and of a core module (the binary format's magic number, version and layer).
const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

const HANDLER: &str = "wasi:http/handler@0.3";

pub(crate) fn is_component(binary: &Binary) -> Result<(), Error> {
    let (name, bytes) = (binary.name(), binary.bytes());
    if bytes.starts_with(COMPONENT) {
        return Ok(());
    }
    Err(Error::new(if bytes.starts_with(MODULE) {
        format!("{name} is a core module, not a component: build it for a target such as wasm32-wasip2")
    } else {
        format!("{name} is not a WebAssembly component")
    }))
}

pub(crate) fn nothing_fits<'a>(
    socket: &str,
    imports: impl Iterator<Item = &'a str>,
    plug: &str,
    exports: impl Iterator<Item = &'a str>,
) -> Error {
    let imports = list(imports.filter(|name| !is_supplied_by_host(name)));
    let exports = list(exports);
    Error::new(format!(
        "{plug} supplies nothing that {socket} imports: {socket} imports {imports}, {plug} exports {exports}"
    ))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let joined = names.collect::<Vec<_>>().join(", ");
    if joined.is_empty() { "nothing".to_owned() } else { joined }
}

/// Returns whether the host supplies an import of this name, in some version.
fn is_supplied_by_host(name: &str) -> bool {
    name.starts_with("wasi:") && !name.starts_with("wasi:http/handler@")
}

/// The error of a component that cannot be linked: the missing import, and what would satisfy it.
pub(crate) fn unlinkable(engine: &Engine, name: &str, component: &Component, error: &wasmtime::Error) -> Error {
    let message = format!("{error:#}");
    let ty = component.component_type();
    let import = ty.imports(engine).map(|(import, _)| import).find(|import| message.contains(&format!("`{import}`")));
    let Some(import) = import else { return Error::new(format!("{name} cannot be linked: {message}")) };
    Error::new(format!("{name} imports {import}, which is missing: {}", remedy(import)))
}

fn remedy(import: &str) -> &'static str {
    let version = import.split_once('@').map_or("", |(_, version)| version);
    match import {
        _ if import.starts_with(HANDLER) => {
            "it is a middleware and needs a service behind it (`mcp-ui serve --middleware FILE BACKEND`)"
        }
        _ if import.starts_with("mcp-ui:tools/resources@0.1") => {
            "a tools component that exports it satisfies it (`mcp-ui serve EXPLORER --tools FILE`)"
        }
        _ if import.starts_with("mcp-ui:tools/") && version.starts_with("0.1") => {
            "a tools component satisfies it (`mcp-ui serve EXPLORER --tools FILE`)"
        }
        _ if import.starts_with("mcp-ui:tools/") => "this runner supports version 0.1 of it",
        _ if import.starts_with("wasi:") && version.contains('-') => {
            "that is a preview; build the component for a release, WASI 0.2 or 0.3"
        }
        _ if import.starts_with("wasi:") && !version.starts_with("0.2") && !version.starts_with("0.3") => {
            "this runner supports WASI 0.2 and 0.3"
        }
        _ if import.starts_with("wasi:") => {
            "this runner supports the interfaces of wasi:cli, clocks, filesystem, http, io, random and sockets"
        }
        _ => "compose the component with one that exports it (`mcp-ui compose FILE --plug OTHER -o OUT`)",
    }
}

/// Checks that the memory limits allow the component's largest initial memory, in bytes.
pub(crate) fn check_initial_memory(name: &str, initial: u64, options: &Options) -> Result<(), Error> {
    for (limit, setting) in [(options.memory_bytes, "--memory"), (options.total_memory(), "--total-memory")] {
        if usize::try_from(initial).map_or(true, |initial| initial > limit) {
            let mebibytes = initial.div_ceil(1 << 20);
            return Err(Error::new(format!(
                "{name} needs {mebibytes} MiB of memory to start (`{setting} {mebibytes}`)"
            )));
        }
    }
    Ok(())
}

/// Checks that the address space has room for the memories of all instances.
pub(crate) fn check_memories(name: &str, memories: usize, concurrent_requests: usize) -> Result<(), Error> {
    let max = MAX_MEMORIES / memories;
    if concurrent_requests <= max {
        return Ok(());
    }
    Err(Error::new(format!(
        "{name} has {memories} memories, so the address space has room for {max} requests at once, not for \
         {concurrent_requests} (`--concurrent-requests {max}`)"
    )))
}

/// The error of a component that does not export the HTTP handler.
pub(crate) fn unservable(engine: &Engine, name: &str, component: &Component) -> Error {
    let ty = component.component_type();
    let exports: Vec<&str> = ty.exports(engine).map(|(export, _)| export).collect();
    let exporting = |prefix: &str| exports.iter().any(|export| export.starts_with(prefix));
    let instead = if exporting("wasi:http/incoming-handler@0.2") {
        "is a WASI 0.2 service; build it for WASI 0.3"
    } else if exporting("wasi:http/handler@") {
        "exports another version of it"
    } else if exporting("mcp-ui:tools/exchange@") {
        "is the explorer for hosts that have an HTTP server; serve the component `explorer` instead"
    } else if exporting("mcp-ui:tools/tool-handler@") {
        "is a tools component; serve the explorer with it (`mcp-ui serve EXPLORER --tools FILE`)"
    } else if exporting("wasi:cli/run@") {
        "is a command, not an HTTP service"
    } else {
        &format!("exports {}", list(exports.iter().copied()))
    };
    Error::new(format!("{name} does not export wasi:http/handler@0.3.0, so it cannot be served: it {instead}"))
}

#[cfg(test)]
mod tests {
    use crate::{Binary, ComponentService, Options};

    fn refused(text: &str) -> String {
        let binary = Binary::new("it.wasm", wat::parse_str(text).unwrap()).unwrap();
        ComponentService::new(&binary, Options::new().without_cache()).unwrap_err().to_string()
    }

    #[test]
    fn a_missing_import_is_named_with_a_remedy() {
        for (import, help) in [
            ("wasi:http/handler@0.3.0", "it is a middleware and needs a service behind it"),
            ("wasi:http/handler@0.4.0", "this runner supports WASI 0.2 and 0.3"),
            ("wasi:cli/environment@0.3.0-rc-1", "that is a preview; build the component for a release"),
            ("wasi:nn/graph@0.2.0", "this runner supports the interfaces of"),
            ("mcp-ui:tools/tool-handler@0.1.0", "a tools component satisfies it"),
            ("mcp-ui:tools/tool-handler@0.2.0", "this runner supports version 0.1 of it"),
            ("acme:thing/api@1.0.0", "compose the component with one that exports it"),
        ] {
            let message = refused(&format!(r#"(component (import "{import}" (instance (export "f" (func)))))"#));
            assert!(message.starts_with(&format!("it.wasm imports {import}, which is missing: {help}")), "{message}");
        }
    }

    #[test]
    fn too_many_memories_are_refused_with_the_setting_that_helps() {
        let instances = "(core instance (instantiate $m))".repeat(5);
        let text = format!("(component (core module $m (memory 1)) {instances})");
        let binary = Binary::new("it.wasm", wat::parse_str(text).unwrap()).unwrap();
        let refused = |count| {
            let options = Options::new().without_cache().concurrent_requests(count);
            ComponentService::new(&binary, options).unwrap_err().to_string()
        };
        let message = refused(4_096);
        assert!(message.starts_with("it.wasm has 5 memories"), "{message}");
        assert!(message.ends_with("(`--concurrent-requests 3276`)"), "{message}");
        assert!(refused(3_276).contains("it cannot be served"));
    }

    #[test]
    fn a_component_that_cannot_be_served_is_described() {
        for (export, help) in [
            ("wasi:http/incoming-handler@0.2.3", "it is a WASI 0.2 service; build it for WASI 0.3"),
            ("wasi:http/handler@0.4.0", "it exports another version of it"),
            ("wasi:cli/run@0.2.3", "it is a command"),
            ("mcp-ui:tools/exchange@0.1.0", "it is the explorer for hosts that have an HTTP server"),
            ("acme:thing/api@1.0.0", "it exports acme:thing/api@1.0.0"),
        ] {
            let message = refused(&format!(r#"(component (instance $i) (export "{export}" (instance $i)))"#));
            let begin = "it.wasm does not export wasi:http/handler@0.3.0, so it cannot be served: ";
            assert!(message.starts_with(&format!("{begin}{help}")), "{message}");
        }
    }
}
