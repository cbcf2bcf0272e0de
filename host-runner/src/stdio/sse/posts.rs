//! Messages to the server, each as a POST request.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;

use super::super::errors;
use super::super::link::Link;
use super::super::message::{Kind, Message};
use super::super::writer::Lines;
use crate::upstream::HttpServer;

/// Timeout for the server to accept a message, after which the client of a request gets an error.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends the messages in order. If the server does not accept a request, the client gets an error response.
pub(super) async fn send_all(mut lines: Lines, http: HttpServer, link: Arc<Link>) {
    while let Some(line) = lines.next().await {
        let Err(reason) = send(&http, &line.text).await else { continue };
        let reason = format!("The server does not accept a message: {reason}");
        let Ok(message) = Message::parse(line.text) else { continue };
        match &message.kind {
            Kind::Request { id, .. } => {
                let error = errors::response(message.raw(id.clone()), errors::INTERNAL_ERROR, reason, None);
                if let Ok(response) = Message::parse(error) {
                    link.receive(response).await;
                }
            }
            Kind::Notification { .. } | Kind::Response { .. } => link.note(&reason),
        }
    }
}

async fn send(http: &HttpServer, text: &str) -> Result<(), String> {
    let request = Request::post("/").header(header::CONTENT_TYPE, "application/json");
    let request =
        request.body(Full::new(Bytes::copy_from_slice(text.as_bytes()))).map_err(|error| error.to_string())?;
    match tokio::time::timeout(PATIENCE, http.send(request)).await {
        Ok(Ok(response)) if response.status().is_success() => Ok(()),
        Ok(Ok(response)) => Err(format!("it responded with {}.", response.status())),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it did not respond within 30 s.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_message_has_half_a_minute_to_be_accepted() {
        // The system accepts connections, but they are never answered.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/messages", silent.local_addr().unwrap());
        let http = HttpServer::new(&url.parse().unwrap()).unwrap();
        let begin = Instant::now();
        assert_eq!(send(&http, "{}").await, Err("it did not respond within 30 s.".to_owned()));
        assert_eq!(begin.elapsed().as_secs(), 30);
    }
}
