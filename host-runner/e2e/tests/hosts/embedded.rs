//! The example programs that embed the explorer run the corpus like every other deployment. They are prepared as their
//! READMEs describe.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use bytes::Bytes;
use http::Request;
use mcp_ui_host_e2e::{Server, component, run};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::corpus;

/// An example with the corpus tools.
pub(crate) struct Example {
    folder: PathBuf,
    interpreter: PathBuf,
    script: &'static str,
}

pub(crate) static NODE: LazyLock<Example> = LazyLock::new(|| {
    let example = Example::find("embed-node", "examples/embed-node/node_modules/.bin/node", "server.js");
    let npm = |arguments: &[&OsStr]| {
        let mut npm = Command::new("npm");
        finish(npm.arg("run").args(arguments).current_dir(&example.folder).output());
    };
    npm(&["build-explorer".as_ref()]);
    npm(&["build-tools".as_ref(), "--".as_ref(), component("fixture-corpus-tools").as_ref()]);
    example
});

pub(crate) static PYTHON: LazyLock<Example> = LazyLock::new(|| {
    let example = Example::find("embed-python", "target/python/bin/python", "server.py");
    let parts = ["compose".into(), component("embed"), "--tools".into(), component("fixture-corpus-tools")];
    finish(Ok(run([&parts[..], &["--output".into(), example.folder.join("explorer.wasm")]].concat())));
    example
});

fn finish(ended: io::Result<Output>) {
    let ended = ended.unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

impl Example {
    fn find(name: &str, interpreter: &str, script: &'static str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        let (folder, interpreter) = (root.join("examples").join(name), root.join(interpreter));
        assert!(interpreter.exists(), "{} is missing: run `cargo xtask test components`", interpreter.display());
        Self { folder, interpreter, script }
    }

    pub(crate) fn start<'a>(&self, settings: impl IntoIterator<Item = (&'a str, &'a str)>) -> Server {
        let mut command = Command::new(&self.interpreter);
        command.arg(self.script).current_dir(&self.folder).env("PORT", "0").env("PYTHONDONTWRITEBYTECODE", "1");
        command.envs(settings);
        Server::launch(command)
    }
}

async fn run_corpus(example: &Example) {
    corpus::run(async |profile| example.start(profile.iter().map(|(name, value)| (&**name, &**value)))).await;
}

#[tokio::test]
async fn the_corpus_in_node() {
    run_corpus(&NODE).await;
}

#[tokio::test]
async fn the_corpus_in_python() {
    run_corpus(&PYTHON).await;
}

#[tokio::test]
async fn other_paths_are_left_to_the_program() {
    for example in [&NODE, &PYTHON] {
        let server = example.start([("MCP_UI_PREFIX", "/ui")]);
        for (path, status) in [("/ui", 200), ("/explorer", 404), ("/", 404)] {
            let request = Request::get(path).header("host", "localhost").body(Bytes::new()).unwrap();
            assert_eq!(server.send(request).await.status(), status, "{path}");
        }
    }
}

#[tokio::test]
async fn large_bodies_are_refused_without_being_read() {
    for example in [&NODE, &PYTHON] {
        let server = example.start([]);
        let (mut stream, mut sender) = TcpStream::connect(server.address).await.unwrap().into_split();
        let head = "POST /explorer/tools/echo/call HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9437184\r\n\r\n";
        tokio::spawn(async move {
            sender.write_all(head.as_bytes()).await.unwrap();
            // Fails when the host closes the connection after responding.
            let _ = sender.write_all(&vec![b' '; 9 << 20]).await;
            std::future::pending::<()>().await;
        });
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 413");
    }
}
