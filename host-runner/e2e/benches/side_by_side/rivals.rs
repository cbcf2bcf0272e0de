use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

/// Another component host, killed on drop.
pub(crate) struct Rival {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Drop for Rival {
    fn drop(&mut self) {
        // Fails only if the process has already exited.
        let _killed = self.process.kill();
        let _status = self.process.wait();
    }
}

/// Starts `wasmtime serve`, if `WASMTIME` is set.
pub(crate) fn wasmtime_serve(component: &Path) -> Option<Rival> {
    let program = std::env::var_os("WASMTIME")?;
    let mut command = Command::new(program);
    command.args(["serve", "-Sp3,cli", "--addr", "127.0.0.1:0"]).arg(component).stderr(Stdio::piped());
    let mut process = command.spawn().expect("WASMTIME names a program");
    let mut log = BufReader::new(process.stderr.take().expect("a piped stderr")).lines();
    let line = log.find_map(|line| line.ok()?.split_once("http://").map(|(_, address)| address.to_owned()));
    let address = line.expect("wasmtime logs its address").trim_end_matches('/').parse().expect("an address");
    thread::spawn(move || log.for_each(drop));
    Some(Rival { process, address })
}
