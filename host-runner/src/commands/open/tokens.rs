//! The secrets of a start: a token for the page, another one for agents, and the codes by which a page gets both.
//!
//! An address is kept in the browser's history, so it has no token, but a code that works once. The page exchanges it
//! by `POST /start`.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use http::{HeaderMap, Method, Request, Response, StatusCode};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::response;
use crate::commands::target::AnyBody;

/// The header with a token.
pub(super) const HEADER: &str = "mcp-ui-token";

/// The header with a code.
const CODE: &str = "mcp-ui-code";

/// The header with a random text of the page, to which the program proves that it knows the page's token.
const NONCE: &str = "mcp-ui-nonce";

/// The secrets of one start. Clones share the codes.
#[derive(Clone)]
pub(in crate::commands) struct Tokens(Arc<Shared>);

struct Shared {
    /// Opens everything but the endpoints for agents.
    page: Secret,
    /// Opens the endpoints for agents, and nothing else.
    agents: Secret,
    /// Proves to a page that it still talks to this program. Pages keep it in memory only, so that a program that
    /// listens at the address later cannot get it from the browser's storage.
    proof: Secret,
    /// The address of the page, without a code.
    address: String,
    codes: Mutex<Codes>,
}

/// The codes that were not used.
struct Codes {
    printed: Secret,
    /// The code in the file that the browser opens.
    opened: Option<Secret>,
}

/// A random text of 128 bits.
struct Secret(String);

impl Tokens {
    /// Creates the secrets for a page.
    pub(in crate::commands) fn new(address: &str) -> Self {
        let codes = Codes { printed: Secret::new(), opened: None };
        let shared = Shared {
            page: Secret::new(),
            agents: Secret::new(),
            proof: Secret::new(),
            address: address.to_owned(),
            codes: Mutex::new(codes),
        };
        Self(Arc::new(shared))
    }

    /// Returns the address to print.
    pub(in crate::commands) fn printed(&self) -> String {
        self.address_with(&self.codes().printed)
    }

    /// Returns the address for the browser that this program opens, in place of an earlier one.
    pub(in crate::commands) fn opened(&self) -> String {
        let code = Secret::new();
        let address = self.address_with(&code);
        self.codes().opened = Some(code);
        address
    }

    /// Returns the token in the configuration of agents.
    pub(super) fn agents(&self) -> &str {
        &self.0.agents.0
    }

    /// Returns whether a request has the token of the page.
    pub(super) fn is_of_page(&self, headers: &HeaderMap) -> bool {
        self.0.page.is_in(headers, HEADER)
    }

    /// Returns whether a request has the token of agents.
    pub(super) fn is_of_agent(&self, headers: &HeaderMap) -> bool {
        self.0.agents.is_in(headers, HEADER)
    }

    /// Handles `POST /start`: the tokens for a code, which does not work again, the key of proofs for the page's token,
    /// and a proof for a nonce. When the printed code is used, the next one is printed.
    pub(in crate::commands) fn respond<B>(&self, request: &Request<B>) -> Response<AnyBody> {
        if request.method() != Method::POST {
            return response::error(StatusCode::METHOD_NOT_ALLOWED, "Use POST.");
        }
        if let Some(nonce) = request.headers().get(NONCE) {
            return self.prove(nonce.as_bytes());
        }
        let Shared { page, agents, proof, .. } = &*self.0;
        let body = if self.is_of_page(request.headers()) {
            json!({ "key": proof.0 })
        } else if self.exchange(request.headers()) {
            json!({ "page": page.0, "agents": agents.0, "key": proof.0 })
        } else {
            let text = "This address was used already, or belongs to an earlier start. Open the newest one that mcp-ui \
                        has printed in the terminal.";
            return response::error(StatusCode::FORBIDDEN, text);
        };
        let mut response = response::of_type("application/json", body.to_string());
        mcp_ui_host::origin::protect(response.headers_mut());
        response
    }

    /// Proves that this program is the one that has given the page its key: another one that listens at the same
    /// address later does not know it. The proof is a hash of the key and the nonce, which a page never accepts twice.
    fn prove(&self, nonce: &[u8]) -> Response<AnyBody> {
        let hash = Sha256::new_with_prefix("mcp-ui start").chain_update(&self.0.proof.0).chain_update(nonce).finalize();
        let proof = json!({ "proof": mcp_ui_host::hexadecimal(&hash) });
        let mut response = response::of_type("application/json", proof.to_string());
        mcp_ui_host::origin::protect(response.headers_mut());
        response
    }

    /// Uses the code of a request up, if it has one.
    fn exchange(&self, headers: &HeaderMap) -> bool {
        let mut codes = self.codes();
        if codes.opened.as_ref().is_some_and(|code| code.is_in(headers, CODE)) {
            codes.opened = None;
            return true;
        }
        if !codes.printed.is_in(headers, CODE) {
            return false;
        }
        codes.printed = Secret::new();
        let next = self.address_with(&codes.printed);
        drop(codes);
        // Fails if the terminal has gone.
        let _ = writeln!(io::stderr(), "The address works once. The next one is {next}");
        true
    }

    fn address_with(&self, code: &Secret) -> String {
        format!("{}#code={}", self.0.address, code.0)
    }

    fn codes(&self) -> std::sync::MutexGuard<'_, Codes> {
        self.0.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Secret {
    fn new() -> Self {
        Self(mcp_ui_host::random_token())
    }

    /// Returns whether a request has this secret in a header, once.
    fn is_in(&self, headers: &HeaderMap, name: &str) -> bool {
        let mut sent = headers.get_all(name).iter();
        match (sent.next(), sent.next()) {
            (Some(sent), None) => bool::from(sent.as_bytes().ct_eq(self.0.as_bytes())),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(tokens: &Tokens, address: &str) -> u16 {
        let code = address.split_once("#code=").unwrap().1;
        tokens.respond(&Request::post("/start").header(CODE, code).body(()).unwrap()).status().as_u16()
    }

    #[test]
    fn each_code_works_once() {
        let tokens = Tokens::new("http://127.0.0.1:1/explorer");
        let (printed, opened) = (tokens.printed(), tokens.opened());
        assert_eq!([status(&tokens, &printed), status(&tokens, &printed)], [200, 403]);
        assert_eq!([status(&tokens, &opened), status(&tokens, &opened)], [200, 403]);
        let next = tokens.printed();
        assert_ne!(next, printed);
        assert_eq!(status(&tokens, &next), 200);
        assert_eq!(status(&tokens, "#code=wrong"), 403);
        let with = |token: &Secret| {
            let request = Request::post("/start").header(HEADER, &token.0).body(()).unwrap();
            tokens.respond(&request).status().as_u16()
        };
        assert_eq!((with(&tokens.0.page), with(&tokens.0.agents)), (200, 403), "the key of proofs is for the page");
        let nonce = Request::post("/start").header(NONCE, "0123").body(()).unwrap();
        assert_eq!(tokens.respond(&nonce).status(), 200);
        assert_eq!(tokens.respond(&Request::get("/start").body(()).unwrap()).status(), 405);
    }
}
