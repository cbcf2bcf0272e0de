//! Sign-in at an MCP server's authorization server (OAuth 2.1, as MCP requires it from clients).
//!
//! [`Flow`] is a state machine without its own I/O, clock or randomness, so that any program can drive it: the program
//! sends the requests that the flow asks for, lets the user visit a URL, and resumes the flow with the result. A flow
//! can be serialized between two steps. Its [events](Flow::events) are its log, and contain no secrets.
//!
//! ```
//! use http::HeaderMap;
//! use tower_mcp_ui::authorization::{Challenge, Flow, Settings, Step};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = Settings::new("https://example.com/mcp".parse()?, "http://127.0.0.1:4000/callback".parse()?);
//! let random = [7; Flow::RANDOM]; // from a secure source
//! let mut flow = Flow::new(settings, Challenge::of(&HeaderMap::new()), random);
//! let Step::Send(request) = flow.start(0) else { panic!() };
//! assert_eq!(request.url.as_str(), "https://example.com/.well-known/oauth-protected-resource/mcp");
//! let Step::Failed(error) = flow.respond(500, b"", 1) else { panic!() };
//! assert!(error.to_string().contains("example.com"));
//! # Ok(()) }
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `flow`, `steps` | the states, and the steps from one to the next |
//! | `settings` | the settings for a sign-in |
//! | `challenge` | a server's demand for a token |
//! | `locations` | the places where metadata are found, and the rules for URLs |
//! | `metadata` | the documents about the resource and the authorization server |
//! | `client`, `registration` | the client, and how it is chosen or registered |
//! | `requests` | the URL that the user visits, and the token requests |
//! | `callback` | the answer that the browser brings back |
//! | `grant` | the granted token |
//! | `event`, `findings` | a flow's log, and problems that other clients may not handle |
//! | `sign_in` | the sign-in that a layer's page offers |
//! | `error`, `secret` | failures, and strings that are never printed |

mod callback;
mod challenge;
mod client;
mod error;
mod event;
mod findings;
mod flow;
mod grant;
mod locations;
mod metadata;
mod registration;
mod requests;
mod secret;
mod settings;
mod sign_in;
mod steps;
#[cfg(test)]
mod tests;

pub use self::challenge::Challenge;
pub use self::client::{Client, ClientMethod, GivenClient};
pub use self::error::{AuthorizationError, AuthorizationErrorCode};
pub use self::event::{Event, Phase};
pub use self::findings::{Finding, FindingCode};
pub use self::flow::{Flow, Step};
pub use self::grant::Grant;
pub use self::requests::{Claims, MediaType, OutgoingRequest};
pub use self::secret::Secret;
pub use self::settings::{Holder, Settings};
pub use self::sign_in::SignIn;
pub use crate::severity::Severity;
