//! The layer side by side with the crate `mcp-embedded-ui` and with a bare hyper answer of the same size, in one run.
//!
//! The contestants take turns, each round beginning with another one, and every ratio is taken within a round: what
//! else the machine does then counts for all of them.

mod client;
mod in_process;
mod over_sockets;
mod rounds;
mod samples;
mod servers;
mod tools;

fn main() {
    over_sockets::table();
    println!();
    in_process::table();
}
