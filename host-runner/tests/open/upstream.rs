//! An upstream server that always sends the same response, and records its requests.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::open::running::Running;

pub(crate) struct Upstream {
    authority: String,
    requests: Receiver<String>,
}

impl Upstream {
    /// Starts a server that sends exactly these bytes in response to every request.
    pub(crate) fn responding(response: impl Into<String>) -> Self {
        let response = response.into();
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let authority = listener.local_addr().expect("it is bound").to_string();
        let (sender, requests) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let stream = stream.expect("the command connects");
                let mut reader = BufReader::new(&stream);
                let lines = reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
                let head = lines.fold(String::new(), |head, line| head + &line.to_ascii_lowercase() + "\n");
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                // Closing a socket with unread bytes could discard the response.
                let read = io::copy(&mut reader.by_ref().take(length.unwrap_or(0)), &mut io::sink());
                read.expect("the command sends the whole body");
                if sender.send(head).is_err() {
                    return;
                }
                (&stream).write_all(response.as_bytes()).expect("the command reads");
                // If the connection is used again, closes it without a response.
                let _ = io::copy(&mut reader.take(1), &mut io::sink());
            }
        });
        Self { authority, requests }
    }

    /// Starts a server that responds with 200, these header lines and some text.
    pub(crate) fn with_headers(headers: &str) -> Self {
        Self::responding(format!("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n{headers}\r\nhello"))
    }

    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// Opens the explorer for the server at this path. The command's own first request is not recorded.
    pub(crate) fn open(&self, path: &str) -> Running {
        let open = Running::start(&[&format!("http://{}{path}", self.authority)]);
        self.take_requests();
        open
    }

    /// Takes the request heads received since the last call, in lower case.
    pub(crate) fn take_requests(&self) -> Vec<String> {
        self.requests.try_iter().collect()
    }
}
