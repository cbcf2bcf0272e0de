use std::fmt;
use std::path::Path;

use tower_mcp_ui::uis::UiCatalog;
use wac_graph::types::{Package, Types};
use wac_graph::{CompositionGraph, EncodeOptions, PackageId, PlugError};

use super::binary::Binary;
use super::diagnostics;
use super::error::Error;
use super::ui_catalog;

/// The interfaces that an explorer imports, but that a tools component need not export.
const OFFERS: [&str; 2] = ["mcp-ui:tools/resources@0.2.0", "mcp-ui:tools/prompts@0.2.0"];
const NO_OFFERS: &str = include_str!("no_offers.wat");

/// Returns true if a component imports at least one of the interfaces.
fn imports_any(binary: &Binary, interfaces: &[&str]) -> Result<bool, Error> {
    let mut types = Types::default();
    let package = package(binary, "mcp-ui-host:component", &mut types)?;
    let imports = &types[package.ty()].imports;
    Ok(interfaces.iter().any(|interface| imports.contains_key(*interface)))
}

fn package(binary: &Binary, name: &str, types: &mut Types) -> Result<Package, Error> {
    let package = Package::from_bytes(name, None, binary.bytes(), types);
    package.map_err(|error| invalid(binary.name(), &format_args!("{error:#}")))
}

fn invalid(name: &str, error: &dyn fmt::Display) -> Error {
    Error::new(format!("{name} is not usable: {error}"))
}

/// A component whose imports are supplied by other components.
///
/// ```no_run
/// use mcp_ui_host::Composition;
///
/// let served = Composition::read("middleware.wasm")?.plug("backend.wasm")?;
/// served.into_binary().write("served.wasm")?;
/// # Ok::<(), mcp_ui_host::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Composition(Binary);

impl Composition {
    /// Starts with a component that is already in memory.
    pub fn new(socket: Binary) -> Self {
        Self(socket)
    }

    /// Starts with the component in this file. The composition will have this component's exports.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not a component.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        Binary::read(path).map(Self)
    }

    /// Supplies an explorer's tools from the component in this file. If this component does not export `resources` or
    /// `prompts`, the explorer gets an empty list instead.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not a component, or exports nothing that the composition imports.
    pub fn tools(self, path: impl AsRef<Path>) -> Result<Self, Error> {
        let composed = self.plug(path)?;
        if !imports_any(&composed.0, &OFFERS)? {
            return Ok(composed);
        }
        let bytes = wat::parse_str(NO_OFFERS);
        let bytes = bytes.map_err(|error| Error::new(format!("no_offers.wat is not usable: {error}")))?;
        composed.plug_binary(&Binary::new("no offers", bytes)?)
    }

    /// Returns true if the composition is a middleware that adds UIs to tools, but has no catalog yet.
    ///
    /// # Errors
    ///
    /// Fails if the component is invalid.
    pub fn needs_uis(&self) -> Result<bool, Error> {
        imports_any(&self.0, &[ui_catalog::INTERFACE])
    }

    /// Supplies the UI catalog to a middleware.
    ///
    /// # Errors
    ///
    /// Fails if the catalog exceeds 16 MiB as JSON or contains a function, or if the composition does not import it.
    pub fn uis(self, catalog: &UiCatalog) -> Result<Self, Error> {
        self.plug_binary(&ui_catalog::component(catalog)?)
    }

    /// Supplies imports from exports in this file's component.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not a component, or exports nothing that the composition imports.
    pub fn plug(self, path: impl AsRef<Path>) -> Result<Self, Error> {
        self.plug_binary(&Binary::read(path)?)
    }

    /// Supplies imports from this component's exports.
    ///
    /// # Errors
    ///
    /// Fails if `plug` exports nothing that the composition imports.
    pub fn plug_binary(self, plug: &Binary) -> Result<Self, Error> {
        let Self(socket) = self;
        let mut graph = CompositionGraph::new();
        let mut register = |name: &str, binary: &Binary| {
            let package = package(binary, name, graph.types_mut())?;
            graph.register_package(package).map_err(|error| invalid(binary.name(), &error))
        };
        let socket_package = register("mcp-ui-host:socket", &socket)?;
        let plug_package = register("mcp-ui-host:plug", plug)?;
        wac_graph::plug(&mut graph, vec![plug_package], socket_package).map_err(|error| match error {
            PlugError::NoPlugHappened => {
                let world = |id: PackageId| &graph.types()[graph[id].ty()];
                let imports = world(socket_package).imports.keys().map(String::as_str);
                let exports = world(plug_package).exports.keys().map(String::as_str);
                diagnostics::nothing_fits(socket.name(), imports, plug.name(), exports)
            }
            PlugError::GraphError { source } => invalid(plug.name(), &format_args!("{source:#}")),
        })?;
        let bytes = graph.encode(EncodeOptions { define_components: true, ..EncodeOptions::default() });
        let name = format!("{} with {}", socket.name(), plug.name());
        let bytes = bytes.map_err(|error| Error::caused(format!("{name} cannot be composed: {error}"), error))?;
        Binary::new(name, bytes).map(Self)
    }

    /// The composed component.
    pub fn into_binary(self) -> Binary {
        self.0
    }
}
