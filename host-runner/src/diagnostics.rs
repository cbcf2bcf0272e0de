//! What is wrong with a component, in words that say what would help.

use wasmtime::Engine;
use wasmtime::component::Component;

use crate::compose::Binary;
use crate::engine::MOST_MEMORIES;
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
    wanted: impl Iterator<Item = &'a str>,
    plug: &str,
    given: impl Iterator<Item = &'a str>,
) -> Error {
    let wanted = list(wanted.filter(|name| !is_hosts(name)));
    let given = list(given);
    Error::new(format!(
        "{plug} supplies nothing that {socket} imports: {socket} imports {wanted}, {plug} exports {given}"
    ))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let joined = names.collect::<Vec<_>>().join(", ");
    if joined.is_empty() { "nothing".to_owned() } else { joined }
}

/// Whether the host supplies an import of this name, in some version.
fn is_hosts(name: &str) -> bool {
    name.starts_with("wasi:") && !name.starts_with("wasi:http/handler@")
}

/// Why a component cannot be linked: the import that is missing, and what would satisfy it.
pub(crate) fn unlinkable(engine: &Engine, name: &str, component: &Component, error: &wasmtime::Error) -> Error {
    let said = format!("{error:#}");
    let ty = component.component_type();
    let import = ty.imports(engine).map(|(import, _)| import).find(|import| said.contains(&format!("`{import}`")));
    let Some(import) = import else { return Error::new(format!("{name} cannot be linked: {said}")) };
    Error::new(format!("{name} imports {import}, which is not there: {}", remedy(import)))
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
        _ if import.starts_with("mcp-ui:tools/") => "this runner knows version 0.1 of it",
        _ if import.starts_with("wasi:") && version.contains('-') => {
            "that is a preview; build the component with a release, WASI 0.2 or 0.3"
        }
        _ if import.starts_with("wasi:") && !version.starts_with("0.2") && !version.starts_with("0.3") => {
            "this runner has WASI 0.2 and 0.3"
        }
        _ if import.starts_with("wasi:") => {
            "this runner has the interfaces of wasi:cli, clocks, filesystem, http, io, random and sockets"
        }
        _ => "compose the component with one that exports it (`mcp-ui compose FILE --plug OTHER -o OUT`)",
    }
}

/// Whether an instance may have as many bytes of memory as its largest one has at first.
pub(crate) fn begins(name: &str, least: u64, options: &Options) -> Result<(), Error> {
    for (most, setting) in [(options.memory_bytes, "--memory"), (options.total_memory(), "--total-memory")] {
        if usize::try_from(least).map_or(true, |least| least > most) {
            let mebibytes = least.div_ceil(1 << 20);
            return Err(Error::new(format!(
                "{name} needs {mebibytes} MiB of memory to begin (`{setting} {mebibytes}`)"
            )));
        }
    }
    Ok(())
}

/// Whether there are addresses for the memories of as many instances as there can be.
pub(crate) fn fits(name: &str, memories: usize, concurrent_requests: usize) -> Result<(), Error> {
    let most = MOST_MEMORIES / memories;
    if concurrent_requests <= most {
        return Ok(());
    }
    Err(Error::new(format!(
        "{name} has {memories} memories, and there are addresses for those of {most} requests at once, not of \
         {concurrent_requests} (`--concurrent-requests {most}`)"
    )))
}

/// Why a component is of no world that can be served.
pub(crate) fn unservable(engine: &Engine, name: &str, component: &Component) -> Error {
    let ty = component.component_type();
    let exports: Vec<&str> = ty.exports(engine).map(|(export, _)| export).collect();
    let exporting = |prefix: &str| exports.iter().any(|export| export.starts_with(prefix));
    let instead = if exporting("wasi:http/incoming-handler@0.2") {
        "is a service of WASI 0.2; build it for WASI 0.3"
    } else if exporting("wasi:http/handler@") {
        "exports another version of it"
    } else if exporting("mcp-ui:tools/exchange@") {
        "is the explorer for hosts with an HTTP server of their own; serve the component `explorer` instead"
    } else if exporting("mcp-ui:tools/tool-handler@") {
        "is a tools component; serve the explorer with it (`mcp-ui serve EXPLORER --tools FILE`)"
    } else if exporting("wasi:cli/run@") {
        "is a command; what can be served answers HTTP requests"
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
    fn an_import_that_is_missing_is_named_with_what_would_satisfy_it() {
        for (import, help) in [
            ("wasi:http/handler@0.3.0", "it is a middleware and needs a service behind it"),
            ("wasi:http/handler@0.4.0", "this runner has WASI 0.2 and 0.3"),
            ("wasi:cli/environment@0.3.0-rc-1", "that is a preview; build the component with a release"),
            ("wasi:nn/graph@0.2.0", "this runner has the interfaces of"),
            ("mcp-ui:tools/tool-handler@0.1.0", "a tools component satisfies it"),
            ("mcp-ui:tools/tool-handler@0.2.0", "this runner knows version 0.1 of it"),
            ("acme:thing/api@1.0.0", "compose the component with one that exports it"),
        ] {
            let said = refused(&format!(r#"(component (import "{import}" (instance (export "f" (func)))))"#));
            assert!(said.starts_with(&format!("it.wasm imports {import}, which is not there: {help}")), "{said}");
        }
    }

    #[test]
    fn more_memories_than_there_are_addresses_for_are_refused_with_the_setting() {
        let instances = "(core instance (instantiate $m))".repeat(5);
        let text = format!("(component (core module $m (memory 1)) {instances})");
        let binary = Binary::new("it.wasm", wat::parse_str(text).unwrap()).unwrap();
        let refused = |count| {
            let options = Options::new().without_cache().concurrent_requests(count);
            ComponentService::new(&binary, options).unwrap_err().to_string()
        };
        let said = refused(4_096);
        assert!(said.starts_with("it.wasm has 5 memories"), "{said}");
        assert!(said.ends_with("(`--concurrent-requests 3276`)"), "{said}");
        assert!(refused(3_276).contains("it cannot be served"));
    }

    #[test]
    fn a_component_that_serves_nothing_is_told_what_it_is() {
        for (export, help) in [
            ("wasi:http/incoming-handler@0.2.3", "it is a service of WASI 0.2; build it for WASI 0.3"),
            ("wasi:http/handler@0.4.0", "it exports another version of it"),
            ("wasi:cli/run@0.2.3", "it is a command"),
            ("mcp-ui:tools/exchange@0.1.0", "it is the explorer for hosts with an HTTP server of their own"),
            ("acme:thing/api@1.0.0", "it exports acme:thing/api@1.0.0"),
        ] {
            let said = refused(&format!(r#"(component (instance $i) (export "{export}" (instance $i)))"#));
            let begin = "it.wasm does not export wasi:http/handler@0.3.0, so it cannot be served: ";
            assert!(said.starts_with(&format!("{begin}{help}")), "{said}");
        }
    }
}
