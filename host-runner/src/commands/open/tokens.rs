//! The secrets for one start: a token for the page, one for agents, and codes that a page exchanges for both tokens.
//!
//! Browsers keep URLs in their history, so a URL contains a single-use code instead of a token. The page exchanges the
//! code by `POST /start`.

use std::io::{self, Write as _};
use std::sync::Arc;

use http::{HeaderMap, Method, Request, Response, StatusCode};
use mcp_ui_host::ServerBody;
use parking_lot::Mutex;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::response;

/// The header for a token.
pub(super) const HEADER: &str = "mcp-ui-token";

/// The header for a code.
const CODE: &str = "mcp-ui-code";

/// The header for a random string from the page. The program uses it to prove that it knows the proof key.
const NONCE: &str = "mcp-ui-nonce";

/// The secrets for one start. Clones share the codes.
#[derive(Clone)]
pub(in crate::commands) struct Tokens(Arc<Shared>);

struct Shared {
    /// Opens everything but the agents' endpoints.
    page: Secret,
    /// Opens the agents' endpoints, and nothing else.
    agents: Secret,
    /// Proves to a page that it still talks to this program. Pages keep this key only in memory, so that a program that
    /// later listens at the same address cannot get the key from the browser's storage.
    proof: Secret,
    /// The page's URL, without a code.
    address: String,
    codes: Mutex<Codes>,
}

/// The unused codes.
struct Codes {
    printed: Secret,
    /// The code in the file that the browser opens.
    opened: Option<Secret>,
}

/// A random string with 128 bits.
struct Secret(String);

impl Tokens {
    /// Creates the secrets for the page at this URL.
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

    /// Returns the URL to print.
    pub(in crate::commands) fn printed(&self) -> String {
        self.address_with(&self.0.codes.lock().printed)
    }

    /// Returns the URL for the browser that this program opens. Its code replaces the code in an earlier URL.
    pub(in crate::commands) fn opened(&self) -> String {
        let code = Secret::new();
        let address = self.address_with(&code);
        self.0.codes.lock().opened = Some(code);
        address
    }

    /// Returns the token for agents' configurations.
    pub(super) fn agents(&self) -> &str {
        &self.0.agents.0
    }

    /// Returns whether a request has the page's token.
    pub(super) fn is_of_page(&self, headers: &HeaderMap) -> bool {
        self.0.page.is_in(headers, HEADER)
    }

    /// Returns whether a request has the agents' token.
    pub(super) fn is_of_agent(&self, headers: &HeaderMap) -> bool {
        self.0.agents.is_in(headers, HEADER)
    }

    /// Handles `POST /start`: exchanges a single-use code for the tokens, the page's token for the proof key, or a
    /// nonce for a proof. When the printed code is used, the next code is printed.
    pub(in crate::commands) fn respond<B>(&self, request: &Request<B>) -> Response<ServerBody> {
        if request.method() != Method::POST {
            return response::method_not_allowed("POST");
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
            let text = "This URL has already been used, or is from an earlier start. Open the latest one that \
                        mcp-ui has printed in the terminal.";
            return response::error(StatusCode::FORBIDDEN, text);
        };
        response::json(body.to_string())
    }

    /// Proves that this program gave the page its key. Another program that later listens at the same address does not
    /// know the key. The proof is a hash over the key and the nonce, and a page never accepts a nonce twice.
    fn prove(&self, nonce: &[u8]) -> Response<ServerBody> {
        let hash = Sha256::new_with_prefix("mcp-ui start").chain_update(&self.0.proof.0).chain_update(nonce).finalize();
        response::json(json!({ "proof": mcp_ui_host::hexadecimal(&hash) }).to_string())
    }

    /// Uses up the request's code. Returns false if the request has no valid code.
    fn exchange(&self, headers: &HeaderMap) -> bool {
        let mut codes = self.0.codes.lock();
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
        // Fails if the terminal is gone.
        let _ = writeln!(io::stderr(), "The URL works once. The next one is {next}");
        true
    }

    fn address_with(&self, code: &Secret) -> String {
        format!("{}#code={}", self.0.address, code.0)
    }
}

impl Secret {
    fn new() -> Self {
        Self(mcp_ui_host::random_token())
    }

    /// Returns whether a request has this secret in a header, exactly once.
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
