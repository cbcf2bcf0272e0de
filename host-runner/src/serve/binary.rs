use std::fs;
use std::path::Path;

use super::error::Error;

/// The leading bytes of components and core modules: the binary format's magic number, version and layer.
const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// A component binary, with the name that error messages use for it.
///
/// ```
/// use mcp_ui_host::Binary;
///
/// let empty = Binary::new("empty", b"\0asm\x0d\0\x01\0")?;
/// assert_eq!(empty.name(), "empty");
/// # Ok::<(), mcp_ui_host::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Binary {
    name: String,
    bytes: Vec<u8>,
}

impl Binary {
    /// Creates a `Binary` from component bytes in the binary format.
    ///
    /// # Errors
    ///
    /// Fails if `bytes` do not start like a component. [`ComponentService::new`](super::ComponentService::new) and
    /// [`Composition`](super::Composition) check the rest.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        let (name, bytes) = (name.into(), bytes.into());
        if bytes.starts_with(COMPONENT) {
            return Ok(Self { name, bytes });
        }
        Err(Error::new(if bytes.starts_with(MODULE) {
            format!("{name} is a core module, not a component: build it for a target such as wasm32-wasip2")
        } else {
            format!("{name} is not a WebAssembly component")
        }))
    }

    /// Reads a component from a file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not a component.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let failed = |error| Error::caused(format!("{} cannot be read: {error}", path.display()), error);
        Self::new(path.display().to_string(), fs::read(path).map_err(failed)?)
    }

    /// The name that error messages use for the component.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes the component to a file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let failed = |error| Error::caused(format!("{} cannot be written: {error}", path.display()), error);
        fs::write(path, &self.bytes).map_err(failed)
    }

    /// The component's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
