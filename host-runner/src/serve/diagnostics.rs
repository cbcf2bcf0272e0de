//! Error messages for components that cannot be run or composed, each with a remedy.

use wasmtime::Engine;
use wasmtime::component::Component;

use super::error::Error;

const HANDLER: &str = "wasi:http/handler@0.3";

/// The error for a plug whose exports match no import of the socket.
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

/// Returns true if the host supplies some version of this import.
fn is_supplied_by_host(name: &str) -> bool {
    name.starts_with("wasi:") && !name.starts_with("wasi:http/handler@")
}

/// The error for a component that cannot be linked. The message states the missing import and a remedy.
pub(crate) fn unlinkable(engine: &Engine, name: &str, component: &Component, error: &wasmtime::Error) -> Error {
    // Wasmtime has no type for this error, but its message quotes the import's name.
    let message = format!("{error:#}");
    let ty = component.component_type();
    let import = ty.imports(engine).map(|(import, _)| import).find(|import| message.contains(&format!("`{import}`")));
    let Some(import) = import else { return Error::new(format!("{name} cannot be linked: {message}")) };
    Error::new(format!("{name} imports {import}, which is missing: {}", remedy(import)))
}

/// Returns a way to satisfy an import that the host does not supply.
fn remedy(import: &str) -> &'static str {
    let version = import.split_once('@').map_or("", |(_, version)| version);
    match import {
        _ if import.starts_with(HANDLER) => {
            "the component is a middleware and needs a service behind it (`mcp-ui serve --middleware FILE BACKEND`)"
        }
        _ if ["mcp-ui:tools/resources@0.2", "mcp-ui:tools/prompts@0.2"].iter().any(|name| import.starts_with(name)) => {
            "serve it with a tools component that exports this interface (`mcp-ui serve EXPLORER --tools FILE`)"
        }
        _ if import.starts_with("mcp-ui:tools/ui-catalog@0.2") => {
            "the component adds UIs to tools, so it needs a folder of UIs (`mcp-ui serve --middleware FILE --ui DIR BACKEND`)"
        }
        _ if import.starts_with("mcp-ui:tools/") && version.starts_with("0.2") => {
            "serve it with a tools component (`mcp-ui serve EXPLORER --tools FILE`)"
        }
        _ if import.starts_with("mcp-ui:tools/") => "this runner supports version 0.2 of it",
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

/// The error for a component that does not export the HTTP handler.
pub(crate) fn unservable(engine: &Engine, name: &str, component: &Component) -> Error {
    let ty = component.component_type();
    let exports: Vec<&str> = ty.exports(engine).map(|(export, _)| export).collect();
    let exporting = |prefix: &str| exports.iter().any(|export| export.starts_with(prefix));
    let instead = if exporting("wasi:http/incoming-handler@0.2") {
        "is a WASI 0.2 service; build it for WASI 0.3"
    } else if exporting("wasi:http/handler@") {
        "exports another version of this interface"
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
