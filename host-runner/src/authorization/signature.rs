//! The signature that proves that a client holds its key (RFC 7523): a JSON Web Token with ES256 or RS256.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject as _;
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Claims, Secret};

/// Signs claims with a PEM key (PKCS #8), either P-256 or RSA.
pub(super) fn sign(claims: &Claims, key: &Secret) -> Result<String, AuthorizationError> {
    let unusable = || {
        let message = "The client's key is not a P-256 or RSA key in PEM (`BEGIN PRIVATE KEY`).";
        AuthorizationError::new(Code::NoClient, message)
    };
    let key = PrivatePkcs8KeyDer::from_pem_slice(key.reveal().as_bytes()).map_err(|_| unusable())?;
    let (der, random) = (key.secret_pkcs8_der(), SystemRandom::new());
    let payload = serde_json::to_vec(claims).map_err(|_| unusable())?;
    let begin = |algorithm: &str| {
        let header = format!(r#"{{"alg":"{algorithm}","typ":"JWT"}}"#);
        format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(&payload))
    };
    let (text, signature) = if let Ok(key) = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der, &random) {
        let text = begin("ES256");
        let signature = key.sign(&random, text.as_bytes()).map_err(|_| unusable())?;
        (text, signature.as_ref().to_vec())
    } else {
        let key = RsaKeyPair::from_pkcs8(der).map_err(|_| unusable())?;
        let text = begin("RS256");
        let mut signature = vec![0; key.public().modulus_len()];
        key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature).map_err(|_| unusable())?;
        (text, signature)
    };
    Ok(format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)))
}
