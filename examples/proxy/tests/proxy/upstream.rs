//! An upstream server that always answers the same, and tells what it was asked.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver};
use std::thread;

pub(crate) struct Upstream {
    authority: String,
    requests: Receiver<String>,
}

impl Upstream {
    /// A server that answers every request with this, to the byte.
    pub(crate) fn answering(answer: impl Into<String>) -> Self {
        let answer = answer.into();
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let authority = listener.local_addr().expect("it is bound").to_string();
        let (asked, requests) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let stream = stream.expect("the proxy connects");
                let mut reader = BufReader::new(&stream);
                let lines = reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
                let head = lines.fold(String::new(), |head, line| head + &line.to_ascii_lowercase() + "\n");
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                // A socket that is closed with something unread in it takes the response along.
                let read = io::copy(&mut reader.by_ref().take(length.unwrap_or(0)), &mut io::sink());
                read.expect("the proxy sends the whole body");
                asked.send(head).expect("the test goes on");
                (&stream).write_all(answer.as_bytes()).expect("the proxy reads");
                // Closes the connection without an answer if it is used once more.
                let _ = io::copy(&mut reader.take(1), &mut io::sink());
            }
        });
        Self { authority, requests }
    }

    /// A server that answers every request with 200, these headers, each in a line of its own, and a text.
    pub(crate) fn with_headers(headers: &str) -> Self {
        Self::answering(format!("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n{headers}\r\nhello"))
    }

    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// The heads of the requests since the last time, in lower case.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.requests.try_iter().collect()
    }
}
