use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

/// Another host of components, ended when this is dropped.
pub(crate) struct Rival {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Drop for Rival {
    fn drop(&mut self) {
        // Fails only when it has ended already.
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}

/// `wasmtime serve`, where there is one.
pub(crate) fn wasmtime_serve(component: &Path) -> Option<Rival> {
    let program = std::env::var_os("WASMTIME")?;
    let mut command = Command::new(program);
    command.args(["serve", "-Sp3,cli", "--addr", "127.0.0.1:0"]).arg(component).stderr(Stdio::piped());
    let mut process = command.spawn().expect("WASMTIME names a program");
    let mut log = BufReader::new(process.stderr.take().expect("it is piped")).lines();
    let line = log.find_map(|line| line.ok()?.split_once("http://").map(|(_, address)| address.to_owned()));
    let address = line.expect("wasmtime says where it listens").trim_end_matches('/').parse().expect("an address");
    thread::spawn(move || log.for_each(drop));
    Some(Rival { process, address })
}
