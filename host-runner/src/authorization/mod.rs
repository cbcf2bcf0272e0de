//! Sign-in of the program at the authorization server of an MCP server: it drives the state machine of the layer.
//!
//! | module | contents |
//! |---|---|
//! | `authorizer` | the sign-in at one server, and step-up |
//! | `drive` | the course of a flow |
//! | `grant` | the grant: kept, replaced and forgotten |
//! | `refresh` | the refresh of the grant, shared with other requests and programs |
//! | `page` | the sign-in that a person begins at the page |
//! | `sequence` | the events of the last sign-in, for people and for the traffic |
//! | `rehearsal` | a sign-in that ends before anybody is asked |
//! | `requests` | the requests of a sign-in, within limits |
//! | `network` | the addresses that a foreign document may lead to |
//! | `visit` | the browser, and the listener to which it brings the answer |
//! | `store` | the file with the grants that were kept |
//! | `signature` | the signature of a client with a key |

mod authorizer;
mod drive;
mod grant;
pub(crate) mod network;
mod page;
mod refresh;
mod rehearsal;
mod requests;
mod sequence;
mod signature;
mod store;
mod visit;

pub use self::authorizer::{Authorizer, Visitor};
pub use self::page::Status;
pub use self::refresh::settle;
pub use self::rehearsal::Rehearsal;
pub use self::store::{Kept, Store};
