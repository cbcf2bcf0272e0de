//! The program's sign-in at an MCP server's authorization server. It drives the layer's state machine.
//!
//! | module | contents |
//! |---|---|
//! | `authorizer` | the sign-in at one server, and step-up |
//! | `drive` | a flow, from start to end |
//! | `grant`, `changing` | the grant: kept, replaced and forgotten |
//! | `refresh` | the grant's refresh, shared with other requests and programs |
//! | `page`, `pause` | the sign-in that a user starts at the page |
//! | `sequence` | the last sign-in's events, for users and for the traffic |
//! | `rehearsal` | a sign-in that ends before the user is asked |
//! | `requests` | a sign-in's requests, within limits |
//! | `visitor`, `person` | the user who signs in |
//! | `visit` | the browser, and the listener that receives its answer |
//! | `store` | the file with stored grants |
//! | `signature` | the signature for a client with a key |

mod authorizer;
mod changing;
mod drive;
mod grant;
mod page;
mod pause;
mod person;
mod refresh;
mod rehearsal;
mod requests;
mod sequence;
mod signature;
mod store;
mod visit;
mod visitor;

pub use self::authorizer::Authorizer;
pub use self::page::Status;
pub use self::refresh::settle;
pub use self::rehearsal::Rehearsal;
pub use self::store::{Kept, Store};
pub use self::visitor::Visitor;
