//! Checks external documents.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Uri};
use http_body_util::Empty;
use mcp_ui_host::HttpServer;
use tower_mcp_ui::uis::UiCatalog;

/// Time between two checks.
const INTERVAL: Duration = Duration::from_mins(1);

/// Timeout for a response, after which the document counts as unreachable.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Records in the catalog, every minute, whether the documents can be reached.
pub(super) async fn follow(catalog: &UiCatalog) {
    loop {
        for (name, url) in catalog.external_urls() {
            catalog.report_health(&name, check(&url).await);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Requests a document. Its content does not matter.
async fn check(url: &str) -> Result<(), String> {
    let url: Uri = url.parse().map_err(|_| "The URL is malformed.".to_owned())?;
    let server = HttpServer::new(&url).map_err(|error| error.to_string())?;
    let request = Request::get("/").body(Empty::<Bytes>::new()).map_err(|error| error.to_string())?;
    match tokio::time::timeout(TIMEOUT, server.send(request)).await {
        Ok(Ok(response)) if response.status().is_success() => Ok(()),
        Ok(Ok(response)) => Err(format!("The server responded with {}.", response.status())),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("There was no response within {} s.", TIMEOUT.as_secs())),
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_document_that_does_not_come_is_out_of_reach() {
        // The system accepts connections, but they are never answered.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let begin = Instant::now();
        let health = check(&format!("http://{}/", silent.local_addr().unwrap())).await;
        assert_eq!(health, Err("There was no response within 10 s.".to_owned()));
        assert_eq!(begin.elapsed().as_secs(), 10);
    }
}
